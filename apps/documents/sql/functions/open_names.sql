-- The attributes of a judgment's documents by whose keys related changes have still to reach answers, `''` for the id;
-- null when nothing is open for the judgment. It goes from one attribute to the next by the primary keys, however many
-- keys are open.
create or replace function open_names(p_namespace bigint, p_judgment text) returns text[]
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  names text[];
  -- The least name that may follow.
  next text collate "C" := '';
  found text collate "C";
begin
  loop
    found := least(
      (select c.mine from related_change c
         where c.namespace_id = p_namespace and c.judgment_id = p_judgment and c.mine >= next order by c.mine limit 1),
      (select f.mine from fanout_walk f
         where f.namespace_id = p_namespace and f.judgment_id = p_judgment and f.mine >= next order by f.mine limit 1));
    exit when found is null;
    names := array_append(names, found);
    next := found || chr(1);
  end loop;
  return names;
end $$;
