-- Deletes the rows of answers that were asked for, never came, and are queued no longer: such a document reads
-- `never_judged` until somebody asks again. A row with an answer or a failure stays.
-- Locks: the organization (shared), then the documents in key order.
--
-- p_answers  document, judgment, at (since when the queue of judgments holds no row), on_change (whether a write queues it).
--            A row that was asked for after `at` is queued again and stays. A write asks for it only where `on_change`.
--            Where the fact of a write is still on its way to the queue, the row is gone until the answer comes.
--
-- Returns {revision, namespace_id, dequeued: [{document, judgment}]}, or null when there is no such namespace.
create or replace function dequeue_answers(p_organization text, p_namespace text, p_answers jsonb) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ns bigint;
  dequeued jsonb;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
  select id into ns from namespace where organization = p_organization and name = p_namespace;
  if ns is null then return null; end if;
  perform d.id from document d
    where d.namespace_id = ns and d.id = any(array(select e ->> 'document' from jsonb_array_elements(p_answers) e))
    order by d.id for update;

  with gone as (
    delete from answer a
    using jsonb_to_recordset(p_answers) as x(document text, judgment text, at timestamptz, on_change boolean)
    where a.namespace_id = ns and a.document_id = x.document and a.judgment_id = x.judgment
      and a.record = 0 and a.body_record = 0 and a.same_record = 0 and a.failure is null
      and case when x.on_change then a.touched_at else coalesce(a.wanted_at, a.touched_at) end <= x.at
    returning a.document_id, a.judgment_id
  ) select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id)) into dequeued from gone;

  return jsonb_build_object('namespace_id', ns, 'dequeued', coalesce(dequeued, '[]'),
    'revision', coalesce((select revision from column_revision where organization = p_organization), 0));
end $$;
