import type { NamespaceRef } from '@app/contracts';
import type { Queryable, Tx } from '@app/persistence';
import { lockOrganization } from '../namespace/snapshot/revision.store';
import { ImageRow } from './image';

/** The namespace of an upload; made when it does not exist, as by a first document. */
export async function findOrMakeNamespace(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
): Promise<{ id: string; deleting: boolean; isMade: boolean }> {
  await lockOrganization(tx, organization);
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

/** Counts the bytes of the rows in `moved` to what their namespace holds. */
const countBytes = `insert into namespace_counter as c (namespace_id, day, slot, bytes)
  select m.namespace_id, (app.now() at time zone 'UTC')::date, pg_backend_pid() % 16, m.bytes from moved m
  on conflict (namespace_id, day, slot) do update set bytes = c.bytes + excluded.bytes, to_measure = true`;

/** Stores an image, or the bytes of an erased one again. @returns false when the image was stored already */
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
       returning i.namespace_id, i.bytes) ${countBytes}`,
    [namespaceId, id, media_type, bytes, width, height, data],
  );
  return rowCount === 1;
}

/** @returns null when the image was never stored; its `data` is null when it was erased or is not asked for */
export async function findImage(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  id: string,
  withData: boolean,
): Promise<(ImageRow & { data: Buffer | null }) | null> {
  const statement = {
    name: withData ? 'image-data' : 'image-facts',
    text: `select i.id, i.media_type, i.bytes, i.width, i.height, i.erased_at is not null as erased,
        ${withData ? 'i.data' : 'null'} as data
      from image i join namespace n on n.id = i.namespace_id
      where n.organization = $1 and n.name = $2 and i.id = $3`,
  };
  const { rows } = await from.query<ImageRow & { data: Buffer | null }>(statement, [organization, namespace, id]);
  return rows[0] ?? null;
}

/**
 * Takes a share lock on stored images, so that none is erased before the documents that name it are committed.
 * @returns by id those that are stored, and whether each was erased
 */
export async function lockImages(
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

/** Locks an image's row and removes its bytes. @returns whether it was erased before; null when there is no such image */
export async function emptyImage(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  id: string,
): Promise<{ erased: boolean } | null> {
  const { rows } = await tx.query<{ namespace_id: string; erased: boolean }>(
    `select i.namespace_id, i.erased_at is not null as erased from image i join namespace n on n.id = i.namespace_id
     where n.organization = $1 and n.name = $2 and i.id = $3 for update of i`,
    [organization, namespace, id],
  );
  if (rows.length === 0) return null;
  const [{ namespace_id: namespaceId, erased }] = rows;
  if (erased) return { erased };
  await tx.query(
    `with moved as (
       update image set data = null, erased_at = app.now() where namespace_id = $1 and id = $2
       returning namespace_id, -bytes as bytes) ${countBytes}`,
    [namespaceId, id],
  );
  return { erased };
}
