import { Queryable } from '@app/persistence';

/** So many rows of each state are counted. */
const most = 100_000;

/** Age in seconds of the oldest row of the outbox; 0 without one. */
export async function readOldestS(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from app.now() - min(created_at))::float8 as age from outbox`,
  );
  return rows[0].age ?? 0;
}

/** Rows that wait for their stream, and rows that stand in it until every durable has passed them; at most 100,000 each. */
export async function countRows(db: Queryable): Promise<{ waiting: number; published: number }> {
  const { rows } = await db.query<{ waiting: number; published: number }>(
    `select
       (select count(*) from (select from outbox where stream_seq is null limit ${most}) w)::int as waiting,
       (select count(*) from (select from outbox where stream_seq is not null limit ${most}) p)::int as published`,
  );
  return rows[0];
}

/** Both: what is on its way from a service, and since when at the longest. */
export async function readOutboxDepth(
  db: Queryable,
): Promise<{ waiting: number; published: number; oldest_s: number }> {
  return { ...(await countRows(db)), oldest_s: Math.max(0, await readOldestS(db)) };
}
