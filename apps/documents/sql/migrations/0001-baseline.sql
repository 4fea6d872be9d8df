-- Why: the read model (docs/architecture.md#the-read-model): documents, their attributes, the answers in force, and the
-- copies by which statuses are decided. Text that is compared or sorted is so by its bytes (`collate "C"`).
-- Locks: none, the schema is new.

-- Namespaces and what is counted of them. `revision` orders the settings of one; `measured_pinned` is the setting as the
-- meter read it last. Counters are kept a day and slot, so that writers of one namespace do not wait for one row; the meter
-- reads those that are `to_measure`. `lag_count` has how long answers took. `metered` has the figures of each namespace as
-- billing received them last, so that only what moved is published.
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
  measured_pinned boolean,
  unique (organization, name)
);
create index namespace_to_measure on namespace (id) where measured_pinned is distinct from pinned;

create table namespace_counter (
  namespace_id bigint not null,
  day date not null,
  slot smallint not null,
  documents bigint not null default 0,
  bytes bigint not null default 0,
  changes bigint not null default 0,
  to_measure boolean not null default true,
  primary key (namespace_id, day, slot)
) with (fillfactor = 50);
create index counter_by_day on namespace_counter (day);
create index counter_to_measure on namespace_counter (namespace_id) where to_measure;

create table lag_count (
  namespace_id bigint not null,
  day date not null,
  bucket smallint not null,
  answers bigint not null,
  primary key (namespace_id, day, bucket)
) with (fillfactor = 50);
create index lag_by_day on lag_count (day);

create table metered (
  namespace_id bigint primary key,
  organization text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  written_month text
) with (fillfactor = 70);
create index metered_by_organization on metered (organization) include (documents, bytes);

-- Documents. `born` is the number of the first write, which tells a document from one that was deleted under its id.
-- `state_digest` stands for a state that nothing in force reads
-- (docs/decisions/0062-a-digest-stands-for-a-state-that-nothing-reads.md); null: the state is read. A document's creation
-- never changes, so an update touches no index by it. Large tables are vacuumed at a fiftieth of dead rows
-- (docs/servers.md).
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
  state_digest bytea,
  primary key (namespace_id, id)
) with (
  fillfactor = 85,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);
create index document_by_creation on document (namespace_id, date_trunc('milliseconds', created_at at time zone 'UTC'), id);
create index document_by_image on document using gin (jsonb_path_query_array(images, '$.*')) where images <> '{}';

-- One row for each value of an attribute: what filters and orders read. `key` sorts by bytes as the values sort. By
-- `attribute_by_document` other attributes of a document are looked up without fetching the document.
create table attribute (
  namespace_id bigint not null,
  name text collate "C" not null,
  key bytea not null,
  document_id text collate "C" not null,
  primary key (namespace_id, name, key, document_id)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);
create index attribute_by_document on attribute (namespace_id, document_id, name) include (key);

-- Images are kept in their namespace under an id made of their bytes. An erased one stays as a row without bytes, which
-- says that it was there; `detached_at` tells that no document names it any more. Bytes stand outside of the row and
-- uncompressed: they are compressed already, and reading an image's facts never reads them.
create table image (
  namespace_id bigint not null,
  id text collate "C" not null,
  media_type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  data bytea,
  created_at timestamptz not null default app.now(),
  erased_at timestamptz,
  detached_at timestamptz,
  primary key (namespace_id, id)
);
alter table image alter column data set storage external;
create index image_to_detach on image (erased_at) where erased_at is not null and detached_at is null;

-- Answers in force, one for each document and judgment, in the form that reads show. `wanted` is the version of the
-- document that must be judged, `seen` the one that the last record saw; `record`, `heard`, `body_record` and `same_record`
-- order what judgments records, whichever message comes first. `related_to` is the greatest round of fan-out that the
-- answer was judged after, `watermark` the moment up to which related changes were read.
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
  parts jsonb,
  related_to bigint not null default 0,
  watermark timestamptz,
  primary key (namespace_id, document_id, judgment_id)
) with (
  fillfactor = 60,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);
create index answer_by_number on answer (namespace_id, judgment_id, number, document_id);

-- Copies by which statuses are decided: judgments and their overrides by scope, engines, which fan-outs are deferred, and
-- fits. `fit.scope` is empty, save of a copy that a namespace detached from a template, which shares its judgment id.
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
create index judgment_column_by_scope on judgment_column (organization, scope);
create index judgment_column_interval on judgment_column (organization)
  where body ->> 'policy' = 'interval' and not archived;
create index judgment_column_of_template on judgment_column (organization) where scope like '%/*';
create index judgment_column_reading on judgment_column (organization) where body -> 'reads' is not null and not archived;

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
  resumes_at timestamptz,
  primary key (organization, namespace, judgment_id)
);

create table fit (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  version int not null,
  engine_version text not null,
  revision bigint not null,
  body jsonb not null,
  scope text collate "C" not null default '',
  primary key (organization, judgment_id, scope, version, engine_version)
);

-- Answers of policy `interval` are due again when their interval has passed: up to which moment that was done, and where a
-- walk stands. `attempts` is here, and in every walk below, the number of a claim: a process whose lease ran out names an
-- older one, and can neither move nor end the row.
create table interval_sweep (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  swept_to timestamptz not null,
  target timestamptz,
  cursor text collate "C" not null default '',
  next_at timestamptz not null,
  lease_until timestamptz,
  attempts int not null default 0,
  primary key (namespace_id, judgment_id)
) with (fillfactor = 50);
create index interval_sweep_next on interval_sweep (next_at);

-- When another judgment comes to stand under a name, answers of the judgments that read the name are judged again. Answers
-- with a watermark before `since` read stale until the walk has passed them.
create table reader_walk (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  since timestamptz not null,
  due_at timestamptz not null,
  namespace text collate "C" not null default '',
  cursor text collate "C",
  attempts int not null default 0,
  lease_until timestamptz
);
create index reader_walk_by_organization on reader_walk (organization);
create index reader_walk_due on reader_walk (due_at);

-- Judgments read related documents. A change of one leaves one row in `related_change`, in the transaction of the write:
-- the answers that it concerns read stale from then on. Rows are only inserted, so writers of one key never wait for each
-- other. A worker moves them on: to the answers of documents that are known by id, or into `fanout_walk`, one row for all
-- documents that have a key. Rounds are drawn and committed in one order a namespace.
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

-- `link` lists the documents of an attribute's key, newest first, for the names that `link_name` has. A name that is not
-- ready is being built.
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

-- A subscription stands on a namespace or on a prefix (`scope`); its members are set by walks. `membership.matching` is
-- what the filter said last, `held_until` stands while `entered` is not announced yet, `next_at` is when time may change
-- what the filter says. A row that is no member stands for its `next_at` alone.
create sequence subscription_sequence;
create table subscription (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  namespace_id bigint,
  name text collate "C" not null,
  filter jsonb not null,
  endpoint text,
  events text[] not null,
  include text[] not null,
  initial text not null,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  updated_at timestamptz not null default date_trunc('milliseconds', app.now()),
  scope text collate "C" not null,
  revision bigint not null default 1,
  min_hold text,
  min_hold_ms bigint
);
create unique index subscription_by_scope on subscription (organization, scope, name);

create table membership (
  namespace_id bigint not null,
  subscription_id bigint not null,
  document_id text collate "C" not null,
  entered_at timestamptz,
  matching boolean not null default true,
  held_until timestamptz,
  next_at timestamptz,
  cause text,
  due_at timestamptz generated always as (least(held_until, next_at)) stored,
  primary key (namespace_id, subscription_id, document_id)
);
create index membership_by_document on membership (namespace_id, document_id);
create index membership_by_due on membership (due_at) where due_at is not null;

create table subscription_walk (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  subscription_id bigint not null,
  scope text collate "C" not null,
  kind text not null,
  quiet boolean not null default false,
  judgment_id text collate "C",
  low float8,
  high float8,
  namespace text collate "C" not null default '',
  cursor jsonb,
  looked bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default app.now(),
  attempts int not null default 0
);
create index subscription_walk_by_subscription on subscription_walk (subscription_id);

-- A group keeps aggregates for each value of a key attribute. A change of a document leaves one row in `group_dirty`, in
-- the transaction of the change, and a worker counts the document again: `group_member` says what each document counts as,
-- `group_value` what the documents of a key come to, and both move in one transaction. Rows of a group are those of its
-- generation, which every changed definition draws anew. `group_build` counts all documents of a namespace: for a new
-- generation (until `built`, reads show `previous`), again after a change of a judgment, or to erase a generation that is
-- out of force. A group without a row of it is complete.
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
create index group_build_by_generation on group_build (generation);
create index group_build_next on group_build (lease_until nulls first, namespace_id, generation);

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
  "least" numeric[] not null,
  "greatest" numeric[] not null,
  latest numeric[] not null,
  primary key (namespace_id, generation, overflow, key)
) with (fillfactor = 60);
create index group_value_by_documents on group_value (namespace_id, generation, documents desc, overflow, key);

-- A summary publishes the groups of every namespace under a prefix, in bands, as documents of another namespace. Its row is
-- a sweep over the tenants, due at most hourly; `ending` when it was deleted and its documents are still to go.
-- `summary_document` says which documents it has written and where.
create table summary (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  scope text collate "C" not null,
  body jsonb not null,
  ending boolean not null default false,
  revision bigint not null default 1,
  cursor text collate "C" not null default '',
  next_at timestamptz not null default app.now(),
  waiting boolean not null default false,
  faulty boolean not null default false,
  failing_since timestamptz,
  failure text,
  attempts int not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  updated_at timestamptz not null default date_trunc('milliseconds', app.now()),
  unique (organization, scope)
);
create index summary_next on summary (next_at);

create table summary_document (
  summary_id bigint not null,
  place text collate "C" not null,
  tenant text collate "C" not null,
  primary key (summary_id, place, tenant)
);

-- Jobs are listed newest first over all their owners, by the part of the id that follows the owner's letter.
-- Exempt index: the common tables are as new as these, so `job` is empty.
create index job_newest_first on job (organization, substr(id, 6) desc);
