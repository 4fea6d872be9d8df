-- Written by `npm run schema` from a freshly migrated database: do not edit.

create sequence deferral_revision;
create sequence record_number;

create table answer (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  id text not null,
  version integer not null,
  document_version bigint not null,
  seen bigint not null,
  engine_name text not null,
  engine_ref text not null,
  engine_version text,
  judged_at timestamp with time zone not null,
  context_hash text not null,
  truncated boolean not null,
  body json not null,
  units double precision not null,
  ask_id text,
  erased boolean default false not null,
  tokens integer default 0 not null,
  cost_usd double precision default 0 not null,
  told boolean default false not null,
  since timestamp with time zone,
  read_at timestamp with time zone,
  erased_at timestamp with time zone,
  read_hash text,
  features json,
  feature_inputs json,
  parts json,
  combiner text,
  watermark timestamp with time zone,
  constraint answer_pkey PRIMARY KEY (namespace_id, document_id, judgment_id, record, judged_at)
) partition by RANGE (judged_at);

create table answer_keeping (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  id text not null,
  version integer not null,
  document_version bigint not null,
  seen bigint not null,
  engine_name text not null,
  engine_ref text not null,
  engine_version text,
  judged_at timestamp with time zone not null,
  context_hash text not null,
  truncated boolean not null,
  body json not null,
  units double precision not null,
  ask_id text,
  erased boolean default false not null,
  tokens integer default 0 not null,
  cost_usd double precision default 0 not null,
  told boolean default false not null,
  since timestamp with time zone,
  read_at timestamp with time zone,
  erased_at timestamp with time zone,
  read_hash text,
  features json,
  feature_inputs json,
  parts json,
  combiner text,
  watermark timestamp with time zone,
  constraint answer_keeping_pkey PRIMARY KEY (namespace_id, document_id, judgment_id, record, judged_at)
);

create table answer_retention (
  is_only boolean default true not null,
  begins_at timestamp with time zone default (app.now() + '1 day'::interval) not null,
  gone_before timestamp with time zone default '-infinity'::timestamp with time zone not null,
  target text,
  sources text[],
  from_at timestamp with time zone,
  to_at timestamp with time zone,
  in_force_at timestamp with time zone,
  source integer,
  after_key text[],
  looked_at bigint,
  kept bigint,
  began_at timestamp with time zone,
  touched_at timestamp with time zone,
  constraint answer_retention_pkey PRIMARY KEY (is_only),
  constraint answer_retention_is_only_check CHECK (is_only)
);

create table backfill (
  job text not null,
  max_usd double precision,
  held_usd double precision default 0 not null,
  spent_usd double precision default 0 not null,
  units double precision default 0 not null,
  answered bigint default 0 not null,
  unchanged bigint default 0 not null,
  failed bigint default 0 not null,
  stopped boolean default false not null,
  tokens bigint default 0 not null,
  constraint backfill_pkey PRIMARY KEY (job)
) with (fillfactor=50);

create table backfill_token (
  token text not null,
  job text not null,
  constraint backfill_token_pkey PRIMARY KEY (token)
);
CREATE INDEX backfill_token_of_job ON backfill_token USING btree (job);

create table combiner (
  judgment_id text not null,
  scope text not null,
  version integer not null,
  engine_version text not null,
  fit text not null,
  weights json,
  revision bigint not null,
  constraint combiner_pkey PRIMARY KEY (judgment_id, scope, version, engine_version)
);

create table context (
  namespace_id bigint not null,
  document_id text not null,
  hash text not null,
  month timestamp with time zone not null,
  document_version bigint not null,
  format smallint not null,
  tokens integer not null,
  text text not null,
  images text[] default '{}'::text[] not null,
  image_erased boolean default false not null,
  constraint context_pkey PRIMARY KEY (namespace_id, document_id, hash, month)
) partition by RANGE (month);
CREATE INDEX context_by_image ON ONLY context USING gin (images) WHERE (images <> '{}'::text[]);

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
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  name text not null,
  since timestamp with time zone default app.now() not null,
  resumes_at timestamp with time zone not null,
  told_at timestamp with time zone not null,
  held_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  is_swept boolean default false not null,
  seen_revision bigint default 0 not null,
  constraint deferral_pkey PRIMARY KEY (namespace_id, judgment_id)
);
CREATE INDEX deferral_by_time ON deferral USING btree (resumes_at);

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
  active boolean not null,
  engine_version text,
  circuit_open boolean not null,
  circuit_changed_at timestamp with time zone default app.now() not null,
  weight double precision not null,
  limits json not null,
  probability_step double precision,
  revision bigint not null,
  source text,
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

create table engine_used (
  namespace_id bigint not null,
  name text not null,
  version text not null,
  since timestamp with time zone default app.now() not null,
  constraint engine_used_pkey PRIMARY KEY (namespace_id, name, version)
);

create table erased_image (
  namespace_id bigint not null,
  image text not null,
  erased_at timestamp with time zone not null,
  constraint erased_image_pkey PRIMARY KEY (namespace_id, image)
);

create table head (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  version integer,
  document_version bigint not null,
  seen bigint not null,
  context_hash text,
  engine_version text,
  answer_id text,
  answered_at timestamp with time zone,
  failure text,
  recorded_at timestamp with time zone not null,
  target_version integer default 0 not null,
  read_hash text,
  number double precision,
  feature_inputs json,
  combiner text,
  saw json,
  saw_before json,
  saw_first json,
  constraint head_pkey PRIMARY KEY (namespace_id, document_id, judgment_id, target_version)
) with (autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=80);

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
  id text not null,
  organization text not null,
  scope text not null,
  name text not null,
  active_version integer not null,
  last_version integer not null,
  freshness json not null,
  thresholds json not null,
  outcomes json default '{}'::json not null,
  revision bigint not null,
  archived boolean default false not null,
  created_at timestamp with time zone default app.now() not null,
  updated_at timestamp with time zone default app.now() not null,
  key text,
  copied json,
  earlier_paths json default '[]'::json not null,
  reads text[] default '{}'::text[] not null,
  alternatives json default '{}'::json not null,
  queue json default '{}'::json not null,
  constraint judgment_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX judgment_copy ON judgment USING btree (key, scope) WHERE ((key IS NOT NULL) AND (NOT archived));
CREATE UNIQUE INDEX judgment_name ON judgment USING btree (organization, scope, name) WHERE (NOT archived);
CREATE INDEX judgment_of_template ON judgment USING btree (organization) WHERE ((scope ~~ '%/*'::text) AND (NOT archived));
CREATE INDEX judgment_place ON judgment USING btree (organization, scope COLLATE "C", name COLLATE "C") WHERE (NOT archived);
CREATE INDEX judgment_reading ON judgment USING btree (organization) WHERE ((reads <> '{}'::text[]) AND (NOT archived));
CREATE INDEX judgment_scope ON judgment USING btree (organization, scope);

create table judgment_override (
  judgment_id text not null,
  scope text not null,
  thresholds json,
  freshness json,
  revision bigint not null,
  constraint judgment_override_pkey PRIMARY KEY (judgment_id, scope),
  constraint judgment_override_judgment_id_fkey FOREIGN KEY (judgment_id) REFERENCES judgment(id) ON DELETE CASCADE
);
CREATE INDEX judgment_override_of_scope ON judgment_override USING btree (scope);

create table judgment_version (
  judgment_id text not null,
  version integer not null,
  definition json not null,
  hash text not null,
  render_format smallint not null,
  created_at timestamp with time zone default app.now() not null,
  answered boolean default false not null,
  constraint judgment_version_pkey PRIMARY KEY (judgment_id, version),
  constraint judgment_version_judgment_id_fkey FOREIGN KEY (judgment_id) REFERENCES judgment(id) ON DELETE CASCADE,
  constraint judgment_version_judgment_id_hash_key UNIQUE (judgment_id, hash)
);

create table kept_context (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  answer_id text not null,
  version integer not null,
  engine_version text,
  hash text not null,
  document_version bigint not null,
  read_at timestamp with time zone,
  format smallint not null,
  tokens integer not null,
  truncated boolean not null,
  text text not null,
  images text[] default '{}'::text[] not null,
  gone text,
  keep_until timestamp with time zone not null,
  constraint kept_context_pkey PRIMARY KEY (namespace_id, document_id, judgment_id, answer_id),
  constraint kept_context_gone_check CHECK ((gone = ANY (ARRAY['deleted'::text, 'image_erased'::text])))
);
CREATE INDEX kept_context_by_end ON kept_context USING btree (keep_until);
CREATE INDEX kept_context_by_image ON kept_context USING gin (images) WHERE (images <> '{}'::text[]);

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

create table namespace (
  id bigint generated always as identity not null,
  organization text not null,
  name text not null,
  revision bigint default 0 not null,
  default_engine json,
  fanout json default '{}'::json not null,
  paused boolean default false not null,
  paused_revision bigint default 0 not null,
  erasing boolean default false not null,
  fanout_held boolean default false not null,
  constraint namespace_pkey PRIMARY KEY (id),
  constraint namespace_organization_name_key UNIQUE (organization, name)
);
CREATE INDEX namespace_paused ON namespace USING btree (organization, name) WHERE paused;

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

create table pending (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  lane smallint not null,
  due_at timestamp with time zone not null,
  wanted_at timestamp with time zone not null,
  first_touch_at timestamp with time zone default app.now() not null,
  max_wait_ms bigint not null,
  touches integer not null,
  claimed_touches integer default 0 not null,
  claim_id text,
  wanted bigint default 0 not null,
  version bigint not null,
  attempts integer default 0 not null,
  traceparent text,
  job text,
  renew_at timestamp with time zone,
  free boolean default false not null,
  target_version integer default 0 not null,
  other_jobs text[] default '{}'::text[] not null,
  counted_at timestamp with time zone,
  deferred_from timestamp with time zone,
  later_lane smallint,
  constraint pending_pkey PRIMARY KEY (namespace_id, document_id, judgment_id, target_version)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=70);
CREATE INDEX pending_due ON pending USING btree (namespace_id, lane, due_at);
CREATE INDEX pending_fanout ON pending USING btree (namespace_id, judgment_id, lane, deferred_from) WHERE ((lane = ANY (ARRAY[3, 5])) AND (counted_at IS NULL));
CREATE INDEX pending_of_job ON pending USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX pending_of_other_jobs ON pending USING gin (other_jobs) WHERE (other_jobs <> '{}'::text[]);
CREATE INDEX pending_oldest ON pending USING btree (due_at);

create table revision (
  organization text not null,
  revision bigint not null,
  constraint revision_pkey PRIMARY KEY (organization)
);

create table rolling (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  used bigint default 0 not null,
  constraint rolling_pkey PRIMARY KEY (namespace_id, judgment_id)
) with (fillfactor=50);

create table rolling_use (
  namespace_id bigint not null,
  at timestamp with time zone not null,
  judgment_id text collate "C" not null,
  asked integer not null,
  constraint rolling_use_pkey PRIMARY KEY (namespace_id, at, judgment_id)
) with (fillfactor=80);

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

create table scoring (
  run text not null,
  alternative text not null,
  judgment_id text not null,
  version integer not null,
  definition json not null,
  contexts text not null,
  engine_version text not null,
  free boolean not null,
  block text,
  place integer not null,
  stopped boolean default false not null,
  started_at timestamp with time zone default app.now() not null,
  constraint scoring_pkey PRIMARY KEY (run, alternative),
  constraint scoring_contexts_check CHECK ((contexts = ANY (ARRAY['stored'::text, 'narrowed'::text, 'live'::text]))),
  constraint scoring_run_fkey FOREIGN KEY (run) REFERENCES scoring_run(run) ON DELETE CASCADE
);

create table scoring_ask (
  run text not null,
  alternative text not null,
  answer_id text not null,
  namespace_id bigint not null,
  document_id text not null,
  engine_name text not null,
  place integer not null,
  n integer not null,
  units double precision not null,
  at_units double precision not null,
  due_at timestamp with time zone default app.now() not null,
  claim_id text,
  attempts integer default 0 not null,
  needs_money boolean default false not null,
  done_at timestamp with time zone,
  constraint scoring_ask_pkey PRIMARY KEY (run, alternative, answer_id),
  constraint scoring_ask_run_alternative_fkey FOREIGN KEY (run, alternative) REFERENCES scoring(run, alternative) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX scoring_ask_of_namespace ON scoring_ask USING btree (namespace_id);
CREATE INDEX scoring_ask_open ON scoring_ask USING btree (run, place, n) WHERE (done_at IS NULL);

create table scoring_run (
  run text not null,
  organization text not null,
  open boolean default true not null,
  stopped_at timestamp with time zone,
  touched_at timestamp with time zone default app.now() not null,
  served_at timestamp with time zone default app.now() not null,
  constraint scoring_run_pkey PRIMARY KEY (run)
) with (fillfactor=50);
CREATE INDEX scoring_run_by_age ON scoring_run USING btree (touched_at);
CREATE INDEX scoring_run_open ON scoring_run USING btree (served_at) WHERE open;

create table statistic (
  namespace_id bigint not null,
  judgment_id text not null,
  day date not null,
  slot smallint not null,
  evaluations bigint not null,
  failures bigint not null,
  truncated bigint not null,
  tokens bigint not null,
  units double precision not null,
  spend_usd double precision not null,
  lags integer[] not null,
  constraint statistic_pkey PRIMARY KEY (namespace_id, judgment_id, day, slot)
) with (fillfactor=50);
CREATE INDEX statistic_by_day ON statistic USING btree (day);

create table turn (
  lane smallint not null,
  namespace_id bigint not null,
  next_due_at timestamp with time zone not null,
  served_at timestamp with time zone default app.now() not null,
  blocked_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint turn_pkey PRIMARY KEY (lane, namespace_id)
) with (fillfactor=50);
CREATE INDEX turn_due ON turn USING btree (lane, served_at);
