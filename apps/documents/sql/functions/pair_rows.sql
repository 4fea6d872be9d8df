-- The rows of `attribute_pair` that documents have by the attributes that are stored now, in the pairs of the namespace that are
-- kept. Keys of elements of arrays begin with the byte 0x40 or a greater one; a document has at most one other key a name.
--
-- p_documents  ids
-- p_names      of the same length: an attribute of that document; a pair gives no row where it is neither of its two
create or replace function pair_rows(p_namespace bigint, p_documents text[], p_names text[])
returns table (pair bigint, equal_key bytea, key bytea, document_id text)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
as $$
begin
  -- `offset 0`: each attribute is looked up by its document, whatever the planner knows of the values.
  return query select x.id, e.key, coalesce(o.key, ''), x.document from (
      select distinct i.id, i.equal_name, i.ordered_name, t.document
      from unnest(p_documents, p_names) t(document, name)
        join pair_index i on i.namespace_id = p_namespace and t.name in (i.equal_name, i.ordered_name)
      where i.state in ('filling', 'ready')) x
    cross join lateral (select a.key from attribute a
      where a.namespace_id = p_namespace and a.document_id = x.document and a.name = x.equal_name offset 0) e
    left join lateral (select a.key from attribute a
      where a.namespace_id = p_namespace and a.document_id = x.document and a.name = x.ordered_name offset 0) o on o.key < '\x40'
    where e.key < '\x40';
end $$;
