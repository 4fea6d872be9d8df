import { isExactNumber } from '@app/json/web';
import type { FileRecord, Refusal, RefusalReason, Row } from './record';

/** Refusals that a summary holds; of the others it has the count. */
const mostKept = 100;

/** What was read of a file. */
export interface Summary {
  rows: number;
  refused: number;
  refusedByReason: Partial<Record<RefusalReason, number>>;
  /** The first 100. */
  refusals: Refusal[];
  /** Columns of a table in which every cell that is not empty is a number: they were read as texts all the same. */
  numberColumns: string[];
}

/** Counts records as they are read. */
export class SummaryCount {
  private rows = 0;
  private refused = 0;
  private readonly reasons: Partial<Record<RefusalReason, number>> = {};
  private readonly refusals: Refusal[] = [];
  /** Columns that hold numbers so far; false until one was seen. */
  private readonly numbers = new Map<string, boolean>();

  /** @param columns those of a table; none of JSON, whose numbers are numbers */
  begin(columns: readonly string[]): void {
    for (const name of columns) this.numbers.set(name, false);
  }

  /** @returns the record */
  add(record: FileRecord): FileRecord {
    if (record.kind === 'row') this.addRow(record);
    else this.addRefusal(record);
    return record;
  }

  get summary(): Summary {
    return {
      rows: this.rows,
      refused: this.refused,
      refusedByReason: { ...this.reasons },
      refusals: [...this.refusals],
      numberColumns: [...this.numbers].flatMap(([name, wasSeen]) => (wasSeen ? [name] : [])),
    };
  }

  private addRefusal(refusal: Refusal): void {
    this.refused++;
    this.reasons[refusal.reason] = (this.reasons[refusal.reason] ?? 0) + 1;
    if (this.refusals.length < mostKept) this.refusals.push(refusal);
  }

  private addRow({ fields }: Row): void {
    this.rows++;
    for (const [name, wasSeen] of this.numbers) {
      const cell = fields[name];
      if (typeof cell !== 'string' || cell === '') continue;
      if (!isExactNumber(cell)) this.numbers.delete(name);
      else if (!wasSeen) this.numbers.set(name, true);
    }
  }
}
