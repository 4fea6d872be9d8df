-- The pairs of a judgment and an attribute of its documents, `''` for the id, by whose keys related changes have still to
-- reach answers of a namespace; null when nothing is open. It goes from one pair to the next by the primary keys, however
-- many keys are open.
create or replace function open_pairs(p_namespace bigint) returns text[]
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  pairs text[];
  found record;
  judgment text collate "C" := '';
  -- The least name that may follow.
  next text collate "C" := '';
begin
  loop
    select p.judgment_id, p.mine into found from (
      (select c.judgment_id, c.mine from related_change c
        where c.namespace_id = p_namespace and (c.judgment_id, c.mine) >= (judgment, next)
        order by c.judgment_id, c.mine limit 1)
      union all
      (select f.judgment_id, f.mine from fanout_walk f
        where f.namespace_id = p_namespace and (f.judgment_id, f.mine) >= (judgment, next)
        order by f.judgment_id, f.mine limit 1)) p
    order by p.judgment_id, p.mine limit 1;
    exit when found.mine is null;
    pairs := pairs || array[[found.judgment_id, found.mine]];
    judgment := found.judgment_id;
    next := found.mine || chr(1);
  end loop;
  return pairs;
end $$;
