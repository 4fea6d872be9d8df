-- Why: the read model (docs/architecture.md#the-read-model): documents, one row per attribute value, one answer
-- per judgment, and the copies that statuses and touches are decided by.
-- Locks: none that matter, the schema is new.

create sequence namespace_revision;
create table namespace (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  name text collate "C" not null,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  revision bigint not null default nextval('namespace_revision'),
  budget_usd float8,
  pinned boolean not null default false,
  default_engine jsonb,
  fanout jsonb not null default '{}',
  deleting boolean not null default false,
  paused boolean not null default false,
  paused_revision bigint not null default 0,
  unique (organization, name)
);
create table namespace_counter (
  namespace_id bigint not null,
  day date not null,
  slot smallint not null,
  documents bigint not null default 0,
  bytes bigint not null default 0,
  changes bigint not null default 0,
  primary key (namespace_id, day, slot)
) with (fillfactor = 50);
create table lag_count (
  namespace_id bigint not null,
  day date not null,
  bucket smallint not null,
  answers bigint not null,
  primary key (namespace_id, day, bucket)
) with (fillfactor = 50);

create sequence document_version;
create table document (
  namespace_id bigint not null,
  id text collate "C" not null,
  version bigint not null,
  born bigint not null,
  attributes jsonb not null,
  state jsonb not null,
  images jsonb not null default '{}',
  bytes int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (namespace_id, id)
) with (fillfactor = 85);
create table attribute (
  namespace_id bigint not null,
  name text collate "C" not null,
  key bytea not null,
  document_id text collate "C" not null,
  primary key (namespace_id, name, key, document_id)
);
create table answer (
  namespace_id bigint not null,
  document_id text collate "C" not null,
  judgment_id text collate "C" not null,
  record bigint not null default 0,
  heard bigint not null default 0,
  body_record bigint not null default 0,
  body_seen bigint not null default 0,
  same_record bigint not null default 0,
  same_seen bigint not null default 0,
  same_id text,
  version int,
  document_version bigint,
  wanted bigint not null,
  seen bigint not null default 0,
  wanted_at timestamptz,
  touched_at timestamptz,
  cause text,
  number float8,
  value text,
  escape_p float8,
  features jsonb,
  dist jsonb,
  epoch text,
  judged_at timestamptz,
  failure text,
  body json,
  primary key (namespace_id, document_id, judgment_id)
) with (fillfactor = 60);
create index answer_by_number on answer (namespace_id, judgment_id, number, document_id);

create table judgment_column (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  kind text not null,
  name text collate "C" not null,
  revision bigint not null,
  archived boolean not null,
  body jsonb not null,
  primary key (organization, judgment_id, scope, kind)
);
create table column_revision (organization text collate "C" primary key, revision bigint not null);
create table engine (
  name text not null,
  version text not null,
  revision bigint not null,
  active boolean not null,
  circuit_open boolean not null,
  body jsonb not null,
  primary key (name, version)
);
create table deferral (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  deferred boolean not null,
  revision bigint not null,
  primary key (organization, namespace, judgment_id)
);
create table fit (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  version int not null,
  engine_version text not null,
  revision bigint not null,
  body jsonb not null,
  primary key (organization, judgment_id, version, engine_version)
);

create sequence subscription_sequence;
create table subscription (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  namespace_id bigint not null,
  name text collate "C" not null,
  filter jsonb not null,
  endpoint text,
  events text[] not null,
  include text[] not null,
  initial text not null,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  updated_at timestamptz not null default date_trunc('milliseconds', app.now()),
  unique (namespace_id, name)
);
create index subscription_by_organization on subscription (organization);
create table membership (
  namespace_id bigint not null,
  subscription_id bigint not null,
  document_id text collate "C" not null,
  entered_at timestamptz not null,
  primary key (namespace_id, subscription_id, document_id)
);
create index membership_by_document on membership (namespace_id, document_id);
create table fanout (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  relation text collate "C" not null,
  key bytea not null,
  cause text not null,
  cursor text collate "C" not null default '',
  first_change_at timestamptz not null default app.now(),
  last_change_at timestamptz not null default app.now(),
  lease_until timestamptz,
  primary key (namespace_id, judgment_id, relation, key, cause)
);
