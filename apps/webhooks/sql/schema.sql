-- Written by `npm run schema` from a freshly migrated database: do not edit.

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

create table delivery (
  day date not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  turn integer default 0 not null,
  id text collate "C" not null,
  organization text not null,
  type text not null,
  namespace text,
  test boolean default false not null,
  status text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone,
  attempted_at timestamp with time zone,
  status_code integer,
  latency_ms integer,
  error text,
  response text,
  created_at timestamp with time zone default app.now() not null,
  ahead boolean default false not null,
  leased_until timestamp with time zone,
  constraint delivery_pkey PRIMARY KEY (day, event_id, endpoint_id, turn),
  constraint delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text])))
) partition by RANGE (day);
CREATE INDEX delivery_attempted ON ONLY delivery USING btree (endpoint_id, attempted_at) WHERE (attempted_at IS NOT NULL);
CREATE INDEX delivery_due ON ONLY delivery USING btree (endpoint_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX delivery_log ON ONLY delivery USING btree (endpoint_id, created_at, id);
CREATE INDEX delivery_unsent ON ONLY delivery USING btree (endpoint_id, created_at, id) WHERE (status = ANY (ARRAY['failed'::text, 'skipped'::text]));

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table endpoint (
  id text collate "C" not null,
  organization text not null,
  url text not null,
  events text[] not null,
  namespace_prefix text not null,
  description text,
  max_per_second double precision,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamp with time zone,
  status text default 'active'::text not null,
  first_failure_at timestamp with time zone,
  failed_attempts integer default 0 not null,
  failing_since timestamp with time zone,
  created_at timestamp with time zone default app.now() not null,
  constraint endpoint_pkey PRIMARY KEY (id),
  constraint endpoint_max_per_second_check CHECK ((max_per_second > (0)::double precision)),
  constraint endpoint_status_check CHECK ((status = ANY (ARRAY['active'::text, 'failing'::text, 'disabled'::text])))
);
CREATE INDEX endpoint_by_organization ON endpoint USING btree (organization, id);

create table endpoint_count (
  organization text not null,
  constraint endpoint_count_pkey PRIMARY KEY (organization)
);

create table endpoint_gone (
  endpoint_id text collate "C" not null,
  constraint endpoint_gone_pkey PRIMARY KEY (endpoint_id)
);

create table endpoint_turn (
  endpoint_id text collate "C" not null,
  slice smallint not null,
  due_at timestamp with time zone default 'infinity'::timestamp with time zone not null,
  paused_until timestamp with time zone,
  paced_until timestamp with time zone,
  constraint endpoint_turn_pkey PRIMARY KEY (endpoint_id)
) with (fillfactor=50);
CREATE INDEX endpoint_turn_due ON endpoint_turn USING btree (slice, due_at);

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
CREATE INDEX job_open ON job USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

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

create table payload (
  day date not null,
  event_id text collate "C" not null,
  body text not null,
  traceparent text,
  constraint payload_pkey PRIMARY KEY (day, event_id)
) partition by RANGE (day);

create table recovery (
  endpoint_id text collate "C" not null,
  rest tstzmultirange not null,
  asked_at timestamp with time zone not null,
  walked_at timestamp with time zone not null,
  constraint recovery_pkey PRIMARY KEY (endpoint_id)
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

create table tally (
  endpoint_id text collate "C" not null,
  span text not null,
  at timestamp with time zone not null,
  deliveries integer not null,
  succeeded integer not null,
  last_at timestamp with time zone not null,
  constraint tally_pkey PRIMARY KEY (endpoint_id, span, at),
  constraint tally_span_check CHECK ((span = ANY (ARRAY['minute'::text, 'hour'::text])))
) with (fillfactor=70);
CREATE INDEX tally_by_time ON tally USING btree (at);
