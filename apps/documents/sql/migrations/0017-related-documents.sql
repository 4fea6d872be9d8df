-- Why: judgments read documents that are related to the judged one. A change of a related document leaves one row in
-- `related_change`, in the transaction of the write: the answers that it concerns read stale from then on. Rows are only
-- inserted, so writers of one key never wait for each other. A worker moves them on: to the answers of documents that are
-- known by id, or into `fanout_walk`, one row for all documents that have a key. Its rounds are drawn and committed in one
-- order per namespace; `answer.related_to` is the greatest round that the answer was judged after. `link` lists the
-- documents of an attribute's key newest first, for the names that `link_name` has; a row that is not ready is being built.
-- Locks: `answer` for a moment; the defaults are kept in the catalogue, no row is written. The table `fanout` stays for one
-- release, because processes of the build before read it; nothing writes it.

create table related_change (
  id bigint generated always as identity,
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  mine text collate "C" not null,
  key bytea not null,
  source text collate "C",
  changed_at timestamptz not null,
  traceparent text,
  primary key (namespace_id, judgment_id, mine, key, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index related_change_oldest on related_change (namespace_id, id);

create sequence fanout_round;
create table fanout_walk (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  mine text collate "C" not null,
  key bytea not null,
  round bigint not null,
  begun boolean not null default false,
  cursor text collate "C" not null default '',
  spared text collate "C",
  first_change_at timestamptz not null,
  last_change_at timestamptz not null,
  due_at timestamptz not null,
  traceparent text,
  attempts int not null default 0,
  lease_until timestamptz,
  primary key (namespace_id, judgment_id, mine, key, round)
) with (fillfactor = 60);
create index fanout_walk_due on fanout_walk (due_at);

alter table answer add column related_to bigint not null default 0, add column watermark timestamptz;

create table link (
  namespace_id bigint not null,
  name text collate "C" not null,
  key bytea not null,
  created_at timestamptz not null,
  document_id text collate "C" not null
);
create unique index link_newest on link (namespace_id, name, key, created_at desc, document_id);
create table link_name (
  namespace_id bigint not null,
  name text collate "C" not null,
  cleared boolean not null default false,
  ready boolean not null default false,
  cursor text collate "C" not null default '',
  attempts int not null default 0,
  lease_until timestamptz,
  primary key (namespace_id, name)
);
create index link_name_unready on link_name (namespace_id, name) where not ready;
