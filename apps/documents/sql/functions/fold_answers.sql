-- Replaced by apply_answers (apply_answers.sql), which names every member of its argument. It stays for one release, so
-- that a process of the build before can apply answers while the new build starts.
--
-- Applies recorded answers to the read model, in any order: a row has three registers, each moved by a greater record
-- number only: what was heard last (a failure or not), the answer, and the last `same`, which lets the answer of its id
-- stand for what it has seen. `record` and `seen` follow from the three.
-- Locks: the organization (shared), then the documents in key order.
--
-- p_answers      one entry a (document d, judgment j): heard h of document version hv with failure f;
--                answer r (record), v (version), dv (document version), s (seen), n (number), val (value), e (escape_p),
--                dist, ep (epoch), ja (judged_at), b (body); same rs, of document version sv, seen ss, of answer sid
--
-- Returns {revision, namespace_id, folded: [{document, judgment}], retouched: [{document, judgment, version}]}, or null
-- when there is no such namespace.
create or replace function fold_answers(p_organization text, p_namespace text, p_answers jsonb) returns jsonb
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
  retouched jsonb;
  folded jsonb;
  lags float8[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
  select id into ns from namespace where organization = p_organization and name = p_namespace;
  if ns is null then return null; end if;
  perform d.id from document d
    where d.namespace_id = ns and d.id = any(array(select e ->> 'd' from jsonb_array_elements(p_answers) e))
    order by d.id for update;

  with blank as (
    insert into answer (namespace_id, document_id, judgment_id, wanted, touched_at, cause)
    select ns, a.d, a.j, d.version, at, 'document'
    from jsonb_to_recordset(p_answers) as a(d text, j text, hv bigint, dv bigint, sv bigint)
    join document d on d.namespace_id = ns and d.id = a.d and greatest(a.hv, a.dv, a.sv) >= d.born
    order by a.d, a.j
    on conflict (namespace_id, document_id, judgment_id) do nothing
    returning judgment_id, document_id
  ) select coalesce(array_agg(judgment_id || ' ' || document_id), '{}') into made from blank;

  with given as (
    select a.*, o.wanted, o.seen as had_seen, o.wanted_at,
      a.hv >= d.born and a.h > o.heard as hears,
      coalesce(a.dv >= d.born and a.r > o.body_record, false) as answers,
      coalesce(a.sv >= d.born and a.rs > o.same_record, false) as repeats,
      o.body_record, o.body_seen, o.body ->> 'id' as body_id, o.same_record, o.same_seen, o.same_id
    from jsonb_to_recordset(p_answers) as a(d text, j text, h bigint, hv bigint, f text, r bigint, v int, dv bigint, s bigint,
      n float8, val text, e float8, dist jsonb, ep text, ja timestamptz, b json, rs bigint, sv bigint, ss bigint, sid text)
    join document d on d.namespace_id = ns and d.id = a.d
    join answer o on o.namespace_id = ns and o.document_id = a.d and o.judgment_id = a.j
  ), next as (
    select g.*,
      case when answers then r else body_record end as nb, case when answers then s else body_seen end as nb_seen,
      case when answers then b ->> 'id' else body_id end as nb_id,
      case when repeats then rs else same_record end as ns_record, case when repeats then ss else same_seen end as ns_seen,
      case when repeats then sid else same_id end as ns_id
    from given g where hears or answers or repeats
  ), effective as (
    select n.*, case when ns_record > nb and ns_id = nb_id then ns_record else nb end as record,
      least(case when ns_record > nb and ns_id = nb_id then ns_seen else nb_seen end, wanted) as seen
    from next n
  ), moved as (
    update answer o set
      heard = case when x.hears then x.h else o.heard end,
      failure = case when x.hears then x.f else o.failure end,
      record = x.record, seen = x.seen,
      body_record = x.nb, body_seen = x.nb_seen, same_record = x.ns_record, same_seen = x.ns_seen, same_id = x.ns_id,
      version = case when x.answers then x.v else o.version end,
      document_version = case when x.answers then x.dv else o.document_version end,
      number = case when x.answers then x.n else o.number end,
      value = case when x.answers then x.val else o.value end,
      escape_p = case when x.answers then x.e else o.escape_p end,
      dist = case when x.answers then x.dist else o.dist end,
      epoch = case when x.answers then x.ep else o.epoch end,
      judged_at = case when x.answers then x.ja else o.judged_at end,
      body = case when x.answers then x.b else o.body end
    from effective x where o.namespace_id = ns and o.document_id = x.d and o.judgment_id = x.j
    returning o.document_id, o.judgment_id, o.wanted, o.record > 0 and o.wanted > o.seen
      and o.judgment_id || ' ' || o.document_id = any(made) as again
  )
  select (select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id)) from moved),
    (select jsonb_agg(jsonb_build_object('document', document_id, 'judgment', judgment_id, 'version', wanted)) from moved where again),
    (select array_agg(greatest(extract(epoch from at - wanted_at) * 1000, 1)::float8) from effective
      where wanted > had_seen and seen = wanted and wanted_at is not null)
    into folded, retouched, lags;

  if lags is not null then
    insert into lag_count as c (namespace_id, day, bucket, answers)
    select ns, (at at time zone 'UTC')::date, floor(ln(ms) / ln(1.1)), count(*) from unnest(lags) ms group by 3 order by 3
    on conflict (namespace_id, day, bucket) do update set answers = c.answers + excluded.answers;
  end if;
  return jsonb_build_object('namespace_id', ns, 'retouched', coalesce(retouched, '[]'), 'folded', coalesce(folded, '[]'),
    'revision', coalesce((select revision from column_revision where organization = p_organization), 0));
end $$;
