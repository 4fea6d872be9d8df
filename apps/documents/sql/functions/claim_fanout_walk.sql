-- Claims the walk of a fan-out whose turn it is: of the organization whose last turn is the longest ago, there of the
-- namespace and there of the key of which the same is true. Who comes into line stands behind those that are there.
--
-- A namespace stands in line while a walk of it may be claimed, and otherwise waits until one may be; until it is woken
-- where it lets no fan-outs run.
--
-- Locks: claims go one after the other. Of rows that others hold none is waited for, so that no writer holds up a claim.
-- A namespace leaves the line under a lock that no transaction that adds walks to it leaves free (`expect_fanouts`).
--
-- p_lease  for how long the walk belongs to the caller
create or replace function claim_fanout_walk(p_lease interval) returns setof fanout_walk
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
set enable_incremental_sort = off
set enable_bitmapscan = off
as $$
declare
  at timestamptz := app.now();
  org text collate "C";
  org_place bigint;
  ns bigint;
  ns_place bigint;
  walk fanout_walk;
  is_running boolean;
  next_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('fanout_turn', 0));
  with woken as (
    select t.namespace_id from fanout_turn t where t.place is null and t.wakes_at <= at
    order by t.wakes_at limit 250 for no key update skip locked
  ), lined as (
    update fanout_turn t set wakes_at = null, place = nextval('turn_place') from woken w
    where t.namespace_id = w.namespace_id returning t.organization
  )
  insert into fanout_organization (organization, place)
  select l.organization, nextval('turn_place') from (select distinct organization from lined) l on conflict do nothing;

  org_place := 0;
  loop
    select o.organization, o.place into org, org_place from fanout_organization o where o.place > org_place
      order by o.place limit 1;
    exit when not found;
    ns_place := 0;
    loop
      select t.namespace_id, t.place into ns, ns_place from fanout_turn t
        where t.organization = org and t.place is not null and t.place > ns_place
        order by t.place limit 1 for no key update skip locked;
      exit when not found;
      select not n.deleting and coalesce((n.fanout ->> 'enabled')::boolean, true)
          and coalesce((n.fanout ->> 'share')::float8, 1) > 0
        into is_running from namespace n where n.id = ns;
      if is_running then
        select w.* into walk from fanout_walk w where w.namespace_id = ns and coalesce(w.lease_until, w.due_at) <= at
          order by coalesce(w.lease_until, w.due_at) limit 1 for update skip locked;
        if found then
          update fanout_turn t set place = nextval('turn_place') where t.namespace_id = ns;
          update fanout_organization o set place = nextval('turn_place') where o.organization = org;
          return query update fanout_walk w set attempts = w.attempts + 1, lease_until = at + p_lease, begun = true
            where w.namespace_id = ns and w.judgment_id = walk.judgment_id and w.mine = walk.mine and w.key = walk.key
              and w.round = walk.round returning w.*;
          return;
        end if;
      end if;

      -- It leaves the line, unless somebody adds walks at this moment.
      perform from fanout_turn t where t.namespace_id = ns for update skip locked;
      continue when not found;
      next_at := null;
      if is_running then
        -- Of a walk that may be claimed somebody else has the row in hand.
        select greatest(coalesce(w.lease_until, w.due_at), at + interval '100 ms') into next_at from fanout_walk w
          where w.namespace_id = ns order by coalesce(w.lease_until, w.due_at) limit 1;
      else
        select 'infinity' into next_at from namespace n where n.id = ns;
      end if;
      if next_at is null then
        delete from fanout_turn t where t.namespace_id = ns;
      else
        update fanout_turn t set place = null, wakes_at = next_at where t.namespace_id = ns;
      end if;
    end loop;
    delete from fanout_organization o where o.organization = org
      and not exists (select from fanout_turn t where t.organization = org and t.place is not null);
  end loop;
end $$;
