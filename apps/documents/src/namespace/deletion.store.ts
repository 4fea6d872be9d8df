import { JobRow, Tx, Queryable } from '@app/persistence';
const leaseS = 60;

/** The next documents by key, whichever request wrote them last. */
export async function nextIds(from: Queryable, namespaceId: string, limit: number): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    'select id from document where namespace_id = $1 order by id limit $2',
    [namespaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Erases documents, which the caller has locked, with all that hangs on them. */
export async function eraseDocuments(
  tx: Tx,
  namespaceId: string,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> {
  const values = [namespaceId, ids];
  for (const table of ['attribute', 'answer', 'membership']) {
    await tx.query(`delete from ${table} where namespace_id = $1 and document_id = any($2::text[])`, values);
  }
  const { rows } = await tx.query<{ id: string; version: string }>(
    'delete from document where namespace_id = $1 and id = any($2::text[]) returning id, version',
    values,
  );
  return rows.map(({ id, version }) => ({ id, version: Number(version) }));
}

/** What hangs on no document that was there: each by its own key, so that a piece of it is one statement. */
export const leftovers = [
  'answer',
  'membership',
  'attribute',
  'fanout',
  'namespace_counter',
  'lag_count',
  'metered',
  'image',
] as const;

/** @returns how many rows went */
export async function eraseRows(
  from: Queryable,
  table: (typeof leftovers)[number],
  namespaceId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await from.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where namespace_id = $1 limit $2))`,
    [namespaceId, limit],
  );
  return rowCount ?? 0;
}

/** Its subscriptions and the walks over it alone; those of a prefix stay. */
export async function eraseSubscriptions(tx: Tx, organization: string, namespace: string): Promise<number> {
  const place = [organization, namespace];
  await tx.query('delete from subscription_walk where organization = $1 and scope = $2', place);
  const { rowCount } = await tx.query('delete from subscription where organization = $1 and scope = $2', place);
  return rowCount ?? 0;
}

/** Moves the progress with the documents; false when another process goes on with the job. */
export async function moveDeletion(tx: Tx, { id, attempts }: JobRow, erased: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set done = done + $3, total = greatest(total, done + $3),
       lease_until = app.now() + interval '${leaseS} seconds' where id = $1 and attempts = $2 and status = 'running'`,
    [id, attempts, erased],
  );
  return rowCount === 1;
}
