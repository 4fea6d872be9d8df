import type { SubscriptionBody } from '@app/contracts/documents';
import { durationMs, isTemplate, scopeChain } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';

export interface SubscriptionRow {
  id: string;
  /** A namespace's name, or a template prefix. */
  scope: string;
  name: string;
  filter: object;
  endpoint: string | null;
  events: string[];
  include: string[];
  initial: string;
  min_hold: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A namespace or a template prefix of an organization. */
export interface ScopeRef {
  organization: string;
  scope: string;
}

const columns = 'id, scope, name, filter, endpoint, events, include, initial, min_hold, created_at, updated_at';

/** The subscription of a name that is in force in a scope: the one on the most specific scope of the chain. */
export async function findSubscription(
  from: Queryable,
  { organization, scope }: ScopeRef,
  name: string,
): Promise<SubscriptionRow | null> {
  const { rows } = await from.query<SubscriptionRow>(
    `select ${columns} from subscription where organization = $1 and scope = any($2::text[]) and name = $3
     order by array_position($2::text[], scope::text) limit 1`,
    [organization, scopeChain(scope), name],
  );
  return rows[0] ?? null;
}

/** What a subscription takes beside its filter, in bytes. */
export const subscriptionBytes = 512;

/** Bytes of the organization's subscriptions without one of them. */
export async function readBytesOfOthers(tx: Tx, { organization, scope }: ScopeRef, name: string): Promise<number> {
  const { rows } = await tx.query<{ bytes: string }>(
    `select coalesce(sum(octet_length(filter::text) + ${subscriptionBytes}), 0) as bytes from subscription
     where organization = $1 and (scope, name) <> ($2, $3)`,
    [organization, scope, name],
  );
  return Number(rows[0].bytes);
}

/** The subscriptions in force in a scope, by name. @param after the name before the page; null for the first page */
export async function listSubscriptions(
  from: Queryable,
  { organization, scope }: ScopeRef,
  after: string | null,
  limit: number,
): Promise<SubscriptionRow[]> {
  const { rows } = await from.query<SubscriptionRow>(
    `select distinct on (name) ${columns} from unnest($2::text[]) with ordinality c(of, place)
       cross join lateral (select * from subscription
         where organization = $1 and scope = c.of and name > $3 order by name limit $4) s
     order by name, place limit $4`,
    // A page of each scope of the chain is enough for one of all.
    [organization, scopeChain(scope), after ?? '', limit],
  );
  return rows;
}

/** How many stand on the chain of a scope, and on the one scope below it that has most, together. */
export async function countSubscriptions(from: Queryable, { organization, scope }: ScopeRef): Promise<number> {
  const under = isTemplate(scope) ? scope.slice(0, -1) : null;
  const { rows } = await from.query<{ n: string }>(
    `select (select count(*) from subscription where organization = $1 and scope = any($2::text[])) +
       coalesce((select max(n) from (select count(*) as n from subscription
         where organization = $1 and starts_with(scope, $3) and scope <> $4 group by scope) below), 0) as n`,
    [organization, scopeChain(scope), under, scope],
  );
  return Number(rows[0].n);
}

/** Creates or replaces a subscription. @param namespaceId null for a template prefix */
export async function putSubscription(
  tx: Tx,
  { organization, scope }: ScopeRef,
  namespaceId: string | null,
  name: string,
  body: SubscriptionBody,
): Promise<SubscriptionRow> {
  const { rows } = await tx.query<SubscriptionRow>(
    `insert into subscription as s (organization, scope, namespace_id, name, filter, endpoint, events, include, initial,
       min_hold, min_hold_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (organization, scope, name) do update set filter = $5, endpoint = $6, events = $7, include = $8,
       initial = $9, min_hold = $10, min_hold_ms = $11, revision = s.revision + 1,
       updated_at = date_trunc('milliseconds', app.now())
     returning ${columns}`,
    [
      ...[organization, scope, namespaceId, name, JSON.stringify(body.filter), body.endpoint ?? null],
      ...[body.on ?? ['entered', 'exited'], body.include ?? [], body.initial ?? 'silent'],
      ...[body.min_hold ?? null, typeof body.min_hold === 'string' ? durationMs(body.min_hold) : null],
    ],
  );
  return rows[0];
}

export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from subscription where id = $1', [id]);
}
