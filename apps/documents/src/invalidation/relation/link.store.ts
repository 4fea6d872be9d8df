import type { JudgmentSnapshot } from '@app/contracts/documents';
import type { JoinPath } from '@app/definition';
import { LeasedCursor, LeasedRow, Queryable, Tx } from '@app/persistence';
import { attributeOf, joinKeySql } from '../../document/join-key';

/** A claimed build of the links of one attribute in a namespace. */
export interface LinkBuild extends LeasedRow {
  namespace_id: string;
  organization: string;
  namespace: string;
  name: string;
  /** Whether links of an earlier time are deleted. */
  cleared: boolean;
  ready: boolean;
  /** The last document that was passed. */
  cursor: string;
}

/** Builds take turns, so that one over many documents does not hold up others. */
export const linkBuilds = new LeasedCursor<LinkBuild, 'namespace_id' | 'name', 'cleared' | 'ready' | 'cursor'>({
  name: 'link_name',
  key: ['namespace_id', 'name'],
  cursor: ['cleared', 'ready', 'cursor'],
  order: 'lease_until nulls first, namespace_id, name',
  open: 'not ready',
  read: 'select c.*, n.organization, n.name as namespace from claimed c join namespace n on n.id = c.namespace_id',
});

/**
 * Has links built for the names that a judgment begins to join by, in the namespaces that exist in its scope. Writes keep
 * them from the commit on; a namespace that is made later needs no build.
 */
export async function requestLinks(tx: Tx, before: JudgmentSnapshot | null, after: JudgmentSnapshot): Promise<void> {
  const known = joinedNames(before);
  const names = [...joinedNames(after)].filter((name) => !known.has(name));
  if (names.length === 0) return;
  await tx.query(
    `insert into link_name (namespace_id, name) select n.id, x.name from unnest($3::text[]) x(name)
       join namespace n on n.organization = $1
         and (n.name = $2 or (right($2, 2) = '/*' and starts_with(n.name, left($2, -1))))
     on conflict (namespace_id, name) do update set cleared = false, ready = false, cursor = '', lease_until = null,
       attempts = link_name.attempts + 1`,
    [after.organization, after.scope, names],
  );
}

/** The attributes of related documents that a judgment joins by. */
function joinedNames(snapshot: JudgmentSnapshot | null): Set<string> {
  if (snapshot === null || snapshot.archived) return new Set();
  return new Set((snapshot.edges ?? []).flatMap(({ theirs }) => attributeOf(theirs as JoinPath) ?? []));
}

/** Deletes links of an earlier time. @returns how many; fewer than `limit` when none is left */
export async function clearLinks(tx: Tx, { namespace_id, name }: LinkBuild, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from link where ctid = any(array(select ctid from link where namespace_id = $1 and name = $2 limit $3))`,
    [namespace_id, name, limit],
  );
  return rowCount ?? 0;
}

/**
 * Links the next documents by key. Their locks are taken first, so that no write of them is under way that has read other
 * attributes.
 * @returns the ids of the documents; fewer than `limit` at the end
 */
export async function linkNext(tx: Tx, { namespace_id, name, cursor }: LinkBuild, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from document where namespace_id = $1 and id > $2 order by id limit $3 for update',
    [namespace_id, cursor, limit],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query(
    `insert into link (namespace_id, name, key, created_at, document_id)
     select d.namespace_id, k.name, ${joinKeySql('k.key')}, d.created_at, d.id from document d
       join attribute k on k.namespace_id = d.namespace_id and k.document_id = d.id and k.name = $2
     where d.namespace_id = $1 and d.id = any($3::text[]) on conflict do nothing`,
    [namespace_id, name, ids],
  );
  return ids;
}

/** Those of the names whose links are not complete yet. */
export async function readUnreadyLinks(
  from: Queryable,
  namespaceId: string,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await from.query<{ name: string }>(
    'select name from link_name where namespace_id = $1 and name = any($2::text[]) and not ready',
    [namespaceId, names],
  );
  return rows.map(({ name }) => name);
}
