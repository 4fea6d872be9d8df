-- Why: the tables that every service has: facts on their way (outbox), kept responses (effect), long requests (job),
-- messages that failed (dead) and roles that one process holds (lease).
-- Locks: none, the schema is new.

create table outbox (
  id text primary key,
  subject text not null,
  payload text not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default app.now(),
  stream_created text,
  stream_seq bigint
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index outbox_waiting on outbox (id) where stream_seq is null;
create index outbox_passed on outbox (subject, stream_seq) where stream_seq is not null;

create table effect (
  effect_id text primary key,
  response bytea not null,
  committed_at timestamptz not null default app.now()
);
create index effect_by_time on effect (committed_at);

create table job (
  id text primary key,
  organization text not null,
  type text not null,
  namespace text,
  status text not null default 'queued',
  done bigint not null default 0,
  total bigint not null default 0,
  request jsonb not null,
  cursor jsonb,
  result jsonb,
  result_status int,
  attempts int not null default 0,
  lease_until timestamptz,
  cancelled boolean not null default false,
  created_at timestamptz not null default app.now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index job_open on job (created_at) where status in ('queued', 'running');
create index job_by_organization on job (organization, id);

create table dead (
  id text primary key,
  consumer text not null,
  subject text not null,
  payload text not null,
  headers jsonb not null default '{}',
  reason text not null,
  failures int not null,
  died_at timestamptz not null default app.now(),
  redriven_at timestamptz
);

create table lease (
  name text primary key,
  holder text not null,
  until timestamptz not null,
  fence bigint not null default 1
);
