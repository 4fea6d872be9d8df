import type { Schema } from '../request/operation-types';

export type Row = Schema<'UpsertOperation'>;

/** Rows that are sent in one order: a batch that fills, and the one that is on its way. */
export class Lane {
  running: Promise<void> = Promise.resolve();
  private rows: Row[] = [];
  private ids = new Set<string>();
  private bytes = 0;

  /** Whether the batch has room. One id twice in a batch would be one conflict: the earlier row goes first. */
  takes(row: Row, bytes: number, most: { rows: number; bytes: number }): boolean {
    if (this.rows.length === 0) return true;
    return this.rows.length < most.rows && this.bytes + bytes <= most.bytes && !this.ids.has(row.id);
  }

  add(row: Row, bytes: number): void {
    this.rows.push(row);
    this.ids.add(row.id);
    this.bytes += bytes;
  }

  /** Empties the batch. */
  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    this.ids = new Set();
    this.bytes = 0;
    return rows;
  }
}

/** The lane of an id, always the same: FNV-1a. */
export function laneOf(id: string, lanes: readonly Lane[]): Lane {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return lanes[hash % lanes.length] as Lane;
}
