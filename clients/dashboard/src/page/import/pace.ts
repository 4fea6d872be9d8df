import { rowsOf, type Pace } from './import-words';
import type { KeptImport } from './kept-import';

/** Measures what one run of the page does: what an earlier run wrote, and the time of a pause, take no part in it. */
export class PaceClock {
  /** Where the measure begins. */
  private from: { ms: number; rows: number; bytes: number } | null = null;
  private heldSince: number | null = null;

  /** @param nowMs a clock that only goes on, in milliseconds */
  constructor(
    private readonly begun: KeptImport,
    private readonly nowMs: () => number,
  ) {}

  hold(): void {
    this.heldSince ??= this.nowMs();
  }

  goOn(): void {
    if (this.heldSince !== null && this.from) this.from.ms += this.nowMs() - this.heldSince;
    this.heldSince = null;
  }

  /** Called at the beginning and after each batch. */
  paceAt(kept: KeptImport): Pace {
    const isNew = kept.records === 0;
    // A run that goes on first passes over what was written: it is measured from its first batch on.
    if (isNew || kept.batch > this.begun.batch) {
      this.from ??= { ms: this.nowMs(), rows: rowsOf(kept), bytes: kept.bytesRead };
    }
    if (!this.from) return { rows: 0, bytes: 0, ms: 0 };
    const { ms, rows, bytes } = this.from;
    return { rows: rowsOf(kept) - rows, bytes: kept.bytesRead - bytes, ms: (this.heldSince ?? this.nowMs()) - ms };
  }
}
