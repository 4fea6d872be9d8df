-- Replaced by commit_batch (commit_batch.sql), which names every member of its argument. It stays for one release, so that
-- a process of the build before can write while the new build starts.
--
-- Commits a batch of writes that Node computed from what `write-read` read, and checks everything that was read again
-- under the locks. Locks: the organization (shared), then standing documents in key order, then new ones in key order.
--
-- p_revision     revision of the organization's judgments that the batch was computed by
-- p_ids          documents; changed ones stand first
-- p_reads        version that was read of each, 0 for one that was absent
-- p_kinds        one letter a document: i inserted, u updated, d deleted, k only checked
-- p_bytes        stored size of each, in bytes
-- p_bodies       of inserted and updated documents: {a attributes, s state, m images, c created_at}
-- p_changes      how many versions are drawn
-- p_sets         [{q judgments that are notified, o judgments whose rows are invalidated alone,
--                e [judgment, its active version], whose rows of other versions are invalidated}]
-- p_set          index into p_sets of each document, or null
-- p_add          [ordinal of the document, attribute, key in hex, key in hex that this one replaces (optional)]
-- p_remove       [ordinal of the document, attribute, key in hex]
-- p_documents    by how many documents the namespace grows
-- p_size         by how many bytes it grows
-- p_said         {changed, deleted: ids of the outbox rows or null, headers}
--
-- Returns {namespace_id, versions, at}, or {stale: true} and writes nothing when anything that was read has moved.
-- Raises JS001 when another writer made one of the documents meanwhile.
create or replace function commit_write(
  p_organization text, p_namespace text, p_namespace_id bigint, p_revision bigint,
  p_ids text[], p_reads bigint[], p_kinds text, p_bytes int[], p_bodies jsonb, p_changes int,
  p_sets jsonb, p_set int[], p_add jsonb, p_remove jsonb,
  p_documents int, p_size bigint, p_said jsonb
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
  known bigint;
  versions bigint[];
  at timestamptz := date_trunc('milliseconds', app.now());
  stamp text := to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  affected int;
  expected int;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_organization, 0));
  select revision into known from column_revision where organization = p_organization;
  if coalesce(known, 0) <> p_revision then return '{"stale": true}'; end if;
  if ns is null then
    insert into namespace (organization, name) values (p_organization, p_namespace)
      on conflict (organization, name) do nothing returning id into ns;
    if ns is null then return '{"stale": true}'; end if;
  else
    perform from namespace where id = ns and not deleting;
    if not found then return '{"stale": true}'; end if;
  end if;

  -- Updates lock by themselves, in key order (by index and loop nothing else can be), and check what was read.
  if p_kinds ~ '[^u]' then
    select count(*) into expected from unnest(p_reads) r where r > 0;
    if expected > 0 then
      select count(*) into affected from (
        select d.id, d.version from document d where d.namespace_id = ns and d.id = any(p_ids) order by d.id for update
      ) l join unnest(p_ids, p_reads) r(id, version) on r.id = l.id and r.version = l.version;
      if affected <> expected then return '{"stale": true}'; end if;
    end if;
  end if;

  versions := array(select nextval('document_version') from generate_series(1, p_changes));

  if position('i' in p_kinds) > 0 then
    with x as (
      select * from rows from (unnest(p_ids), unnest(string_to_array(p_kinds, null)), unnest(p_bytes), jsonb_array_elements(p_bodies))
        with ordinality as t(id, kind, bytes, body, n) where kind = 'i'
    ), made as (
      insert into document (namespace_id, id, version, born, attributes, state, images, bytes, created_at, updated_at)
      select ns, x.id, versions[x.n], versions[x.n], x.body -> 'a', x.body -> 's', x.body -> 'm', x.bytes,
        coalesce((x.body ->> 'c')::timestamptz, at), at
      from x order by x.id
      on conflict (namespace_id, id) do nothing returning 1
    ) select (select count(*) from made), (select count(*) from x) into affected, expected;
    -- Another writer made one of them meanwhile: this statement must leave nothing behind.
    if affected <> expected then raise exception 'a document was made meanwhile' using errcode = 'JS001'; end if;
  end if;
  if position('u' in p_kinds) > 0 then
    update document d set version = versions[x.n], attributes = x.body -> 'a', state = x.body -> 's', state_digest = null, images = x.body -> 'm',
      bytes = x.bytes, updated_at = at
    from (
      select * from rows from (unnest(p_ids), unnest(p_reads), unnest(string_to_array(p_kinds, null)), unnest(p_bytes),
        jsonb_array_elements(p_bodies)) with ordinality as t(id, read, kind, bytes, body, n)
      where kind = 'u' order by id collate "C"
    ) x
    where d.namespace_id = ns and d.id = x.id and d.version = x.read;
    get diagnostics affected = row_count;
    if affected <> length(translate(p_kinds, 'idk', '')) then
      raise exception 'a document has moved' using errcode = 'JS001';
    end if;
  end if;
  if position('d' in p_kinds) > 0 then
    delete from document d where d.namespace_id = ns and d.id = any(array(
      select x.id from unnest(p_ids, string_to_array(p_kinds, null)) x(id, kind) where x.kind = 'd'));
    delete from answer d where d.namespace_id = ns and d.document_id = any(array(
      select x.id from unnest(p_ids, string_to_array(p_kinds, null)) x(id, kind) where x.kind = 'd'));
    delete from membership d where d.namespace_id = ns and d.document_id = any(array(
      select x.id from unnest(p_ids, string_to_array(p_kinds, null)) x(id, kind) where x.kind = 'd'));
  end if;

  if p_remove is not null then
    delete from attribute a using jsonb_array_elements(p_remove) e
      where a.namespace_id = ns and a.name = e ->> 1 and a.key = decode(e ->> 2, 'hex') and a.document_id = p_ids[(e ->> 0)::int];
  end if;
  if p_add is not null then
    expected := 0;
    affected := 0;
    if p_add @? '$[*][3]' then
      select count(*) into expected from jsonb_array_elements(p_add) e where jsonb_array_length(e) = 4;
      update attribute a set key = decode(e ->> 2, 'hex') from jsonb_array_elements(p_add) e
      where jsonb_array_length(e) = 4
        and a.namespace_id = ns and a.name = e ->> 1 and a.key = decode(e ->> 3, 'hex') and a.document_id = p_ids[(e ->> 0)::int];
      get diagnostics affected = row_count;
    end if;
    if expected < jsonb_array_length(p_add) or affected < expected then
      insert into attribute (namespace_id, name, key, document_id)
      select ns, e ->> 1, decode(e ->> 2, 'hex'), p_ids[(e ->> 0)::int] from jsonb_array_elements(p_add) e
      where jsonb_array_length(e) = 3 or affected < expected
      on conflict do nothing;
    end if;
  end if;

  if p_sets is not null then
    select coalesce(sum(jsonb_array_length(p_sets -> s -> 'q')), 0) into expected from unnest(p_set) s where s is not null;
    affected := 0;
    -- Rows that stand are most, and an update is half the work of an upsert; the document's lock keeps them still.
    if position('u' in p_kinds) > 0 then
      update answer a set wanted = versions[x.n], cause = 'document', touched_at = at,
        wanted_at = case when a.wanted > a.seen then a.wanted_at else at end
      from unnest(p_ids, p_set, string_to_array(p_kinds, null)) with ordinality x(id, set, kind, n)
      where x.set is not null and x.kind = 'u' and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = any(array(select jsonb_array_elements_text(p_sets -> x.set -> 'q')));
      get diagnostics affected = row_count;
    end if;
    if affected < expected then
      insert into answer (namespace_id, document_id, judgment_id, wanted, wanted_at, touched_at, cause)
      select ns, x.id, j.id, versions[x.n], at, at, 'document'
      from unnest(p_ids, p_set) with ordinality x(id, set, n)
        join lateral jsonb_array_elements_text(p_sets -> x.set -> 'q') j(id) on true
      where x.set is not null
      order by x.id, j.id
      on conflict (namespace_id, document_id, judgment_id) do nothing;
    end if;
    if p_sets @? '$[*].e[*]' then
      update answer a set wanted = versions[x.n], cause = 'document',
        wanted_at = case when a.wanted > a.seen then a.wanted_at end,
        touched_at = case when a.wanted > a.seen then a.touched_at end
      from unnest(p_ids, p_set) with ordinality x(id, set, n), jsonb_array_elements(p_sets -> x.set -> 'e') e
      where x.set is not null and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = e ->> 0 and a.version <> (e ->> 1)::int;
    end if;
    if p_sets @? '$[*].o[*]' then
      update answer a set wanted = versions[x.n], cause = 'document',
        wanted_at = case when a.wanted > a.seen then a.wanted_at else at end, touched_at = at
      from unnest(p_ids, p_set) with ordinality x(id, set, n)
      where x.set is not null and a.namespace_id = ns and a.document_id = x.id
        and a.judgment_id = any(array(select jsonb_array_elements_text(p_sets -> x.set -> 'o')));
    end if;
  end if;

  if p_said ->> 'changed' is not null then
    insert into outbox (id, subject, payload, headers)
    select p_said ->> 'changed', 'documents.document.changed.live.v1',
      json_build_object('organization', p_organization, 'namespace', p_namespace,
        'sets', (select json_agg(s -> 'q') from jsonb_array_elements(p_sets) s),
        'documents', json_agg(json_build_object('id', x.id, 'version', versions[x.n], 'set', x.set) order by x.n),
        'cause', 'write', 'changed_at', stamp)::text, p_said -> 'headers'
    from unnest(p_ids, p_set) with ordinality x(id, set, n)
    where x.set is not null and jsonb_array_length(p_sets -> x.set -> 'q') > 0;
  end if;
  if p_said ->> 'deleted' is not null then
    insert into outbox (id, subject, payload, headers)
    select p_said ->> 'deleted', 'documents.document.deleted.v1',
      json_build_object('organization', p_organization, 'namespace', p_namespace,
        'documents', json_agg(json_build_object('id', x.id, 'version', versions[x.n]) order by x.n))::text, p_said -> 'headers'
    from unnest(p_ids, string_to_array(p_kinds, null)) with ordinality x(id, kind, n) where x.kind = 'd';
  end if;

  insert into namespace_counter as c (namespace_id, day, slot, documents, bytes, changes)
  values (ns, (at at time zone 'UTC')::date, pg_backend_pid() % 16, p_documents, p_size, p_changes)
  on conflict (namespace_id, day, slot) do update set documents = c.documents + p_documents, bytes = c.bytes + p_size,
    changes = c.changes + p_changes, to_measure = true;
  return jsonb_build_object('namespace_id', ns, 'versions', versions, 'at', stamp);
end $$;
