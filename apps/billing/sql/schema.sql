-- Written by `npm run schema` from a freshly migrated database: do not edit.

create sequence budget_change;

create table account (
  organization text collate "C" not null,
  plan text not null,
  constraint account_pkey PRIMARY KEY (organization)
);

create table budget (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  revision bigint not null,
  budget_usd numeric,
  paused boolean default false not null,
  paused_month text,
  refused_usd numeric,
  change_revision bigint default 0 not null,
  deleted boolean default false not null,
  fanout_share numeric default 0.5 not null,
  constraint budget_pkey PRIMARY KEY (organization, namespace)
);
CREATE INDEX budget_paused ON budget USING btree (paused_month) WHERE paused;

create table charge (
  ask_id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  month text not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  by_judgment jsonb not null,
  recorded_at timestamp with time zone not null,
  charged_at timestamp with time zone default app.now() not null,
  constraint charge_pkey PRIMARY KEY (ask_id)
) partition by RANGE (ask_id);

create table closed_namespace (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  units numeric not null,
  tokens numeric not null,
  cost_usd numeric not null,
  by_judgment jsonb not null,
  active boolean not null,
  byte_seconds numeric not null,
  constraint closed_namespace_pkey PRIMARY KEY (organization, month, namespace)
);

create table closed_usage (
  organization text collate "C" not null,
  month text not null,
  closed_at timestamp with time zone default app.now() not null,
  fees jsonb not null,
  constraint closed_usage_pkey PRIMARY KEY (organization, month)
);

create table day_slot (
  organization text collate "C" not null,
  day date not null,
  namespace text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  constraint day_slot_pkey PRIMARY KEY (organization, day, namespace, slot)
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=50);
CREATE INDEX day_slot_by_day ON day_slot USING btree (day);

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

create table judgment_name (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  name text not null,
  constraint judgment_name_pkey PRIMARY KEY (organization, judgment_id)
);

create table judgment_slot (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  constraint judgment_slot_pkey PRIMARY KEY (organization, month, namespace, judgment_id, slot)
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=50);

create table lease (
  name text not null,
  holder text not null,
  until timestamp with time zone not null,
  fence bigint default 1 not null,
  constraint lease_pkey PRIMARY KEY (name)
);

create table ledger (
  ask_id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  month text not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  by_judgment jsonb not null,
  recorded_at timestamp with time zone not null,
  charged_at timestamp with time zone default app.now() not null,
  constraint ledger_pkey PRIMARY KEY (ask_id)
);

create table ledger_end (
  is_only boolean default true not null,
  first_ask text collate "C" not null,
  emptied boolean default false not null,
  constraint ledger_end_pkey PRIMARY KEY (is_only),
  constraint ledger_end_is_only_check CHECK (is_only)
);

create table migration (
  id integer default nextval('migration_id_seq'::regclass) not null,
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id)
);

create table month_slot (
  organization text collate "C" not null,
  month text not null,
  slot smallint not null,
  units numeric not null,
  constraint month_slot_pkey PRIMARY KEY (organization, month, slot)
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=50);

create table namespace_slot (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  fanout_cost_usd numeric default 0 not null,
  constraint namespace_slot_pkey PRIMARY KEY (organization, month, namespace, slot)
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=50);

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

create table pinned_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  byte_seconds numeric not null,
  constraint pinned_month_pkey PRIMARY KEY (organization, month, namespace)
);

create table reservation (
  ask_id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  expires_at timestamp with time zone not null,
  fanout boolean default false not null,
  block text collate "C",
  constraint reservation_pkey PRIMARY KEY (ask_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=80);
CREATE INDEX reservation_by_time ON reservation USING btree (expires_at);
CREATE INDEX reservation_of_block ON reservation USING btree (block) WHERE (block IS NOT NULL);
CREATE INDEX reservation_open ON reservation USING btree (organization, expires_at, namespace) INCLUDE (units, cost_usd);

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

create table spend_block (
  block text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  drawn_units numeric default 0 not null,
  drawn_usd numeric default 0 not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint spend_block_pkey PRIMARY KEY (block, namespace)
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=50);
CREATE INDEX spend_block_by_time ON spend_block USING btree (expires_at);
CREATE INDEX spend_block_live ON spend_block USING btree (organization, expires_at);

create table storage (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  measured_at timestamp with time zone not null,
  constraint storage_pkey PRIMARY KEY (organization, namespace)
) with (fillfactor=80);
CREATE INDEX storage_pinned ON storage USING btree (organization, namespace) WHERE pinned;

create table tenant_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  constraint tenant_month_pkey PRIMARY KEY (organization, month, namespace)
);
