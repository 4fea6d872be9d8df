-- Makes the missing rows of answers that a read is about to have judged, under share locks of their documents. A write
-- from then on invalidates these answers. Of an answer that was asked for and has not come, it notes that it is asked for
-- again, so that the end of an earlier wait does not end this one (dequeue_answers).
--
-- p_ids, p_judgments  a document and a judgment, pair by pair
create or replace function ask_answers(p_namespace_id bigint, p_ids text[], p_judgments text[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  at timestamptz := date_trunc('milliseconds', app.now());
begin
  perform d.id from document d where d.namespace_id = p_namespace_id and d.id = any(p_ids) order by d.id for share;
  insert into answer as a (namespace_id, document_id, judgment_id, wanted, wanted_at, touched_at, cause)
  select p_namespace_id, d.id, x.judgment, d.version, at, at, 'document'
  from unnest(p_ids, p_judgments) x(id, judgment) join document d on d.namespace_id = p_namespace_id and d.id = x.id
  order by d.id, x.judgment
  on conflict (namespace_id, document_id, judgment_id) do update set wanted_at = excluded.wanted_at,
    touched_at = excluded.touched_at
    where a.record = 0 and a.failure is null and a.wanted_at < excluded.wanted_at;
end $$;
