import { busMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database, heldBy } from '@app/persistence';
import { Position } from './position';

/** A row that stands in its stream. */
export interface StandingRow {
  id: string;
  seq: number;
}

/** Name of the lease of the process that sweeps: two builds that run at the same time must agree on it. */
export const sweepLease = 'relay-sweep';

/** Rows that one sweep of a fact looks at. */
const maxRows = 2000;

/** That rows are lost says only the process whose sweep it is: it alone knows that nobody took away its reader. */
const held = (parameter: number): string => heldBy(`'${sweepLease}'`, `$${parameter}`);

const statements = {
  highest: {
    name: 'sweep-highest',
    text: `select coalesce(max(stream_seq), 0)::text as seq from outbox where subject like $1 and stream_seq is not null`,
  },
  passed: {
    name: 'sweep-passed',
    text: `select id, stream_seq::text as seq from outbox o
           where subject like $1 and stream_seq is not null and stream_created = $2 and not exists (
             select from unnest($3::text[], $4::bigint[]) as f(filter, floor)
             where o.subject like f.filter and o.stream_seq > f.floor)
           order by stream_seq limit ${maxRows}`,
  },
  forget: {
    name: 'sweep-forget',
    text: `delete from outbox o using unnest($1::text[], $2::bigint[]) as p(id, seq) where o.id = p.id and o.stream_seq = p.seq`,
  },
  lostMessages: {
    name: 'sweep-lost-messages',
    text: `update outbox o set stream_seq = null from unnest($1::text[], $2::bigint[]) as p(id, seq)
           where o.id = p.id and o.stream_seq = p.seq and ${held(3)}`,
  },
  lostStream: {
    name: 'sweep-lost-stream',
    text: `update outbox set stream_seq = null
           where subject like $1 and stream_seq is not null and stream_created <> $2 and ${held(3)}`,
  },
  lostTail: {
    name: 'sweep-lost-tail',
    text: `update outbox set stream_seq = null
           where subject like $1 and stream_created = $2 and stream_seq > $3::bigint and stream_seq <= $4::bigint and ${held(5)}`,
  },
  dropped: {
    name: 'sweep-dropped',
    text: `update outbox set stream_seq = null where id in (
             select id from outbox where subject like $1 and stream_created = $2 and stream_seq < $3::bigint
             order by stream_seq limit ${maxRows}) and ${held(4)}`,
  },
};

/** The rows of an outbox that stand in a stream, by the subject of their fact (which may end in `>`). */
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
  any(): Promise<boolean> {
    return this.database.finds('select from outbox where stream_seq is not null');
  }

  /** The highest sequence of all rows; 0 without any. */
  async highest(subject: string): Promise<number> {
    const { rows } = await this.database.query<{ seq: string }>(statements.highest, [likeOf(subject)]);
    return Number(rows[0].seq);
  }

  /** Rows that every durable has passed, lowest sequence first. */
  async passed(
    subject: string,
    created: string,
    positions: Position[],
  ): Promise<{ rows: StandingRow[]; full: boolean }> {
    const { rows } = await this.database.query<{ id: string; seq: string }>(statements.passed, [
      likeOf(subject),
      created,
      positions.map(({ filter }) => likeOf(filter)),
      positions.map(({ floor }) => floor),
    ]);
    return { rows: rows.map(({ id, seq }) => ({ id, seq: Number(seq) })), full: rows.length === maxRows };
  }

  async forget(rows: StandingRow[]): Promise<void> {
    if (rows.length > 0) await this.database.query(statements.forget, listsOf(rows));
  }

  /** Another message stands where these stood, or none. */
  async lostMessages(rows: StandingRow[]): Promise<void> {
    if (rows.length > 0) await this.again('message', statements.lostMessages, listsOf(rows));
  }

  /** @param created when the stream was created that is there now */
  async lostStream(subject: string, created: string): Promise<void> {
    await this.again('stream', statements.lostStream, [likeOf(subject), created]);
  }

  /** @param seen the last sequence of the stream, and the highest that a row had before */
  async lostTail(subject: string, created: string, seen: { last: number; highest: number }): Promise<void> {
    await this.again('tail', statements.lostTail, [likeOf(subject), created, seen.last, seen.highest]);
  }

  /** @param first the first sequence that the stream still holds */
  async dropped(subject: string, created: string, first: number): Promise<void> {
    await this.again('dropped', statements.dropped, [likeOf(subject), created, first]);
  }

  private async again(cause: string, statement: { name: string; text: string }, values: unknown[]): Promise<void> {
    const { rowCount } = await this.database.query(statement, [...values, this.holder]);
    if (rowCount) this.resent.inc({ cause }, rowCount);
  }
}

function listsOf(rows: StandingRow[]): [string[], number[]] {
  return [rows.map(({ id }) => id), rows.map(({ seq }) => seq)];
}

/** A subject as an SQL pattern. A durable that consumes only a part of a fact keeps no row outside that part. */
function likeOf(subject: string): string {
  return subject.replace(/[*>]/, '%');
}
