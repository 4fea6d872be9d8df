-- Written by `npm run schema` from a freshly migrated database: do not edit.

create sequence fit_revision;

create table alternative (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  version integer not null,
  id text collate "C" not null,
  definition json not null,
  drafted boolean not null,
  named_by text not null,
  named_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint alternative_pkey PRIMARY KEY (organization, judgment_id, scope, version, id)
);

create table alternative_answer (
  run text collate "C" not null,
  alternative text collate "C" not null,
  answer_id text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  engine_version text collate "C",
  context_hash text,
  number double precision,
  escape_p double precision,
  dist json,
  skipped text,
  units numeric not null,
  tokens integer not null,
  cost_usd numeric not null,
  answered_at timestamp with time zone not null,
  constraint alternative_answer_pkey PRIMARY KEY (run, alternative, answer_id)
);
CREATE INDEX alternative_answer_by_namespace ON alternative_answer USING btree (organization, namespace);
CREATE INDEX alternative_answer_kept ON alternative_answer USING btree (organization, judgment_id, alternative, engine_version, answer_id) WHERE (skipped IS NULL);

create table alternative_month (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  month text collate "C" not null,
  version integer not null,
  engine_version text collate "C" not null,
  sample text[],
  frozen_at timestamp with time zone,
  tuned_at timestamp with time zone,
  constraint alternative_month_pkey PRIMARY KEY (organization, judgment_id, scope, month, version, engine_version)
);

create table alternative_quote (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  name text not null,
  generation bigint not null,
  fingerprint bytea not null,
  status text not null,
  computed_at timestamp with time zone,
  body json,
  priced bytea,
  moved_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint alternative_quote_pkey PRIMARY KEY (organization, judgment_id, scope),
  constraint alternative_quote_status_check CHECK ((status = ANY (ARRAY['quoting'::text, 'ready'::text])))
);
CREATE INDEX alternative_quote_open ON alternative_quote USING btree (moved_at) WHERE (status = 'quoting'::text);

create table alternative_run (
  run text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  name text not null,
  version integer not null,
  engine_version text collate "C" not null,
  generation bigint not null,
  free boolean not null,
  automatic boolean not null,
  job text,
  block text,
  state text not null,
  stopped_by text,
  plan bytea,
  detectable json,
  started_at timestamp with time zone not null,
  extended_at timestamp with time zone,
  ended_at timestamp with time zone,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  constraint alternative_run_pkey PRIMARY KEY (run),
  constraint alternative_run_state_check CHECK ((state = ANY (ARRAY['open'::text, 'stopping'::text, 'ended'::text])))
);
CREATE INDEX alternative_run_ended ON alternative_run USING btree (ended_at) WHERE (state = 'ended'::text);
CREATE INDEX alternative_run_free ON alternative_run USING btree (started_at) WHERE ((state <> 'ended'::text) AND free);
CREATE INDEX alternative_run_of ON alternative_run USING btree (organization, judgment_id, scope, started_at);
CREATE UNIQUE INDEX alternative_run_open ON alternative_run USING btree (organization, judgment_id, scope) WHERE ((state <> 'ended'::text) AND (NOT free));

create table alternative_run_row (
  run text collate "C" not null,
  alternative text collate "C" not null,
  place integer not null,
  state text not null,
  constraint alternative_run_row_pkey PRIMARY KEY (run, alternative),
  constraint alternative_run_row_run_fkey FOREIGN KEY (run) REFERENCES alternative_run(run) ON DELETE CASCADE,
  constraint alternative_run_row_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'asked'::text, 'stopped'::text, 'scored'::text])))
);

create table alternative_salt (
  single boolean default true not null,
  salt bytea not null,
  constraint alternative_salt_pkey PRIMARY KEY (single),
  constraint alternative_salt_single_check CHECK (single)
);

create table alternative_score (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  month text collate "C" not null,
  version integer not null,
  engine_version text collate "C" not null,
  alternative text collate "C" not null,
  in_k boolean not null,
  run text collate "C" not null,
  labels bytea not null,
  score json not null,
  scored_at timestamp with time zone not null,
  constraint alternative_score_pkey PRIMARY KEY (organization, judgment_id, scope, month, version, engine_version, alternative)
);

create table answer_count (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  version integer not null,
  engine_version text collate "C" not null,
  fit text collate "C",
  counted_at timestamp with time zone not null,
  sampled boolean not null,
  counts integer[] not null,
  constraint answer_count_pkey PRIMARY KEY (organization, judgment_id, namespace)
);

create table answer_week (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  week date not null,
  version integer not null,
  engine_version text collate "C" not null,
  counted_at timestamp with time zone not null,
  sampled boolean not null,
  counts integer[] not null,
  constraint answer_week_pkey PRIMARY KEY (organization, judgment_id, namespace, week)
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

create table draft_call (
  id text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  day date not null,
  counted boolean default false not null,
  expires_at timestamp with time zone not null,
  constraint draft_call_pkey PRIMARY KEY (id)
);
CREATE INDEX draft_call_by_day ON draft_call USING btree (organization, day);

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table engine_epoch (
  engine text not null,
  epoch text not null,
  source text not null,
  noted_at timestamp with time zone default app.now() not null,
  constraint engine_epoch_pkey PRIMARY KEY (engine, epoch)
);
CREATE INDEX engine_epoch_by_epoch ON engine_epoch USING btree (epoch);

create table fit (
  id text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  version integer not null,
  engine_version text collate "C" not null,
  revision bigint default nextval('fit_revision'::regclass) not null,
  read_with text not null,
  stored jsonb not null,
  outcomes jsonb,
  labels jsonb not null,
  labels_seen bigint not null,
  labels_changed_at timestamp with time zone not null,
  floor double precision not null,
  report jsonb not null,
  made_at timestamp with time zone not null,
  constraint fit_pkey PRIMARY KEY (id)
);
CREATE INDEX fit_history ON fit USING btree (organization, judgment_id, scope, revision DESC);
CREATE INDEX fit_in_force ON fit USING btree (organization, judgment_id, scope, version, engine_version, revision DESC);
CREATE INDEX fit_made_at ON fit USING btree (made_at);

create table fit_night (
  day date not null,
  finished_at timestamp with time zone,
  failed integer default 0 not null,
  constraint fit_night_pkey PRIMARY KEY (day)
);

create table fit_sample (
  fit_id text collate "C" not null,
  packed bytea not null,
  constraint fit_sample_pkey PRIMARY KEY (fit_id),
  constraint fit_sample_fit_id_fkey FOREIGN KEY (fit_id) REFERENCES fit(id) ON DELETE CASCADE
);

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

create table judgment (
  organization text collate "C" not null,
  scope text collate "C" not null,
  judgment_id text collate "C" not null,
  kind text not null,
  name text not null,
  revision bigint not null,
  active_version integer not null,
  type text not null,
  options jsonb,
  levels jsonb,
  outcomes jsonb not null,
  archived boolean not null,
  copied jsonb,
  thresholds jsonb,
  horizon_ms bigint default 0 not null,
  features jsonb,
  parts jsonb,
  alternatives json,
  queue json,
  engine text,
  constraint judgment_pkey PRIMARY KEY (organization, scope, judgment_id, kind)
);
CREATE INDEX judgment_by_name ON judgment USING btree (organization, name, scope);
CREATE INDEX judgment_implicit ON judgment USING btree (organization, judgment_id) WHERE ((kind = 'judgment'::text) AND (NOT archived) AND (outcomes ? 'implicit'::text));

create table lease (
  name text not null,
  holder text not null,
  until timestamp with time zone not null,
  fence bigint default 1 not null,
  constraint lease_pkey PRIMARY KEY (name)
);

create table migration (
  id integer default nextval('migration_id_seq'::regclass) not null,
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

create table namespace_erasure (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  revision bigint not null,
  erasing boolean not null,
  constraint namespace_erasure_pkey PRIMARY KEY (organization, namespace)
);

create table open_window (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version integer not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamp with time zone not null,
  number double precision,
  features jsonb,
  parts jsonb,
  constraint open_window_pkey PRIMARY KEY (organization, judgment_id, namespace, answer_id)
);
CREATE INDEX open_window_by_document ON open_window USING btree (organization, namespace, document);
CREATE INDEX open_window_due ON open_window USING btree (organization, judgment_id, scope, judged_at);

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

create table outcome (
  id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  document text collate "C" not null,
  identity text collate "C" not null,
  value jsonb,
  escape boolean not null,
  source text not null,
  observed_at timestamp with time zone not null,
  as_of timestamp with time zone,
  hindsight boolean default false not null,
  waits boolean default false not null,
  checked boolean default true not null,
  answer_id text,
  version integer,
  document_version bigint,
  engine_version text,
  judged_at timestamp with time zone,
  number double precision,
  escape_p double precision,
  dist jsonb,
  document_deleted boolean default false not null,
  created_at timestamp with time zone default app.now() not null,
  changed_at timestamp with time zone default app.now() not null,
  weight double precision default 1 not null,
  latest boolean default false not null,
  unmatched text,
  draw integer default 0 not null,
  draw_size integer default 0 not null,
  features jsonb,
  parts jsonb,
  attributes jsonb,
  attributes_asked boolean default false not null,
  author text collate "C",
  constraint outcome_pkey PRIMARY KEY (organization, judgment_id, id),
  constraint outcome_identity UNIQUE (organization, judgment_id, namespace, document, identity)
);
CREATE INDEX outcome_attributes ON outcome USING btree (created_at) WHERE ((NOT attributes_asked) AND (answer_id IS NOT NULL));
CREATE INDEX outcome_by_document ON outcome USING btree (organization, namespace, document);
CREATE INDEX outcome_by_namespace ON outcome USING btree (organization, judgment_id, namespace, id);
CREATE INDEX outcome_change ON outcome USING btree (organization, judgment_id, version, engine_version, namespace, changed_at) WHERE (answer_id IS NOT NULL);
CREATE INDEX outcome_implicit ON outcome USING btree (organization, judgment_id, namespace, document) WHERE (source = 'implicit'::text);
CREATE INDEX outcome_label ON outcome USING btree (organization, judgment_id, version, answer_id, observed_at) WHERE (answer_id IS NOT NULL);
CREATE INDEX outcome_sample ON outcome USING btree (organization, judgment_id, version, engine_version, hashtextextended(answer_id, (7)::bigint)) WHERE (answer_id IS NOT NULL);
CREATE INDEX outcome_unchecked ON outcome USING btree (created_at) WHERE (NOT checked);
CREATE INDEX outcome_waits ON outcome USING btree (organization, judgment_id, namespace, document) WHERE waits;

create table queue_item (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version integer not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamp with time zone not null,
  shown jsonb not null,
  reason text not null,
  weight double precision not null,
  place bigint generated always as identity not null,
  drawn_at timestamp with time zone default app.now() not null,
  draw integer default 1 not null,
  draw_size integer default 1 not null,
  held_by text collate "C",
  held_until timestamp with time zone,
  constraint queue_item_pkey PRIMARY KEY (organization, judgment_id, namespace, answer_id)
);
CREATE INDEX queue_item_by_document ON queue_item USING btree (organization, namespace, document);
CREATE INDEX queue_item_by_place ON queue_item USING btree (organization, judgment_id, version, place);

create table repeat_run (
  run text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  name text not null,
  version integer not null,
  engine_version text collate "C" not null,
  state text not null,
  stopped_by text,
  plan bytea,
  answers integer not null,
  estimate json not null,
  job text,
  block text,
  priced_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  extended_at timestamp with time zone,
  result json,
  constraint repeat_run_pkey PRIMARY KEY (run),
  constraint repeat_run_state_check CHECK ((state = ANY (ARRAY['quoted'::text, 'open'::text, 'stopping'::text, 'ended'::text])))
);
CREATE INDEX repeat_run_of ON repeat_run USING btree (organization, judgment_id, scope);
CREATE UNIQUE INDEX repeat_run_open ON repeat_run USING btree (organization, judgment_id, scope) WHERE (state = ANY (ARRAY['open'::text, 'stopping'::text]));
CREATE INDEX repeat_run_quoted ON repeat_run USING btree (priced_at) WHERE (state = 'quoted'::text);

create table sample_draw (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  version integer not null,
  engine_version text collate "C" not null,
  labels_seen bigint not null,
  labels_changed_at timestamp with time zone not null,
  drawn_at timestamp with time zone not null,
  constraint sample_draw_pkey PRIMARY KEY (organization, judgment_id, version, engine_version)
);

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
