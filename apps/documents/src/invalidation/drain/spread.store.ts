import type { Tx } from '@app/persistence';
import { Spread } from './spread';

const due = (last: string, first: string) =>
  `least(${last} + make_interval(secs => e.debounce_ms / 1000.0), ${first} + make_interval(secs => e.max_wait_ms / 1000.0))`;

/**
 * Adds spreads to the walks that have not begun, or begins new ones; a key has at most one of each. Each gets a new round.
 * The caller holds the lock of the inbox.
 */
export async function addSpreads(tx: Tx, namespaceId: string, spreads: readonly Spread[]): Promise<void> {
  if (spreads.length === 0) return;
  await tx.query(
    `with e as materialized (
       select e.*, decode(e.key_hex, 'hex') as key from (
         select judgment, mine, key as key_hex, first, last, spared, debounce_ms, max_wait_ms, traceparent
         from jsonb_to_recordset($2::jsonb) r(judgment text, mine text, key text, first timestamptz, last timestamptz,
           spared text, debounce_ms float8, max_wait_ms float8, traceparent text)) e
     ), joined as (
       update fanout_walk f set round = nextval('fanout_round'), last_change_at = greatest(f.last_change_at, e.last),
         due_at = ${due('greatest(f.last_change_at, e.last)', 'f.first_change_at')},
         spared = case when f.spared is distinct from e.spared then null else f.spared end,
         traceparent = coalesce(e.traceparent, f.traceparent)
       from e where f.namespace_id = $1 and f.judgment_id = e.judgment and f.mine = e.mine and f.key = e.key and not f.begun
       returning f.judgment_id, f.mine, f.key, f.due_at
     ), added as (
       insert into fanout_walk (namespace_id, judgment_id, mine, key, round, spared, first_change_at, last_change_at, due_at,
         traceparent)
       select $1, e.judgment, e.mine, e.key, nextval('fanout_round'), e.spared, e.first, e.last, ${due('e.last', 'e.first')},
         e.traceparent
       from e where not exists (
         select from joined j where j.judgment_id = e.judgment and j.mine = e.mine and j.key = e.key)
       returning due_at
     )
     select expect_fanouts($1, min(w.due_at)) from (select due_at from joined union all select due_at from added) w`,
    [namespaceId, JSON.stringify(spreads)],
  );
}
