/** Why bytes were not granted: the organization holds its share already, or all bytes are held by others. */
export type Refusal = 'share' | 'full';

/**
 * Bytes that a process may hold, shared by organizations. One may hold as much as is then still free: one alone up to a
 * half, two up to a third each. So whatever one holds, others find room.
 */
export class ByteBudget {
  private readonly held = new Map<string, number>();
  private used = 0;

  constructor(readonly total: number) {}

  /** Takes bytes for an organization, which `give` returns. @returns why it took none, or null */
  take(organization: string, bytes: number): Refusal | null {
    const own = this.held.get(organization) ?? 0;
    if (own + bytes > this.total - this.used) return own > 0 ? 'share' : 'full';
    this.hold(organization, bytes);
    return null;
  }

  /** Takes bytes that are there already and cannot be refused. */
  hold(organization: string, bytes: number): void {
    this.used += bytes;
    this.held.set(organization, (this.held.get(organization) ?? 0) + bytes);
  }

  give(organization: string, bytes: number): void {
    const left = (this.held.get(organization) ?? 0) - bytes;
    this.used -= bytes;
    if (left > 0) this.held.set(organization, left);
    else this.held.delete(organization);
  }

  heldBy(organization: string): number {
    return this.held.get(organization) ?? 0;
  }
}
