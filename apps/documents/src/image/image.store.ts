import { Tx, Queryable } from '@app/persistence';
import { ImageRow } from './image';

const columns = 'i.id, i.media_type, i.bytes, i.width, i.height, i.erased_at is not null as erased';

/** The namespace that pictures are stored in, made when it is not there, as by a first document. */
export async function namespaceFor(
  tx: Tx,
  organization: string,
  namespace: string,
): Promise<{ id: string; deleting: boolean; isMade: boolean }> {
  await tx.query('select lock_organization($1)', [organization]);
  const made = await tx.query(
    'insert into namespace (organization, name) values ($1, $2) on conflict (organization, name) do nothing',
    [organization, namespace],
  );
  const { rows } = await tx.query<{ id: string; deleting: boolean }>(
    'select id, deleting from namespace where organization = $1 and name = $2',
    [organization, namespace],
  );
  return { ...rows[0], isMade: made.rowCount === 1 };
}

/** Bytes of pictures count to what a namespace holds. */
const counted = `insert into namespace_counter as c (namespace_id, day, slot, bytes)
  select m.namespace_id, (app.now() at time zone 'UTC')::date, pg_backend_pid() % 16, m.bytes from moved m
  on conflict (namespace_id, day, slot) do update set bytes = c.bytes + excluded.bytes`;

/** Stores a picture, or brings an erased one back. @returns false when it was there already */
export async function insertImage(
  tx: Tx,
  namespaceId: string,
  { id, media_type, bytes, width, height }: ImageRow,
  data: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with moved as (
       insert into image as i (namespace_id, id, media_type, bytes, width, height, data) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (namespace_id, id) do update set data = excluded.data, created_at = excluded.created_at,
         erased_at = null, detached_at = null where i.erased_at is not null
       returning i.namespace_id, i.bytes) ${counted}`,
    [namespaceId, id, media_type, bytes, width, height, data],
  );
  return rowCount === 1;
}

/** @returns null when no such picture was ever stored; `data` is null unless it is wanted and there */
export async function findImage(
  from: Queryable,
  organization: string,
  namespace: string,
  id: string,
  withData: boolean,
): Promise<(ImageRow & { data: Buffer | null }) | null> {
  const { rows } = await from.query<ImageRow & { data: Buffer | null }>(
    {
      name: withData ? 'image-data' : 'image-facts',
      text: `select ${columns}, ${withData ? 'i.data' : 'null'} as data
        from image i join namespace n on n.id = i.namespace_id
        where n.organization = $1 and n.name = $2 and i.id = $3`,
    },
    [organization, namespace, id],
  );
  return rows[0] ?? null;
}

/**
 * Which of some pictures are there; those whose bytes are erased read true. Under a share lock, so that none is erased
 * before the documents that are to name it are committed.
 */
export async function heldImages(
  tx: Queryable,
  namespaceId: string,
  ids: readonly string[],
): Promise<Map<string, { erased: boolean }>> {
  const { rows } = await tx.query<{ id: string; erased: boolean }>(
    `select id, erased_at is not null as erased from image where namespace_id = $1 and id = any($2::text[])
     order by id for share`,
    [namespaceId, ids],
  );
  return new Map(rows.map(({ id, erased }) => [id, { erased }]));
}

/** Takes the bytes away. @returns the row as it was before, locked; null when there is none */
export async function emptyImage(
  tx: Tx,
  organization: string,
  namespace: string,
  id: string,
): Promise<{ namespaceId: string; erased: boolean } | null> {
  const { rows } = await tx.query<{ namespace_id: string; erased: boolean }>(
    `select i.namespace_id, i.erased_at is not null as erased from image i join namespace n on n.id = i.namespace_id
     where n.organization = $1 and n.name = $2 and i.id = $3 for update of i`,
    [organization, namespace, id],
  );
  if (rows.length === 0) return null;
  const { namespace_id: namespaceId, erased } = rows[0];
  if (!erased) {
    await tx.query(
      `with moved as (
         update image set data = null, erased_at = app.now() where namespace_id = $1 and id = $2
         returning namespace_id, -bytes as bytes) ${counted}`,
      [namespaceId, id],
    );
  }
  return { namespaceId, erased };
}
