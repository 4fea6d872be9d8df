import { isTemplate, scopeChain } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { GroupDefinition } from './parse-group';

/** A namespace or a template prefix of an organization. */
export interface GroupScope {
  organization: string;
  scope: string;
}

export interface GroupRow {
  /** A namespace's name, or a template prefix. */
  scope: string;
  name: string;
  generation: string;
  body: GroupDefinition;
  created_at: Date;
  updated_at: Date;
}

/** A group with how far its values are in a namespace; on a prefix in all namespaces. */
export interface CountedGroup extends GroupRow {
  building: boolean;
  /** The moment until which every change is counted; null on a prefix, and while there are no values to show. */
  as_of: Date | null;
}

const columns = 'scope, name, generation, body, created_at, updated_at';

/** The group of a name that is in force in a scope: the one on the most specific scope of the chain. */
export async function findGroup(
  from: Queryable,
  { organization, scope }: GroupScope,
  name: string,
): Promise<GroupRow | null> {
  const { rows } = await from.query<GroupRow>(
    `select ${columns} from group_definition where organization = $1 and scope = any($2::text[]) and name = $3
     order by array_position($2::text[], scope::text) limit 1`,
    [organization, scopeChain(scope), name],
  );
  return rows[0] ?? null;
}

/**
 * The groups in force in a scope, by name, as one snapshot shows them.
 * @param namespaceId null on a prefix
 * @param after the name before the page; null for the first page
 */
export async function listGroups(
  from: Queryable,
  { organization, scope }: GroupScope,
  namespaceId: string | null,
  after: string | null,
  limit: number,
): Promise<CountedGroup[]> {
  const { rows } = await from.query<CountedGroup>(
    `with page as (
       select distinct on (name) ${columns} from unnest($2::text[]) with ordinality c(of, place)
         cross join lateral (select * from group_definition
           where organization = $1 and scope = c.of and name > $4 order by name limit $5) g
       order by name, place limit $5
     )
     select p.*, ${buildingSql('p')} as building, ${asOfSql()} as as_of
     from page p left join group_build b on b.namespace_id = $3::bigint and b.generation = p.generation order by p.name`,
    // A page of each scope of the chain is enough for one of all.
    [organization, scopeChain(scope), namespaceId, after ?? '', limit],
  );
  return rows;
}

/** SQL of whether values of a group `g` are being built in namespace $3, whose build is `b`. */
export function buildingSql(g: string): string {
  return `case when $3::bigint is null
    then exists (select from group_build o where o.generation = ${g}.generation and not o.built) else b.built is false end`;
}

/** SQL of the time until which every change in namespace $3 is counted in a group; its build is `b`. */
export function asOfSql(): string {
  return `case when $3::bigint is null or (b.built is false and b.previous is null) then null when b.built is false then b.changed_at
    else least(date_trunc('milliseconds', app.now()), b.changed_at,
      (select min(d.changed_at) from group_dirty d where d.namespace_id = $3::bigint)) end`;
}

/** What a group takes beside its definition, in bytes. */
export const groupBytes = 512;

/** Bytes of the organization's groups without one of them. */
export async function readBytesOfOthers(tx: Tx, { organization, scope }: GroupScope, name: string): Promise<number> {
  const { rows } = await tx.query<{ bytes: string }>(
    `select coalesce(sum(octet_length(body::text) + ${groupBytes}), 0) as bytes from group_definition
     where organization = $1 and (scope, name) <> ($2, $3)`,
    [organization, scope, name],
  );
  return Number(rows[0].bytes);
}

/** How many stand on the chain of a scope, and on the one scope below it that has most, together. */
export async function countGroups(from: Queryable, { organization, scope }: GroupScope): Promise<number> {
  const under = isTemplate(scope) ? scope.slice(0, -1) : null;
  const { rows } = await from.query<{ n: string }>(
    `select (select count(*) from group_definition where organization = $1 and scope = any($2::text[])) +
       coalesce((select max(n) from (select count(*) as n from group_definition
         where organization = $1 and starts_with(scope, $3) and scope <> $4 group by scope) below), 0) as n`,
    [organization, scopeChain(scope), under, scope],
  );
  return Number(rows[0].n);
}

/** Creates or replaces a group. A replaced one is of a new generation. */
export async function putGroup(
  tx: Tx,
  { organization, scope }: GroupScope,
  name: string,
  body: GroupDefinition,
  reads: { judgments: readonly string[]; calibrated: readonly string[] },
): Promise<GroupRow> {
  const { rows } = await tx.query<GroupRow>(
    `insert into group_definition (organization, scope, name, body, judgments, calibrated) values ($1, $2, $3, $4, $5, $6)
     on conflict (organization, scope, name) do update set body = $4, judgments = $5, calibrated = $6,
       generation = nextval('group_generation'), updated_at = date_trunc('milliseconds', app.now())
     returning ${columns}`,
    [organization, scope, name, JSON.stringify(body), reads.judgments, reads.calibrated],
  );
  return rows[0];
}

export async function deleteGroup(tx: Tx, { organization, scope }: GroupScope, name: string): Promise<void> {
  const values = [organization, scope, name];
  await tx.query('delete from group_definition where organization = $1 and scope = $2 and name = $3', values);
}
