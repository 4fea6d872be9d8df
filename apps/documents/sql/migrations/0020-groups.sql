-- Why: a group keeps aggregates for each value of a key attribute. A change of a document leaves one row in `group_dirty`, in
-- the transaction of the change, and a worker counts the document again: `group_member` says what each document counts as,
-- `group_value` what the documents of a key come to, and both move in one transaction. Rows of a group are those of its
-- generation, which every changed definition draws anew. `group_build` counts all documents of a namespace: for a new
-- generation (until `built`, reads show `previous`), again after a change of a judgment, or to erase a generation that is no
-- longer in force. A group without a row is complete.
-- Locks: none; all tables are new.

create sequence group_generation;

create table group_definition (
  organization text collate "C" not null,
  scope text collate "C" not null,
  name text collate "C" not null,
  generation bigint not null default nextval('group_generation'),
  body jsonb not null,
  judgments text[] not null,
  calibrated text[] not null,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  updated_at timestamptz not null default date_trunc('milliseconds', app.now()),
  primary key (organization, scope, name)
);

create table group_build (
  namespace_id bigint not null,
  generation bigint not null,
  built boolean not null,
  erasing boolean not null default false,
  cursor text collate "C" not null default '',
  changed_at timestamptz not null,
  previous bigint,
  previous_aggregates jsonb,
  attempts int not null default 0,
  lease_until timestamptz,
  primary key (namespace_id, generation)
) with (fillfactor = 60);
create index group_build_next on group_build (lease_until nulls first, namespace_id, generation);
create index group_build_by_generation on group_build (generation);

create table group_dirty (
  id bigint generated always as identity,
  namespace_id bigint not null,
  document_id text collate "C" not null,
  changed_at timestamptz not null,
  primary key (namespace_id, changed_at, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create table group_member (
  namespace_id bigint not null,
  generation bigint not null,
  document_id text collate "C" not null,
  key bytea not null,
  overflow boolean not null,
  stale boolean not null,
  at timestamptz not null,
  numbers numeric[] not null,
  primary key (namespace_id, generation, document_id, key)
) with (fillfactor = 85);
create index group_member_newest on group_member (namespace_id, generation, overflow, key, at desc, document_id);

create table group_value (
  namespace_id bigint not null,
  generation bigint not null,
  overflow boolean not null,
  key bytea not null,
  documents bigint not null,
  stale bigint not null,
  present bigint[] not null,
  sums numeric[] not null,
  least numeric[] not null,
  greatest numeric[] not null,
  latest numeric[] not null,
  primary key (namespace_id, generation, overflow, key)
) with (fillfactor = 60);
create index group_value_by_documents on group_value (namespace_id, generation, documents desc, overflow, key);
