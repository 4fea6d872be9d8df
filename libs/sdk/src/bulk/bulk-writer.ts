import type { CallOptions } from '../request/options';
import type { Schema } from '../request/operation-types';
import { JudgmentError } from '../result/api-error';

type Row = Schema<'UpsertOperation'>;
type Write = (rows: Row[], options: CallOptions) => PromiseLike<Schema<'DocumentWritten'>>;

export interface BulkOptions extends CallOptions {
  /** Batches in flight. Default 4. Rows of one id always go through one lane, in their order. */
  concurrency?: number;
  /** Rows a batch, at most 500. */
  maxRows?: number;
  /** Bytes of JSON a batch. Default 4 MiB: the service refuses more than 8. */
  maxBytes?: number;
  onWritten?: (progress: { written: number; refused: number }) => void;
  /** Hears each row that the service refuses, and why; the other rows of its batch are written. */
  onRefused?: (row: Row, error: JudgmentError) => void;
}

export interface BulkReport {
  written: number;
  refused: number;
}

/** Codes that speak of what a batch holds: its halves may be taken. */
const aboutContent = ['invalid_request', 'too_large', 'unknown_image'];

/** Writes rows in batches of bounded count and size; a refused batch is halved until the row is known. */
export class BulkWriter {
  private readonly report: BulkReport = { written: 0, refused: 0 };

  constructor(
    private readonly send: Write,
    private readonly options: BulkOptions = {},
  ) {}

  /** @throws JudgmentError for what is not about a row, such as a lost connection; what was written stays */
  async write(rows: Iterable<Row> | AsyncIterable<Row>): Promise<BulkReport> {
    const { concurrency = 4, maxRows = 500, maxBytes = 4 * 1024 * 1024 } = this.options;
    const lanes = Array.from({ length: Math.max(1, concurrency) }, () => new Lane());
    for await (const row of rows) {
      const lane = lanes[hashOf(row.id) % lanes.length] as Lane;
      const bytes = new TextEncoder().encode(JSON.stringify(row)).length;
      // One id twice in a batch would be one conflict: the earlier row goes first.
      if (lane.rows.length >= maxRows || lane.bytes + bytes > maxBytes || lane.ids.has(row.id)) await this.flush(lane);
      lane.add(row, bytes);
    }
    await Promise.all(
      lanes.map(async (lane) => {
        await this.flush(lane);
        await lane.running;
      }),
    );
    return this.report;
  }

  /** Begins the lane's next batch once the one before it has ended. */
  private async flush(lane: Lane): Promise<void> {
    await lane.running;
    const rows = lane.take();
    lane.running = rows.length > 0 ? this.batch(rows) : Promise.resolve();
    // Awaited at the lane's next turn; until then a refusal must not count as unhandled.
    lane.running.catch(() => undefined);
  }

  private async batch(rows: Row[]): Promise<void> {
    const { onWritten, onRefused, signal, timeoutMs, totalMs, retries } = this.options;
    try {
      await this.send(rows, { signal, timeoutMs, totalMs, retries });
      this.report.written += rows.length;
    } catch (error) {
      if (!(error instanceof JudgmentError) || !aboutContent.includes(error.code)) throw error;
      const [row] = rows;
      if (rows.length === 1 && row) {
        this.report.refused++;
        onRefused?.(row, error);
      } else {
        const middle = Math.ceil(rows.length / 2);
        await this.batch(rows.slice(0, middle));
        await this.batch(rows.slice(middle));
        return;
      }
    }
    onWritten?.({ ...this.report });
  }
}

class Lane {
  rows: Row[] = [];
  ids = new Set<string>();
  bytes = 0;
  running: Promise<void> = Promise.resolve();

  add(row: Row, bytes: number): void {
    this.rows.push(row);
    this.ids.add(row.id);
    this.bytes += bytes;
  }

  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    this.ids = new Set();
    this.bytes = 0;
    return rows;
  }
}

/** FNV-1a: the same id is always in the same lane. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
