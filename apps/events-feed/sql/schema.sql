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

create table effect (
  effect_id text not null,
  response bytea not null,
  committed_at timestamp with time zone default app.now() not null,
  constraint effect_pkey PRIMARY KEY (effect_id)
);
CREATE INDEX effect_by_time ON effect USING btree (committed_at);

create table event (
  organization text collate "C" not null,
  day date not null,
  number bigint not null,
  id text collate "C" not null,
  type text not null,
  namespace text,
  body text not null,
  recorded_at timestamp with time zone default app.now() not null,
  constraint event_pkey PRIMARY KEY (organization, day, number)
) partition by RANGE (day);

create table event_key (
  id text collate "C" not null,
  organization text not null,
  day date not null,
  number bigint not null,
  constraint event_key_pkey PRIMARY KEY (id)
);

create table event_subject (
  organization text collate "C" not null,
  kind text not null,
  name text collate "C" not null,
  day date not null,
  number bigint not null,
  constraint event_subject_pkey PRIMARY KEY (organization, kind, name, day, number)
) partition by RANGE (day);

create table feed_floor (
  one boolean default true not null,
  day date not null,
  last_id text collate "C",
  constraint feed_floor_pkey PRIMARY KEY (one),
  constraint feed_floor_one_check CHECK (one)
);

create table feed_tail (
  one boolean default true not null,
  number bigint default 0 not null,
  day date not null,
  constraint feed_tail_pkey PRIMARY KEY (one),
  constraint feed_tail_one_check CHECK (one)
) with (fillfactor=10);

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
