-- Applies recorded answers to the read model, in any order. A row has three registers, and only a greater record number
-- moves one: the last record that came (an answer, a failure or a `same`), the last answer, and the last `same`, which
-- says that the answer with its id holds for the document version that it has seen. `record` and `seen` follow from them.
-- Locks: the organization (shared), then the documents in key order.
--
-- p_answers  one entry for each (document, judgment):
--   document, judgment
--   last_record, last_document_version, failure    of the record that came last
--   record, version, document_version, seen, number, value, escape_p, dist, features, parts, epoch, judged_at, body, watermark
--                                                   of the last answer; absent when no answer came, and `features`, `parts`
--                                                   and `watermark` absent when it has none
--   same_record, same_document_version, same_seen, same_answer, same_watermark
--                                                   of the last `same`; absent when none came, and `same_watermark` absent
--                                                   when it has none
--   watched                                         true where other judgments read the answer
--
-- The watermark of a row is the greatest that came with its answers and with every `same` of the answer in force. The body
-- shows it where the answer was made with relations.
--
-- Returns {revision, namespace_id, applied: [{document, judgment}], invalidated: [{document, judgment, version}],
-- watched: [{document, judgment, before, after}]}, or null when there is no such namespace. `invalidated` are first answers
-- that read an older version of the document. `watched` are watched answers that another one has replaced, as bodies;
-- `before` is null for a first answer.
create or replace function apply_answers(p_organization text, p_namespace text, p_answers jsonb) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  ns bigint;
  at timestamptz := date_trunc('milliseconds', app.now());
  made text[];
  invalidated jsonb;
  applied jsonb;
  replaced jsonb;
  lags float8[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
  select id into ns from namespace where organization = p_organization and name = p_namespace;
  if ns is null then return null; end if;
  perform d.id from document d
    where d.namespace_id = ns and d.id = any(array(select e ->> 'document' from jsonb_array_elements(p_answers) e))
    order by d.id for update;

  -- Answers of an earlier incarnation of the document (older than `born`) get no row.
  with blank as (
    insert into answer (namespace_id, document_id, judgment_id, wanted, touched_at, cause)
    select ns, a.document, a.judgment, d.version, at, 'document'
    from jsonb_to_recordset(p_answers) as a(
      document text, judgment text, last_document_version bigint, document_version bigint, same_document_version bigint)
    join document d on d.namespace_id = ns and d.id = a.document
      and greatest(a.last_document_version, a.document_version, a.same_document_version) >= d.born
    order by a.document, a.judgment
    on conflict (namespace_id, document_id, judgment_id) do nothing
    returning judgment_id, document_id
  ) select coalesce(array_agg(judgment_id || ' ' || document_id), '{}') into made from blank;

  with given as (
    select a.*, o.wanted as stored_wanted, o.seen as stored_seen, o.wanted_at as stored_wanted_at,
      a.last_document_version >= d.born and a.last_record > o.heard as is_last,
      coalesce(a.document_version >= d.born and a.record > o.body_record, false) as is_answer,
      coalesce(a.same_document_version >= d.born and a.same_record > o.same_record, false) as is_same,
      o.body_record as stored_record, o.body_seen as stored_answer_seen, o.body ->> 'id' as stored_answer, o.body as stored_body,
      o.watermark as stored_watermark,
      o.same_record as stored_same_record, o.same_seen as stored_same_seen, o.same_id as stored_same_answer
    from jsonb_to_recordset(p_answers) as a(
      document text, judgment text, last_record bigint, last_document_version bigint, failure text,
      record bigint, version int, document_version bigint, seen bigint, number float8, value text, escape_p float8, dist jsonb,
      features jsonb, parts jsonb, epoch text, judged_at timestamptz, body json,
      watermark timestamptz, same_record bigint, same_document_version bigint, same_seen bigint, same_answer text,
      same_watermark timestamptz, watched boolean)
    join document d on d.namespace_id = ns and d.id = a.document
    join answer o on o.namespace_id = ns and o.document_id = a.document and o.judgment_id = a.judgment
  ), next as (
    select g.*,
      case when is_answer then record else stored_record end as next_record,
      case when is_answer then seen else stored_answer_seen end as next_answer_seen,
      case when is_answer then body ->> 'id' else stored_answer end as next_answer,
      case when is_same then same_record else stored_same_record end as next_same_record,
      case when is_same then same_seen else stored_same_seen end as next_same_seen,
      case when is_same then same_answer else stored_same_answer end as next_same_answer
    from given g where is_last or is_answer or is_same
  ), stands as (
    select n.*, coalesce(next_same_record > next_record and next_same_answer = next_answer, false) as same_in_force from next n
  ), effective as (
    select s.*,
      case when same_in_force then next_same_record else next_record end as record_in_force,
      least(case when same_in_force then next_same_seen else next_answer_seen end, stored_wanted) as seen_in_force,
      greatest(stored_watermark, case when is_answer then watermark end,
        case when is_same and same_in_force then same_watermark end) as next_watermark
    from stands s
  ), moved as (
    update answer o set
      heard = case when x.is_last then x.last_record else o.heard end,
      failure = case when x.is_last then x.failure else o.failure end,
      record = x.record_in_force, seen = x.seen_in_force,
      -- An answer that has seen all that is wanted waits for no related document.
      stale_by = case when x.seen_in_force < x.stored_wanted then o.stale_by end,
      body_record = x.next_record, body_seen = x.next_answer_seen,
      same_record = x.next_same_record, same_seen = x.next_same_seen, same_id = x.next_same_answer,
      version = case when x.is_answer then x.version else o.version end,
      document_version = case when x.is_answer then x.document_version else o.document_version end,
      number = case when x.is_answer then x.number else o.number end,
      value = case when x.is_answer then x.value else o.value end,
      escape_p = case when x.is_answer then x.escape_p else o.escape_p end,
      dist = case when x.is_answer then x.dist else o.dist end,
      features = case when x.is_answer then x.features else o.features end,
      parts = case when x.is_answer then x.parts else o.parts end,
      epoch = case when x.is_answer then x.epoch else o.epoch end,
      judged_at = case when x.is_answer then x.judged_at else o.judged_at end,
      watermark = x.next_watermark,
      body = case
        when x.next_watermark is null or (case when x.is_answer then x.body else o.body end) ->> 'watermark' is null
          then case when x.is_answer then x.body else o.body end
        else ((case when x.is_answer then x.body else o.body end)::jsonb || jsonb_build_object('watermark',
          to_char(x.next_watermark at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json end
    from effective x where o.namespace_id = ns and o.document_id = x.document and o.judgment_id = x.judgment
    returning o.document_id, o.judgment_id, o.wanted, o.record > 0 and o.wanted > o.seen
      and o.judgment_id || ' ' || o.document_id = any(made) as is_outdated,
      x.watched and x.is_answer as is_replaced, x.stored_body, x.body as new_body
  )
  select (select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id)) from moved),
    (select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id, 'version', wanted))
      from moved where is_outdated),
    (select array_agg(greatest(extract(epoch from at - stored_wanted_at) * 1000, 1)::float8) from effective
      where stored_wanted > stored_seen and seen_in_force = stored_wanted and stored_wanted_at is not null),
    (select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id, 'before', stored_body, 'after', new_body))
      from moved where is_replaced)
    into applied, invalidated, lags, replaced;

  if lags is not null then
    insert into lag_count as c (namespace_id, day, bucket, answers)
    select ns, (at at time zone 'UTC')::date, floor(ln(ms) / ln(1.1)), count(*) from unnest(lags) ms group by 3 order by 3
    on conflict (namespace_id, day, bucket) do update set answers = c.answers + excluded.answers;
  end if;
  return jsonb_build_object('namespace_id', ns, 'invalidated', coalesce(invalidated, '[]'), 'applied', coalesce(applied, '[]'),
    'watched', coalesce(replaced, '[]'), 'revision', coalesce((select revision from column_revision where organization = p_organization), 0));
end $$;
