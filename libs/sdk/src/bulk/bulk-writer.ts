import { wholeWithin } from '../request/limits';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import { jsonOf } from '../request/wire-request';
import { JudgmentError } from '../result/api-error';
import { sendHalved } from './halving';
import { Lane, laneOf, type Row } from './lane';

type Write = (rows: Row[], options: CallOptions) => PromiseLike<Schema<'DocumentWritten'>>;

/** Each batch is a write with a key of its own, hence no `idempotencyKey`, `wait`, `jobMs` or `onProgress`. */
export interface BulkOptions extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'totalMs' | 'retries'> {
  /** Batches in flight, 1 to 16. Default 4. Rows of one id always go through one lane, in their order. */
  concurrency?: number;
  /** Rows a batch, 1 to 500. Default 500. */
  maxRows?: number;
  /** Bytes of JSON a batch, 1,024 to 8 MiB. Default 4 MiB. A longer row is sent by itself. */
  maxBytes?: number;
  /** Called with the sums after each batch. */
  onWritten?: (progress: BulkReport) => void;
  /** Called with each row that is refused, and why; the other rows of its batch are written. */
  onRefused?: (row: Row, error: JudgmentError) => void;
}

export interface BulkReport {
  written: number;
  refused: number;
}

const mebibyte = 1024 * 1024;

/** Writes rows in batches of bounded count and size; a refused batch is halved until the row is known. */
export class BulkWriter {
  private readonly report: BulkReport = { written: 0, refused: 0 };
  /** What ended the work. */
  private failure: { error: unknown } | undefined;

  constructor(
    private readonly send: Write,
    private readonly options: BulkOptions = {},
  ) {}

  /**
   * @throws JudgmentError for what is not about a row, such as a lost connection, and what the source throws. Nothing is in
   *   flight by then, and what was written stays.
   */
  async write(rows: Iterable<Row> | AsyncIterable<Row>): Promise<BulkReport> {
    const { concurrency = 4, maxRows = 500, maxBytes = 4 * mebibyte } = this.options;
    const most = {
      rows: wholeWithin('maxRows', maxRows, 1, 500),
      bytes: wholeWithin('maxBytes', maxBytes, 1_024, 8 * mebibyte),
    };
    const lanes = Array.from({ length: wholeWithin('concurrency', concurrency, 1, 16) }, () => new Lane());
    try {
      for await (const row of rows) {
        await this.place(row, lanes, most);
        if (this.failure) break;
      }
      await Promise.all(lanes.map((lane) => this.flush(lane)));
    } catch (error) {
      this.failure ??= { error };
    }
    await Promise.all(lanes.map(({ running }) => running));
    if (this.failure) throw this.failure.error;
    return this.report;
  }

  private async place(row: Row, lanes: readonly Lane[], most: { rows: number; bytes: number }): Promise<void> {
    this.options.signal?.throwIfAborted();
    const bytes = this.sizeOf(row);
    if (bytes === null) return;
    const lane = laneOf(String(row.id), lanes);
    if (!lane.takes(row, bytes, most)) await this.flush(lane);
    lane.add(row, bytes);
  }

  /** Bytes of a row as JSON; null for one that is refused because it is none. */
  private sizeOf(row: Row): number | null {
    try {
      return new TextEncoder().encode(jsonOf(row, ['upsert', '0'])).length;
    } catch (error) {
      if (!(error instanceof JudgmentError)) throw error;
      this.refuse(row, error);
      return null;
    }
  }

  /** Begins the lane's next batch once the one before it has ended. */
  private async flush(lane: Lane): Promise<void> {
    await lane.running;
    const rows = lane.take();
    lane.running =
      rows.length > 0
        ? this.batch(rows).catch((error: unknown) => void (this.failure ??= { error }))
        : Promise.resolve();
  }

  private async batch(rows: Row[]): Promise<void> {
    const { onWritten, signal, timeoutMs, totalMs, retries } = this.options;
    await sendHalved(rows, {
      send: async (part) => {
        if (this.failure) return;
        await this.send(part, { signal, timeoutMs, totalMs, retries });
        this.report.written += part.length;
        onWritten?.({ ...this.report });
      },
      refuse: (row, error) => this.refuse(row, error),
    });
  }

  private refuse(row: Row, error: JudgmentError): void {
    this.report.refused++;
    this.options.onRefused?.(row, error);
    this.options.onWritten?.({ ...this.report });
  }
}
