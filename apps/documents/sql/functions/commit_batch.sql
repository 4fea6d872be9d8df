-- Commits a write that Node computed from what it read (`write-read`), after checking under the locks that nothing of
-- that has changed. Locks: the organization (shared), then stored documents in key order, then new ones in key order.
--
-- p_revision  revision of the organization's judgments that the write was computed with
-- p_write
--   documents       [{id, kind: insert | update | delete | check, read: the version that was read (0: absent), and of
--                   inserted and updated ones bytes, attributes, state, digest (of the state, in hex; left out by builds that
--                   know none), images, created_at (optional), and invalidated: index into `invalidated` or null}]; those
--                   that change stand before those that are only checked
--   changed         how many documents change
--   invalidated     [{judge: judgments whose answers are invalidated and which are notified,
--                   invalidate: judgments whose answers are invalidated without a notification,
--                   other_versions: {judgment: its active version}, of which answers of other versions are invalidated,
--                   entered: {judgment: whether it is notified}, into whose fan-out scope the document has come: answers that
--                   exist are invalidated as by a related change; left out by builds that know none, and without any}]
--   attributes      {added: [{document: ordinal from 1, name, key: in hex, replaces: key in hex (optional)}],
--                   removed: [{document, name, key}]}
--   links           {added: [{document: ordinal from 1, name, key: in hex, created_at (optional)}],
--                   removed: [{document, name, key, created_at}]}: rows of `link`; left out without any
--   related         [{judgment, mine: attribute of the documents that the change concerns, empty for their id, key: in hex,
--                   source: the document that the change does not concern (optional), relation, document: what changed, of
--                   one that concerns a document by its id}]; left out without any
--   dirty           documents that count anew in groups; left out without any
--   growth          {documents, bytes} that the namespace gains or loses
--   facts           {changed, deleted: ids of the outbox rows or null, entered: that of the fact about `entered`, left out
--                   where nobody is notified, headers, subject: of the facts of changes; builds that leave it out mean that
--                   of the live stream}
--
-- Returns {namespace_id, versions: of the documents that change, at}, or {stale: true} and writes nothing when anything
-- that was read has changed. Raises JS001 when another write made or changed one of the documents meanwhile.
create or replace function commit_batch(
  p_organization text, p_namespace text, p_namespace_id bigint, p_revision bigint, p_write jsonb
) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
as $$
declare
  ns bigint := p_namespace_id;
  current_revision bigint;
  ids text[];
  kinds text[];
  reads bigint[];
  sets int[];
  changed int := (p_write ->> 'changed')::int;
  invalidated jsonb := p_write -> 'invalidated';
  attributes_added jsonb := p_write -> 'attributes' -> 'added';
  attributes_removed jsonb := p_write -> 'attributes' -> 'removed';
  facts jsonb := p_write -> 'facts';
  versions bigint[];
  at timestamptz := date_trunc('milliseconds', app.now());
  stamp text := to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  affected int;
  expected int;
  paired_documents text[];
  paired_names text[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
  select revision into current_revision from column_revision where organization = p_organization;
  if coalesce(current_revision, 0) <> p_revision then return '{"stale": true}'; end if;
  if ns is null then
    insert into namespace (organization, name) values (p_organization, p_namespace)
      on conflict (organization, name) do nothing returning id into ns;
    if ns is null then return '{"stale": true}'; end if;
  else
    perform from namespace where id = ns and not deleting;
    if not found then return '{"stale": true}'; end if;
  end if;

  select array_agg(x.id), array_agg(x.kind), array_agg(x.read), array_agg(x.invalidated) into ids, kinds, reads, sets
  from jsonb_to_recordset(p_write -> 'documents') x(id text, kind text, read bigint, invalidated int);

  -- A write of updates alone takes its locks by updating (by index and loop it does that in key order) and checks the
  -- versions in the same statement.
  if 'update' <> any(kinds) then
    select count(*) into expected from unnest(reads) r where r > 0;
    if expected > 0 then
      select count(*) into affected from (
        select d.id, d.version from document d where d.namespace_id = ns and d.id = any(ids) order by d.id for update
      ) l join unnest(ids, reads) r(id, version) on r.id = l.id and r.version = l.version;
      if affected <> expected then return '{"stale": true}'; end if;
    end if;
  end if;

  versions := array(select nextval('document_version') from generate_series(1, changed));

  if 'insert' = any(kinds) then
    with x as (
      select * from rows from (jsonb_to_recordset(p_write -> 'documents') as (id text, kind text, bytes int,
        attributes jsonb, state jsonb, digest text, images jsonb, created_at timestamptz))
        with ordinality as t(id, kind, bytes, attributes, state, digest, images, created_at, n)
      where kind = 'insert'
    ), made as (
      insert into document (namespace_id, id, version, born, attributes, state, state_digest, images, bytes, created_at, updated_at)
      select ns, x.id, versions[x.n], versions[x.n], x.attributes, x.state, decode(x.digest, 'hex'), x.images, x.bytes,
        coalesce(x.created_at, at), at
      from x order by x.id
      on conflict (namespace_id, id) do nothing returning 1
    ) select (select count(*) from made), (select count(*) from x) into affected, expected;
    -- Another write made one of them meanwhile: nothing of this statement may stay.
    if affected <> expected then raise exception 'a document was made meanwhile' using errcode = 'JS001'; end if;
  end if;
  if 'update' = any(kinds) then
    update document d set version = versions[x.n], attributes = x.attributes, state = x.state,
      state_digest = decode(x.digest, 'hex'), images = x.images, bytes = x.bytes, updated_at = at
    from (
      select * from rows from (jsonb_to_recordset(p_write -> 'documents') as (id text, kind text, read bigint, bytes int,
        attributes jsonb, state jsonb, digest text, images jsonb))
        with ordinality as t(id, kind, read, bytes, attributes, state, digest, images, n)
      where kind = 'update' order by id collate "C"
    ) x
    where d.namespace_id = ns and d.id = x.id and d.version = x.read;
    get diagnostics affected = row_count;
    if affected <> cardinality(array_positions(kinds, 'update')) then
      raise exception 'a document has changed' using errcode = 'JS001';
    end if;
  end if;
  if 'delete' = any(kinds) then
    delete from document d where d.namespace_id = ns and d.id = any(array(
      select x.id from unnest(ids, kinds) x(id, kind) where x.kind = 'delete'));
    delete from answer d where d.namespace_id = ns and d.document_id = any(array(
      select x.id from unnest(ids, kinds) x(id, kind) where x.kind = 'delete'));
    delete from membership d where d.namespace_id = ns and d.document_id = any(array(
      select x.id from unnest(ids, kinds) x(id, kind) where x.kind = 'delete'));
  end if;

  -- Rows of pairs follow those of attributes: what the attributes of before gave goes, and what they give afterwards comes.
  -- Builds that know no pairs call this function, too.
  if exists (select from pair_index i where i.namespace_id = ns) then
    select array_agg(ids[e.document]), array_agg(e.name) into paired_documents, paired_names
    from jsonb_to_recordset(attributes_added || attributes_removed) e(document int, name text);
    delete from attribute_pair p using pair_rows(ns, paired_documents, paired_names) x
      where p.namespace_id = ns and p.pair = x.pair and p.equal_key = x.equal_key and p.key = x.key and p.document_id = x.document_id;
  end if;
  if jsonb_array_length(attributes_removed) > 0 then
    delete from attribute a using jsonb_to_recordset(attributes_removed) e(document int, name text, key text)
      where a.namespace_id = ns and a.name = e.name and a.key = decode(e.key, 'hex') and a.document_id = ids[e.document];
  end if;
  if jsonb_array_length(attributes_added) > 0 then
    expected := 0;
    affected := 0;
    if attributes_added @? '$[*].replaces' then
      select count(*) into expected from jsonb_array_elements(attributes_added) e where e ? 'replaces';
      update attribute a set key = decode(e.key, 'hex')
      from jsonb_to_recordset(attributes_added) e(document int, name text, key text, replaces text)
      where e.replaces is not null
        and a.namespace_id = ns and a.name = e.name and a.key = decode(e.replaces, 'hex') and a.document_id = ids[e.document];
      get diagnostics affected = row_count;
    end if;
    if expected < jsonb_array_length(attributes_added) or affected < expected then
      insert into attribute (namespace_id, name, key, document_id)
      select ns, e.name, decode(e.key, 'hex'), ids[e.document]
      from jsonb_to_recordset(attributes_added) e(document int, name text, key text, replaces text)
      where e.replaces is null or affected < expected
      on conflict do nothing;
    end if;
  end if;
  if paired_documents is not null then
    insert into attribute_pair (namespace_id, pair, equal_key, key, document_id)
    select ns, x.pair, x.equal_key, x.key, x.document_id from pair_rows(ns, paired_documents, paired_names) x
    on conflict do nothing;
  end if;

  if p_write ? 'links' then
    delete from link l using jsonb_to_recordset(p_write -> 'links' -> 'removed') e(document int, name text, key text, created_at timestamptz)
      where l.namespace_id = ns and l.name = e.name and l.key = decode(e.key, 'hex') and l.created_at = e.created_at
        and l.document_id = ids[e.document];
    insert into link (namespace_id, name, key, created_at, document_id)
    select ns, e.name, decode(e.key, 'hex'), coalesce(e.created_at, at), ids[e.document]
    from jsonb_to_recordset(p_write -> 'links' -> 'added') e(document int, name text, key text, created_at timestamptz)
    on conflict do nothing;
  end if;
  if p_write ? 'related' then
    insert into related_change (namespace_id, judgment_id, mine, key, source, relation, document, changed_at, traceparent)
    select ns, e.judgment, e.mine, decode(e.key, 'hex'), e.source, e.relation, e.document, at, facts -> 'headers' ->> 'traceparent'
    from jsonb_to_recordset(p_write -> 'related')
      e(judgment text, mine text, key text, source text, relation text, document text);
  end if;
  if p_write ? 'dirty' then
    insert into group_dirty (namespace_id, document_id, changed_at)
    select ns, e.id, at from jsonb_array_elements_text(p_write -> 'dirty') e(id);
  end if;

  if jsonb_array_length(invalidated) > 0 then
    select coalesce(sum(jsonb_array_length(invalidated -> s -> 'judge')), 0) into expected
    from unnest(sets) s where s is not null;
    affected := 0;
    -- Most answers have a row, and an update is half the work of an upsert; the document's lock keeps them still.
    if 'update' = any(kinds) then
      update answer a set wanted = versions[x.n], cause = 'document', touched_at = at,
        wanted_at = case when a.wanted > a.seen then a.wanted_at else at end
      from unnest(ids, sets, kinds) with ordinality x(id, set, kind, n)
      where x.set is not null and x.kind = 'update' and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = any(array(select jsonb_array_elements_text(invalidated -> x.set -> 'judge')));
      get diagnostics affected = row_count;
    end if;
    if affected < expected then
      insert into answer (namespace_id, document_id, judgment_id, wanted, wanted_at, touched_at, cause)
      select ns, x.id, j.id, versions[x.n], at, at, 'document'
      from unnest(ids, sets) with ordinality x(id, set, n)
        join lateral jsonb_array_elements_text(invalidated -> x.set -> 'judge') j(id) on true
      where x.set is not null
      order by x.id, j.id
      on conflict (namespace_id, document_id, judgment_id) do nothing;
    end if;
    if invalidated @? '$[*].other_versions.*' then
      update answer a set wanted = versions[x.n], cause = 'document',
        wanted_at = case when a.wanted > a.seen then a.wanted_at end,
        touched_at = case when a.wanted > a.seen then a.touched_at end
      from unnest(ids, sets) with ordinality x(id, set, n), jsonb_each_text(invalidated -> x.set -> 'other_versions') e(judgment, version)
      where x.set is not null and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = e.judgment and a.version <> e.version::int;
    end if;
    if invalidated @? '$[*].invalidate[*]' then
      update answer a set wanted = versions[x.n], cause = 'document',
        wanted_at = case when a.wanted > a.seen then a.wanted_at else at end, touched_at = at
      from unnest(ids, sets) with ordinality x(id, set, n)
      where x.set is not null and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = any(array(select jsonb_array_elements_text(invalidated -> x.set -> 'invalidate')));
    end if;
    if invalidated @? '$[*].entered.*' then
      -- Only what the answer already waits for as a change of the document stays one.
      with touched as (
        update answer a set wanted = versions[x.n], touched_at = at,
          wanted_at = case when a.wanted > a.seen then a.wanted_at else at end,
          stale_by = case when a.wanted > a.seen and a.cause = 'related' then a.stale_by end,
          cause = case when a.wanted > a.seen and coalesce(a.cause, 'document') = 'document' then 'document' else 'related' end
        from unnest(ids, sets) with ordinality x(id, set, n), jsonb_each_text(invalidated -> x.set -> 'entered') e(judgment, notified)
        where x.set is not null and a.namespace_id = ns and a.document_id = x.id and a.judgment_id = e.judgment
        returning x.n, a.document_id, a.judgment_id, e.notified::boolean as notified
      ), told as (
        select t.*, dense_rank() over (order by judgment_id) - 1 as set from touched t where notified
      )
      insert into outbox (id, subject, payload, headers)
      select facts ->> 'entered', coalesce(facts ->> 'subject', 'documents.document.changed.live.v1'),
        json_build_object('organization', p_organization, 'namespace', p_namespace,
          'sets', (select json_agg(json_build_array(s.judgment_id) order by s.set) from (select distinct set, judgment_id from told) s),
          'documents', json_agg(json_build_object('id', document_id, 'version', versions[n], 'set', set) order by n, set),
          'cause', 'write', 'changed_at', stamp)::text, facts -> 'headers'
      from told having count(*) > 0;
    end if;
  end if;

  if facts ->> 'changed' is not null then
    insert into outbox (id, subject, payload, headers)
    select facts ->> 'changed', coalesce(facts ->> 'subject', 'documents.document.changed.live.v1'),
      json_build_object('organization', p_organization, 'namespace', p_namespace,
        'sets', (select json_agg(s -> 'judge') from jsonb_array_elements(invalidated) s),
        'documents', json_agg(json_build_object('id', x.id, 'version', versions[x.n], 'set', x.set) order by x.n),
        'cause', 'write', 'changed_at', stamp)::text, facts -> 'headers'
    from unnest(ids, sets) with ordinality x(id, set, n)
    where x.set is not null and jsonb_array_length(invalidated -> x.set -> 'judge') > 0;
  end if;
  if facts ->> 'deleted' is not null then
    insert into outbox (id, subject, payload, headers)
    select facts ->> 'deleted', 'documents.document.deleted.v1',
      json_build_object('organization', p_organization, 'namespace', p_namespace,
        'documents', json_agg(json_build_object('id', x.id, 'version', versions[x.n]) order by x.n))::text, facts -> 'headers'
    from unnest(ids, kinds) with ordinality x(id, kind, n) where x.kind = 'delete';
  end if;

  insert into namespace_counter as c (namespace_id, day, slot, documents, bytes, changes)
  select ns, (at at time zone 'UTC')::date, pg_backend_pid() % 16, g.documents, g.bytes, changed
  from jsonb_to_record(p_write -> 'growth') g(documents int, bytes bigint)
  on conflict (namespace_id, day, slot) do update set documents = c.documents + excluded.documents,
    bytes = c.bytes + excluded.bytes, changes = c.changes + excluded.changes, to_measure = true;
  return jsonb_build_object('namespace_id', ns, 'versions', versions, 'at', stamp);
end $$;
