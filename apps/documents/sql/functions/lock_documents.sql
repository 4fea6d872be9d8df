-- Takes the shared lock of an organization, then the locks of documents in the order of their ids. Every transaction
-- takes locks in this order, so that no two transactions wait for each other.
create or replace function lock_documents(p_organization text, p_namespace text, p_ids text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform lock_organization(p_organization);
  perform d.id from document d
    where d.namespace_id = (select n.id from namespace n where n.organization = p_organization and n.name = p_namespace)
      and d.id = any(p_ids)
    order by d.id for update;
end $$;
