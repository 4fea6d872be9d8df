-- Written by `npm run schema` from a freshly migrated database: do not edit.

create table canary (
  engine text not null,
  after timestamp with time zone not null,
  epoch text,
  numbers jsonb,
  constraint canary_pkey PRIMARY KEY (engine),
  constraint canary_engine_fkey FOREIGN KEY (engine) REFERENCES engine(name)
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

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table engine (
  name text not null,
  active boolean not null,
  identity text not null,
  source text,
  weight double precision not null,
  limits jsonb not null,
  probability_step double precision,
  rate_override jsonb,
  epoch text,
  reported_model text,
  epoch_opened_at timestamp with time zone,
  circuit_open boolean default false not null,
  circuit_until timestamp with time zone,
  circuit_backoff_ms integer default 0 not null,
  revision integer default 1 not null,
  changed_at timestamp with time zone default app.now() not null,
  probability_source text,
  constraint engine_pkey PRIMARY KEY (name)
);

create table epoch (
  engine text not null,
  day date not null,
  n integer not null,
  identity text not null,
  reported_model text,
  opened_at timestamp with time zone default app.now() not null,
  source text,
  probability_source text,
  answered_at timestamp with time zone default app.now(),
  numbers jsonb,
  canary_at timestamp with time zone,
  constraint epoch_pkey PRIMARY KEY (engine, day, n),
  constraint epoch_answered CHECK ((answered_at IS NOT NULL)),
  constraint epoch_engine_fkey FOREIGN KEY (engine) REFERENCES engine(name)
);
CREATE INDEX epoch_by_answer ON epoch USING btree (engine, answered_at);

create table epoch_answer (
  engine text not null,
  day date not null,
  n integer not null,
  minute timestamp with time zone not null,
  answers integer not null,
  constraint epoch_answer_pkey PRIMARY KEY (engine, day, n, minute),
  constraint epoch_answer_engine_day_n_fkey FOREIGN KEY (engine, day, n) REFERENCES epoch(engine, day, n)
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

create table model_entry (
  engine text not null,
  id text not null,
  provider text not null,
  base_url text not null,
  model text not null,
  reads text,
  secrets bytea not null,
  changed_at timestamp with time zone default app.now() not null,
  changed_by text not null,
  changed_in text not null,
  constraint model_entry_pkey PRIMARY KEY (engine)
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

create table permit_slice (
  engine text not null,
  slice integer not null,
  holder text,
  process uuid,
  until timestamp with time zone,
  constraint permit_slice_pkey PRIMARY KEY (engine, slice),
  constraint permit_slice_engine_fkey FOREIGN KEY (engine) REFERENCES engine(name),
  constraint permit_slice_slice_check CHECK (((slice >= 0) AND (slice <= 7)))
);

create table replica (
  holder text not null,
  process uuid not null,
  until timestamp with time zone not null,
  constraint replica_pkey PRIMARY KEY (holder)
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
