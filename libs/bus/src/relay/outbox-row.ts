import { Tx, literal } from '@app/persistence';

/** A fact that waits to be published. */
export interface OutboxRow {
  id: string;
  subject: string;
  /** JSON text. */
  payload: string;
  headers: Record<string, string>;
  /** It was published before, and the stream lost it: the server may still know its message id. */
  again: boolean;
}

/** A row that was published. */
export interface Sent {
  row: OutboxRow;
  /** Sequence of its message. */
  seq: number;
}

const maxRows = 500;

/*
 * `stream_seq` is where a row stands in its stream; null means that it waits to be published. `stream_created` is the
 * stream that it was published to; a row that has one and no sequence was lost there.
 */
const take = {
  name: 'relay-take',
  text: `select id, subject, payload, headers, stream_created is not null as again
         from outbox where stream_seq is null and subject = any($1::text[]) order by id limit ${maxRows} for update skip locked`,
};
const mark = {
  name: 'relay-mark',
  text: `update outbox o set stream_seq = p.seq, stream_created = $3
         from unnest($1::text[], $2::bigint[]) as p(id, seq) where o.id = p.id`,
};
const markLost = {
  name: 'relay-mark-lost',
  text: `update outbox set stream_created = $2 where id = any($1::text[])`,
};

/**
 * Select that finds a row when one waits to be published. During an upgrade, and after one was taken back, rows of a newer build
 * wait beside them.
 * @param subjects those that this build declares
 */
export function anyWaits(subjects: readonly string[]): string {
  return `select from outbox where stream_seq is null and subject = any(array[${subjects.map(literal).join(', ')}])`;
}

/** The oldest rows that wait, locked until the transaction ends. @param subjects those that this build declares */
export async function takeRows(tx: Tx, subjects: readonly string[]): Promise<{ rows: OutboxRow[]; full: boolean }> {
  const { rows } = await tx.query<OutboxRow>(take, [subjects]);
  return { rows, full: rows.length === maxRows };
}

/** Writes down where rows stand in their stream. @param created when the stream was created; another time means another stream */
export async function markSent(tx: Tx, created: string, sent: Sent[]): Promise<void> {
  if (sent.length > 0) await tx.query(mark, [idsOf(sent), sent.map(({ seq }) => seq), created]);
}

/** Writes down that rows were published where a durable does not look: they wait again. */
export async function markUnheard(tx: Tx, created: string, sent: Sent[]): Promise<void> {
  await tx.query(markLost, [idsOf(sent), created]);
}

function idsOf(sent: Sent[]): string[] {
  return sent.map(({ row }) => row.id);
}
