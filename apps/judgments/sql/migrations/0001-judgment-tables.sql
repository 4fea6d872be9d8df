-- Why: definitions, the queue, answers of record and the copies that judging needs. Keys of large tables lead with a
-- compact namespace id. Answers and contexts are logs: partitioned by month, dropped by partition.
-- Locks: none, everything is new.

create table namespace (
  id bigint generated always as identity primary key,
  organization text not null,
  name text not null,
  revision bigint not null default 0,
  default_engine json,
  fanout json not null default '{}',
  paused boolean not null default false,
  paused_revision bigint not null default 0,
  unique (organization, name)
);

create table revision (
  organization text primary key,
  revision bigint not null
);

create table judgment (
  id text primary key,
  organization text not null,
  scope text not null,
  name text not null,
  active_version int not null,
  last_version int not null,
  freshness json not null,
  thresholds json not null,
  outcomes json not null default '{}',
  revision bigint not null,
  archived boolean not null default false,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
create unique index judgment_name on judgment (organization, scope, name) where not archived;
create index judgment_scope on judgment (organization, scope);

create table judgment_version (
  judgment_id text not null references judgment (id) on delete cascade,
  version int not null,
  definition json not null,
  hash text not null,
  render_format smallint not null,
  created_at timestamptz not null default app.now(),
  primary key (judgment_id, version),
  unique (judgment_id, hash)
);

create table judgment_override (
  judgment_id text not null references judgment (id) on delete cascade,
  scope text not null,
  thresholds json,
  freshness json,
  revision bigint not null,
  primary key (judgment_id, scope)
);

create table engine (
  name text not null,
  version text not null,
  active boolean not null,
  engine_version text,
  circuit_open boolean not null,
  circuit_changed_at timestamptz not null default app.now(),
  weight double precision not null,
  limits json not null,
  probability_step double precision,
  revision bigint not null,
  primary key (name, version)
);

create sequence record_number;

create table pending (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  lane smallint not null,
  due_at timestamptz not null,
  wanted_at timestamptz not null,
  first_touch_at timestamptz not null default app.now(),
  max_wait_ms bigint not null,
  touches int not null,
  claimed_touches int not null default 0,
  claim_id text,
  wanted bigint not null default 0,
  version bigint not null,
  attempts int not null default 0,
  traceparent text,
  primary key (namespace_id, document_id, judgment_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, fillfactor = 70);
create index pending_due on pending (namespace_id, lane, due_at);
create index pending_oldest on pending (due_at);

create table turn (
  lane smallint not null,
  namespace_id bigint not null,
  next_due_at timestamptz not null,
  served_at timestamptz not null default app.now(),
  blocked_until timestamptz not null default '-infinity',
  primary key (lane, namespace_id)
) with (fillfactor = 50);
create index turn_due on turn (lane, served_at);

create table head (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  version int,
  document_version bigint not null,
  seen bigint not null,
  context_hash text,
  engine_version text,
  answer_id text,
  answered_at timestamptz,
  failure text,
  recorded_at timestamptz not null,
  primary key (namespace_id, document_id, judgment_id)
) with (fillfactor = 80);

create table answer (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  id text not null,
  version int not null,
  document_version bigint not null,
  seen bigint not null,
  engine_name text not null,
  engine_ref text not null,
  engine_version text,
  judged_at timestamptz not null,
  context_hash text not null,
  truncated boolean not null,
  body json not null,
  units double precision not null,
  ask_id text not null,
  erased boolean not null default false,
  primary key (namespace_id, document_id, judgment_id, record, judged_at)
) partition by range (judged_at);

create table context (
  namespace_id bigint not null,
  document_id text not null,
  hash text not null,
  month timestamptz not null,
  document_version bigint not null,
  format smallint not null,
  tokens int not null,
  text text not null,
  primary key (namespace_id, document_id, hash, month)
) partition by range (month);

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
  lags int[] not null,
  primary key (namespace_id, judgment_id, day, slot)
) with (fillfactor = 50);
