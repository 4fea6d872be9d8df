/** What one organization, or all work without one, holds of a gate. */
export class Party {
  held = 0;

  /** @param own slots that no other takes */
  constructor(
    readonly organization: string | null,
    readonly own: number,
  ) {}

  /** Slots that it holds and others could have. */
  get shared(): number {
    return Math.max(0, this.held - this.own);
  }
}
