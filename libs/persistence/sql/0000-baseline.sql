-- Why: the tables that every service has: facts on their way (outbox), kept responses (effect), long requests (job),
-- messages that failed (dead) and roles that one process holds (lease).
-- Locks: none, the schema is new.

-- Facts on their way. The relay finds rows that no stream has by `outbox_waiting`, and reads those that stand in a stream a
-- batch at a time, by subject, stream and sequence. A gauge measures the oldest row each few seconds.
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
create index outbox_standing on outbox (subject, stream_created, stream_seq) where stream_seq is not null;
create index outbox_by_time on outbox (created_at);

-- Responses of requests that change something, kept for their repetition.
create table effect (
  effect_id text primary key,
  response bytea not null,
  committed_at timestamptz not null default app.now()
);
create index effect_by_time on effect (committed_at);

-- Long requests. `failures` are counted until a step succeeds; the fifth ends the job. Its work belongs to the trace of the
-- request that made it.
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
  finished_at timestamptz,
  failures int not null default 0,
  traceparent text
);
create index job_open on job (created_at) where status in ('queued', 'running');
create index job_by_organization on job (organization, id);

-- Messages that failed for good.
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

-- Roles that one process holds.
create table lease (
  name text primary key,
  holder text not null,
  until timestamptz not null,
  fence bigint not null default 1
);
