import type { JsonObject } from '@app/json';
import { Tx, Queryable } from '@app/persistence';

/** An erased picture that documents may still name. */
export interface Detaching {
  organization: string;
  namespace: string;
  namespaceId: string;
  id: string;
}

interface Row {
  organization: string;
  namespace: string;
  namespace_id: string;
  id: string;
}

/** What is still to do; a namespace that is being deleted takes its documents and pictures with it. */
const waiting = `
  select n.organization, n.name as namespace, i.namespace_id, i.id from image i join namespace n on n.id = i.namespace_id
  where i.erased_at is not null and i.detached_at is null and not n.deleting`;

export async function nextDetaching(from: Queryable): Promise<Detaching | null> {
  const { rows } = await from.query<Row>(`${waiting} order by i.erased_at limit 1`);
  return rows.length === 0 ? null : detachingOf(rows[0]);
}

export async function detachingAt(
  from: Queryable,
  organization: string,
  namespace: string,
  id: string,
): Promise<Detaching | null> {
  const { rows } = await from.query<Row>(`${waiting} and n.organization = $1 and n.name = $2 and i.id = $3`, [
    organization,
    namespace,
    id,
  ]);
  return rows.length === 0 ? null : detachingOf(rows[0]);
}

function detachingOf({ organization, namespace, namespace_id: namespaceId, id }: Row): Detaching {
  return { organization, namespace, namespaceId, id };
}

const naming = `d.namespace_id = $1 and d.images <> '{}' and jsonb_path_query_array(d.images, '$.*') @> to_jsonb(array[$2::text])`;

/** Documents that name the picture, found by index and without a lock. */
export async function documentsNaming(
  from: Queryable,
  { namespaceId, id }: Detaching,
  limit: number,
): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    `select d.id from document d where ${naming} order by d.id limit $3`,
    [namespaceId, id, limit],
  );
  return rows.map((row) => row.id);
}

/** Those of some documents, which the caller has locked, that name it still, with all they name. */
export async function namesIn(
  tx: Tx,
  { namespaceId, id }: Detaching,
  documents: readonly string[],
): Promise<{ id: string; images: JsonObject }[]> {
  const { rows } = await tx.query<{ id: string; images: JsonObject }>(
    `select d.id, d.images from document d where ${naming} and d.id = any($3::text[])`,
    [namespaceId, id, documents],
  );
  return rows;
}

/** Unless it was uploaded again meanwhile. */
export async function markDetached(to: Queryable, { namespaceId, id }: Detaching): Promise<void> {
  await to.query(
    'update image set detached_at = app.now() where namespace_id = $1 and id = $2 and erased_at is not null',
    [namespaceId, id],
  );
}
