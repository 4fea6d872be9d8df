-- Written by `npm run schema` from a freshly migrated database: do not edit.

create sequence document_version;
create sequence fanout_round;
create sequence group_generation;
create sequence namespace_revision;
create sequence subscription_sequence;
create sequence turn_place;

create table answer (
  namespace_id bigint not null,
  document_id text collate "C" not null,
  judgment_id text collate "C" not null,
  record bigint default 0 not null,
  heard bigint default 0 not null,
  body_record bigint default 0 not null,
  body_seen bigint default 0 not null,
  same_record bigint default 0 not null,
  same_seen bigint default 0 not null,
  same_id text,
  version integer,
  document_version bigint,
  wanted bigint not null,
  seen bigint default 0 not null,
  wanted_at timestamp with time zone,
  touched_at timestamp with time zone,
  cause text,
  number double precision,
  value text,
  escape_p double precision,
  features jsonb,
  dist jsonb,
  epoch text,
  judged_at timestamp with time zone,
  failure text,
  body json,
  parts jsonb,
  related_to bigint default 0 not null,
  watermark timestamp with time zone,
  stale_by json,
  constraint answer_pkey PRIMARY KEY (namespace_id, document_id, judgment_id)
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=60);
CREATE INDEX answer_by_number ON answer USING btree (namespace_id, judgment_id, number, document_id);

create table attribute (
  namespace_id bigint not null,
  name text collate "C" not null,
  key bytea not null,
  document_id text collate "C" not null,
  constraint attribute_pkey PRIMARY KEY (namespace_id, name, key, document_id)
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX attribute_by_document ON attribute USING btree (namespace_id, document_id, name) INCLUDE (key);

create table attribute_pair (
  namespace_id bigint not null,
  pair bigint not null,
  equal_key bytea not null,
  key bytea not null,
  document_id text collate "C" not null,
  constraint attribute_pair_pkey PRIMARY KEY (namespace_id, pair, equal_key, key, document_id)
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);

create table column_revision (
  organization text collate "C" not null,
  revision bigint not null,
  constraint column_revision_pkey PRIMARY KEY (organization)
);

create table dead (
  id text not null,
  consumer text not null,
  subject text not null,
  payload text not null,
  headers jsonb default '{}'::jsonb not null,
  reason text not null,
  failures integer not null,
  died_at timestamp with time zone default app.now() not null,
  redriven_at timestamp with time zone,
  constraint dead_pkey PRIMARY KEY (id)
);

create table deferral (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  deferred boolean not null,
  revision bigint not null,
  resumes_at timestamp with time zone,
  constraint deferral_pkey PRIMARY KEY (organization, namespace, judgment_id)
);

create table document (
  namespace_id bigint not null,
  id text collate "C" not null,
  version bigint not null,
  born bigint not null,
  attributes jsonb not null,
  state jsonb not null,
  images jsonb default '{}'::jsonb not null,
  bytes integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  state_digest bytea,
  constraint document_pkey PRIMARY KEY (namespace_id, id)
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=85);
CREATE INDEX document_by_creation ON document USING btree (namespace_id, date_trunc('milliseconds'::text, (created_at AT TIME ZONE 'UTC'::text)), id);
CREATE INDEX document_by_image ON document USING gin (jsonb_path_query_array(images, '$.*'::jsonpath)) WHERE (images <> '{}'::jsonb);

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table engine (
  name text not null,
  version text not null,
  revision bigint not null,
  active boolean not null,
  circuit_open boolean not null,
  body jsonb not null,
  constraint engine_pkey PRIMARY KEY (name, version)
);

create table engine_epoch (
  engine text not null,
  epoch text not null,
  source text not null,
  probability_source text,
  noted_at timestamp with time zone default app.now() not null,
  constraint engine_epoch_pkey PRIMARY KEY (engine, epoch)
);

create table fanout_organization (
  organization text collate "C" not null,
  place bigint not null,
  constraint fanout_organization_pkey PRIMARY KEY (organization)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=60);
CREATE INDEX fanout_organization_line ON fanout_organization USING btree (place);

create table fanout_turn (
  namespace_id bigint not null,
  organization text collate "C" not null,
  wakes_at timestamp with time zone,
  place bigint,
  constraint fanout_turn_pkey PRIMARY KEY (namespace_id),
  constraint fanout_turn_waits_or_stands CHECK (((wakes_at IS NULL) <> (place IS NULL)))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=60);
CREATE INDEX fanout_turn_line ON fanout_turn USING btree (organization, place) WHERE (place IS NOT NULL);
CREATE INDEX fanout_turn_wakes ON fanout_turn USING btree (wakes_at) WHERE (place IS NULL);

create table fanout_walk (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  mine text collate "C" not null,
  key bytea not null,
  round bigint not null,
  begun boolean default false not null,
  cursor text collate "C" default ''::text not null,
  spared text collate "C",
  first_change_at timestamp with time zone not null,
  last_change_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  traceparent text,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint fanout_walk_pkey PRIMARY KEY (namespace_id, judgment_id, mine, key, round)
) with (fillfactor=60);
CREATE INDEX fanout_walk_due ON fanout_walk USING btree (due_at);
CREATE INDEX fanout_walk_line ON fanout_walk USING btree (namespace_id, COALESCE(lease_until, due_at));

create table fit (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  version integer not null,
  engine_version text not null,
  revision bigint not null,
  body jsonb not null,
  scope text collate "C" default ''::text not null,
  constraint fit_pkey PRIMARY KEY (organization, judgment_id, scope, version, engine_version)
);

create table group_build (
  namespace_id bigint not null,
  generation bigint not null,
  built boolean not null,
  erasing boolean default false not null,
  cursor text collate "C" default ''::text not null,
  changed_at timestamp with time zone not null,
  previous bigint,
  previous_aggregates jsonb,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint group_build_pkey PRIMARY KEY (namespace_id, generation)
) with (fillfactor=60);
CREATE INDEX group_build_by_generation ON group_build USING btree (generation);
CREATE INDEX group_build_next ON group_build USING btree (lease_until NULLS FIRST, namespace_id, generation);

create table group_definition (
  organization text collate "C" not null,
  scope text collate "C" not null,
  name text collate "C" not null,
  generation bigint default nextval('group_generation'::regclass) not null,
  body jsonb not null,
  judgments text[] not null,
  calibrated text[] not null,
  created_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  updated_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  constraint group_definition_pkey PRIMARY KEY (organization, scope, name)
);

create table group_dirty (
  id bigint generated always as identity not null,
  namespace_id bigint not null,
  document_id text collate "C" not null,
  changed_at timestamp with time zone not null,
  constraint group_dirty_pkey PRIMARY KEY (namespace_id, changed_at, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);

create table group_member (
  namespace_id bigint not null,
  generation bigint not null,
  document_id text collate "C" not null,
  key bytea not null,
  overflow boolean not null,
  stale boolean not null,
  at timestamp with time zone not null,
  numbers numeric[] not null,
  constraint group_member_pkey PRIMARY KEY (namespace_id, generation, document_id, key)
) with (fillfactor=85);
CREATE INDEX group_member_newest ON group_member USING btree (namespace_id, generation, overflow, key, at DESC, document_id);

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
  constraint group_value_pkey PRIMARY KEY (namespace_id, generation, overflow, key)
) with (fillfactor=60);
CREATE INDEX group_value_by_documents ON group_value USING btree (namespace_id, generation, documents DESC, overflow, key);

create table image (
  namespace_id bigint not null,
  id text collate "C" not null,
  media_type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  data bytea storage e,
  created_at timestamp with time zone default app.now() not null,
  erased_at timestamp with time zone,
  detached_at timestamp with time zone,
  constraint image_pkey PRIMARY KEY (namespace_id, id)
);
CREATE INDEX image_to_detach ON image USING btree (erased_at) WHERE ((erased_at IS NOT NULL) AND (detached_at IS NULL));

create table interval_sweep (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  swept_to timestamp with time zone not null,
  target timestamp with time zone,
  cursor text collate "C" default ''::text not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  constraint interval_sweep_pkey PRIMARY KEY (namespace_id, judgment_id)
) with (fillfactor=50);
CREATE INDEX interval_sweep_next ON interval_sweep USING btree (next_at);

create table job (
  id text not null,
  organization text not null,
  type text not null,
  namespace text,
  status text default 'queued'::text not null,
  done bigint default 0 not null,
  total bigint default 0 not null,
  request jsonb not null,
  cursor jsonb,
  result jsonb,
  result_status integer,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  cancelled boolean default false not null,
  created_at timestamp with time zone default app.now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  failures integer default 0 not null,
  traceparent text,
  constraint job_pkey PRIMARY KEY (id)
);
CREATE INDEX job_by_organization ON job USING btree (organization, id);
CREATE INDEX job_newest_first ON job USING btree (organization, substr(id, 6) DESC);
CREATE INDEX job_open ON job USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table judgment_column (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  kind text not null,
  name text collate "C" not null,
  revision bigint not null,
  archived boolean not null,
  body jsonb not null,
  constraint judgment_column_pkey PRIMARY KEY (organization, judgment_id, scope, kind)
);
CREATE INDEX judgment_column_by_scope ON judgment_column USING btree (organization, scope);
CREATE INDEX judgment_column_interval ON judgment_column USING btree (organization) WHERE (((body ->> 'policy'::text) = 'interval'::text) AND (NOT archived));
CREATE INDEX judgment_column_of_template ON judgment_column USING btree (organization) WHERE (scope ~~ '%/*'::text);
CREATE INDEX judgment_column_reading ON judgment_column USING btree (organization) WHERE (((body -> 'reads'::text) IS NOT NULL) AND (NOT archived));

create table lag_count (
  namespace_id bigint not null,
  day date not null,
  bucket smallint not null,
  answers bigint not null,
  constraint lag_count_pkey PRIMARY KEY (namespace_id, day, bucket)
) with (fillfactor=50);
CREATE INDEX lag_by_day ON lag_count USING btree (day);

create table lease (
  name text not null,
  holder text not null,
  until timestamp with time zone not null,
  fence bigint default 1 not null,
  constraint lease_pkey PRIMARY KEY (name)
);

create table left_out (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  since timestamp with time zone not null,
  constraint left_out_pkey PRIMARY KEY (namespace_id, judgment_id)
) with (fillfactor=60);

create table link (
  namespace_id bigint not null,
  name text collate "C" not null,
  key bytea not null,
  created_at timestamp with time zone not null,
  document_id text collate "C" not null
);
CREATE UNIQUE INDEX link_newest ON link USING btree (namespace_id, name, key, created_at DESC, document_id);

create table link_name (
  namespace_id bigint not null,
  name text collate "C" not null,
  cleared boolean default false not null,
  ready boolean default false not null,
  cursor text collate "C" default ''::text not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint link_name_pkey PRIMARY KEY (namespace_id, name)
);
CREATE INDEX link_name_unready ON link_name USING btree (namespace_id, name) WHERE (NOT ready);

create table membership (
  namespace_id bigint not null,
  subscription_id bigint not null,
  document_id text collate "C" not null,
  entered_at timestamp with time zone,
  matching boolean default true not null,
  held_until timestamp with time zone,
  next_at timestamp with time zone,
  cause text,
  due_at timestamp with time zone generated always as (LEAST(held_until, next_at)) stored,
  constraint membership_pkey PRIMARY KEY (namespace_id, subscription_id, document_id)
);
CREATE INDEX membership_by_document ON membership USING btree (namespace_id, document_id);
CREATE INDEX membership_by_due ON membership USING btree (due_at) WHERE (due_at IS NOT NULL);

create table metered (
  namespace_id bigint not null,
  organization text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  written_month text,
  constraint metered_pkey PRIMARY KEY (namespace_id)
) with (fillfactor=70);
CREATE INDEX metered_by_organization ON metered USING btree (organization) INCLUDE (documents, bytes);

create table migration (
  id integer default nextval('migration_id_seq'::regclass) not null,
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

create table namespace (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  name text collate "C" not null,
  created_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  revision bigint default nextval('namespace_revision'::regclass) not null,
  budget_usd double precision,
  pinned boolean default false not null,
  default_engine jsonb,
  fanout jsonb default '{}'::jsonb not null,
  deleting boolean default false not null,
  paused boolean default false not null,
  paused_revision bigint default 0 not null,
  measured_pinned boolean,
  constraint namespace_pkey PRIMARY KEY (id),
  constraint namespace_organization_name_key UNIQUE (organization, name)
);
CREATE INDEX namespace_to_measure ON namespace USING btree (id) WHERE (measured_pinned IS DISTINCT FROM pinned);

create table namespace_counter (
  namespace_id bigint not null,
  day date not null,
  slot smallint not null,
  documents bigint default 0 not null,
  bytes bigint default 0 not null,
  changes bigint default 0 not null,
  to_measure boolean default true not null,
  constraint namespace_counter_pkey PRIMARY KEY (namespace_id, day, slot)
) with (fillfactor=50);
CREATE INDEX counter_by_day ON namespace_counter USING btree (day);
CREATE INDEX counter_to_measure ON namespace_counter USING btree (namespace_id) WHERE to_measure;

create table outbox (
  id text not null,
  subject text not null,
  payload text not null,
  headers jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app.now() not null,
  stream_created text,
  stream_seq bigint,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX outbox_by_time ON outbox USING btree (created_at);
CREATE INDEX outbox_standing ON outbox USING btree (subject, stream_created, stream_seq) WHERE (stream_seq IS NOT NULL);
CREATE INDEX outbox_waiting ON outbox USING btree (id) WHERE (stream_seq IS NULL);

create table pair_index (
  id bigint generated always as identity not null,
  namespace_id bigint not null,
  equal_name text collate "C" not null,
  ordered_name text collate "C" not null,
  state text default 'filling'::text not null,
  cursor text collate "C" default ''::text not null,
  used_at timestamp with time zone default app.now() not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint pair_index_pkey PRIMARY KEY (id),
  constraint pair_index_once UNIQUE (namespace_id, equal_name, ordered_name),
  constraint pair_index_state CHECK ((state = ANY (ARRAY['filling'::text, 'ready'::text, 'dropping'::text, 'dropped'::text])))
) with (fillfactor=60);
CREATE INDEX pair_index_open ON pair_index USING btree (id) WHERE (state <> 'ready'::text);

create table reader_walk (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  since timestamp with time zone not null,
  due_at timestamp with time zone not null,
  namespace text collate "C" default ''::text not null,
  cursor text collate "C",
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  scoped boolean default false not null,
  constraint reader_walk_pkey PRIMARY KEY (id)
);
CREATE INDEX reader_walk_by_organization ON reader_walk USING btree (organization);
CREATE INDEX reader_walk_due ON reader_walk USING btree (due_at);

create table related_change (
  id bigint generated always as identity not null,
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  mine text collate "C" not null,
  key bytea not null,
  source text collate "C",
  changed_at timestamp with time zone not null,
  traceparent text,
  relation text collate "C",
  document text collate "C",
  constraint related_change_pkey PRIMARY KEY (namespace_id, judgment_id, mine, key, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX related_change_oldest ON related_change USING btree (namespace_id, id);

create table schema_function (
  name text not null,
  hash text not null,
  version integer not null,
  constraint schema_function_pkey PRIMARY KEY (name)
);

create table schema_version (
  single boolean default true not null,
  version integer not null,
  compatible_from integer not null,
  constraint schema_version_pkey PRIMARY KEY (single),
  constraint schema_version_single_check CHECK (single)
);

create table subscription (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  namespace_id bigint,
  name text collate "C" not null,
  filter jsonb not null,
  endpoint text,
  events text[] not null,
  include text[] not null,
  initial text not null,
  created_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  updated_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  scope text collate "C" not null,
  revision bigint default 1 not null,
  min_hold text,
  min_hold_ms bigint,
  constraint subscription_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX subscription_by_scope ON subscription USING btree (organization, scope, name);

create table subscription_walk (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  subscription_id bigint not null,
  scope text collate "C" not null,
  kind text not null,
  quiet boolean default false not null,
  judgment_id text collate "C",
  low double precision,
  high double precision,
  namespace text collate "C" default ''::text not null,
  cursor jsonb,
  looked bigint default 0 not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default app.now() not null,
  attempts integer default 0 not null,
  constraint subscription_walk_pkey PRIMARY KEY (id)
);
CREATE INDEX subscription_walk_by_subscription ON subscription_walk USING btree (subscription_id);

create table summary (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  scope text collate "C" not null,
  body jsonb not null,
  ending boolean default false not null,
  revision bigint default 1 not null,
  cursor text collate "C" default ''::text not null,
  next_at timestamp with time zone default app.now() not null,
  waiting boolean default false not null,
  faulty boolean default false not null,
  failing_since timestamp with time zone,
  failure text,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  updated_at timestamp with time zone default date_trunc('milliseconds'::text, app.now()) not null,
  failing_tenant text collate "C",
  constraint summary_pkey PRIMARY KEY (id),
  constraint summary_organization_scope_key UNIQUE (organization, scope)
);
CREATE INDEX summary_next ON summary USING btree (next_at);

create table summary_document (
  summary_id bigint not null,
  place text collate "C" not null,
  tenant text collate "C" not null,
  born bigint,
  constraint summary_document_pkey PRIMARY KEY (summary_id, place, tenant)
);

create table waiting_walk (
  id bigint generated always as identity not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  since timestamp with time zone not null,
  namespace text collate "C" default ''::text not null,
  cursor text collate "C",
  attempts integer default 0 not null,
  lease_until timestamp with time zone default app.now(),
  constraint waiting_walk_pkey PRIMARY KEY (id)
);
CREATE INDEX waiting_walk_by_scope ON waiting_walk USING btree (organization, scope);

create table walk_turn (
  walk text collate "C" not null,
  organization text collate "C" not null,
  place bigint not null,
  constraint walk_turn_pkey PRIMARY KEY (walk, organization)
) with (fillfactor=60);

-- function apply_answers: functions/apply_answers.sql
-- function ask_answers: functions/ask_answers.sql
-- function claim_fanout_walk: functions/claim_fanout_walk.sql
-- function commit_batch: functions/commit_batch.sql
-- function dequeue_answers: functions/dequeue_answers.sql
-- function expect_fanouts: functions/expect_fanouts.sql
-- function instant_of: functions/instant_of.sql
-- function lock_documents: functions/lock_documents.sql
-- function lock_organization: functions/lock_organization.sql
-- function lock_organization_alone: functions/lock_organization_alone.sql
-- function open_changes: functions/open_changes.sql
-- function open_names: functions/open_names.sql
-- function open_pairs: functions/open_pairs.sql
-- function pair_rows: functions/pair_rows.sql
