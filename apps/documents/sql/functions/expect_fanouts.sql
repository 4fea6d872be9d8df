-- Says that a walk of a namespace may be claimed from an instant on, for the transaction that adds one or gives one back.
-- Until its end the namespace cannot leave the line, where what it adds is not seen yet; claims go on.
create or replace function expect_fanouts(p_namespace bigint, p_at timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  loop
    perform from fanout_turn t where t.namespace_id = p_namespace for key share;
    if found then
      update fanout_turn t set wakes_at = p_at where t.namespace_id = p_namespace and t.wakes_at > p_at;
      return;
    end if;
    insert into fanout_turn (namespace_id, organization, wakes_at)
      select n.id, n.organization, p_at from namespace n where n.id = p_namespace on conflict (namespace_id) do nothing;
    exit when found or not exists (select from namespace n where n.id = p_namespace);
  end loop;
end $$;
