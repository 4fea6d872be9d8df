/*
 * The tables that every service has, as its first migration makes them. Frozen: a change is a new function, used by a
 * new migration.
 */

/** outbox, effect, job, dead and lease. */
export const commonTablesV1 = `
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
);`;

export const dropCommonTablesV1 = `drop table lease; drop table dead; drop table job; drop table effect; drop table outbox;`;

/** Failures of a job that is worked on, counted until one of its steps succeeds. */
export const jobFailuresV1 = `alter table job add column failures int not null default 0;`;

export const dropJobFailuresV1 = `alter table job drop column failures;`;
