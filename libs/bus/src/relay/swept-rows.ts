import { busMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database, heldBy } from '@app/persistence';
import { PublishedSubject } from './published';

/** A row that stands in its stream. */
export interface PublishedRow {
  id: string;
  seq: number;
}

/** Sequences above the one and up to the other. */
export interface Range {
  above: number;
  upTo: number;
}

/** Name of the lease of the process that sweeps: two builds that run at the same time must agree on it. */
export const sweepLease = 'relay-sweep';

/** Rows of one batch. */
export const maxRows = 2000;

/** That rows are lost says only the process whose sweep it is: it alone knows that nobody took away its reader. */
const held = (parameter: number): string => heldBy(`'${sweepLease}'`, `$${parameter}`);

const statements = {
  // Subject and stream are equal, so that `outbox_standing` gives the rows in their order, and no other.
  batch: {
    name: 'sweep-batch',
    text: `select id, stream_seq::text as seq from outbox
           where subject = $1 and stream_created = $2 and stream_seq > $3::bigint and stream_seq <= $4::bigint
           order by stream_seq limit ${maxRows}`,
  },
  forget: {
    name: 'sweep-forget',
    text: `delete from outbox o using unnest($1::text[], $2::bigint[]) as p(id, seq) where o.id = p.id and o.stream_seq = p.seq`,
  },
  lost: {
    name: 'sweep-lost',
    text: `update outbox o set stream_seq = null from unnest($1::text[], $2::bigint[]) as p(id, seq)
           where o.id = p.id and o.stream_seq = p.seq and ${held(3)}`,
  },
};

/** Postgres drops the order of an `exists`; without it, it would read through the pages of rows that are forgotten. */
const anyStands = `select from (select from outbox where stream_seq is not null order by subject desc limit 1) o`;

/** The rows of an outbox that stand in a stream: read and written a batch at a time, in the order of their sequences. */
export class SweptRows {
  private readonly resent;

  constructor(
    private readonly database: Database,
    private readonly holder: string,
    metrics: Metrics,
  ) {
    this.resent = metrics.counter(busMetrics.outboxResent);
  }

  /** Whether any row stands in a stream. */
  hasAny(): Promise<boolean> {
    return this.database.finds(anyStands);
  }

  /** The first rows of a range, lowest sequence first; `full` when there may be more. */
  async batch(
    { subject, created }: PublishedSubject,
    { above, upTo }: Range,
  ): Promise<{ rows: PublishedRow[]; full: boolean }> {
    const values = [subject, created, above, upTo];
    const { rows } = await this.database.query<{ id: string; seq: string }>(statements.batch, values);
    return { rows: rows.map(({ id, seq }) => ({ id, seq: Number(seq) })), full: rows.length === maxRows };
  }

  async forget(rows: PublishedRow[]): Promise<void> {
    if (rows.length > 0) await this.database.query(statements.forget, listsOf(rows));
  }

  /** Has rows published again. @param cause why their stream holds them no more, for the metric */
  async markLost(cause: 'stream' | 'tail' | 'dropped' | 'message', rows: PublishedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { rowCount } = await this.database.query(statements.lost, [...listsOf(rows), this.holder]);
    if (rowCount) this.resent.inc({ cause }, rowCount);
  }
}

function listsOf(rows: PublishedRow[]): [string[], number[]] {
  return [rows.map(({ id }) => id), rows.map(({ seq }) => seq)];
}
