import { newId } from './ids';
import { Named, Tx } from './database';

export interface OutboxRow {
  id: string;
  subject: string;
  /** JSON text. */
  payload: string;
  headers: Record<string, string>;
}

const insert: Named = {
  name: 'outbox-add',
  text: `insert into outbox (id, subject, payload, headers)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])`,
};

/** Says facts from inside the transaction that makes them true; the relay speaks them after the commit. */
export async function addToOutbox(tx: Tx, rows: OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(insert, [
    rows.map(({ id }) => id),
    rows.map(({ subject }) => subject),
    rows.map(({ payload }) => payload),
    rows.map(({ headers }) => JSON.stringify(headers)),
  ]);
}

/** A row for one fact; `headers` carry the trace that caused it. */
export function outboxRow(
  subject: string,
  payload: object,
  headers: Record<string, string> = {},
  id: string = newId('msg'),
): OutboxRow {
  return { id, subject, payload: JSON.stringify(payload), headers };
}
