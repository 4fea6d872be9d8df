-- Why: endpoints, and what is delivered to them.
-- Locks: none, the schema is new.

-- Endpoints. `endpoint_turn` is an endpoint's place in the queue: when its next delivery is due, and whether it is paused;
-- a change of an endpoint's deliveries locks it first. `endpoint_count` is the row that a new endpoint of an organization
-- locks, `endpoint_gone` says that one was deleted.
create table endpoint (
  id text collate "C" primary key,
  organization text not null,
  url text not null,
  events text[] not null,
  namespace_prefix text not null,
  description text,
  max_per_second float8 check (max_per_second > 0),
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  status text not null default 'active' check (status in ('active', 'failing', 'disabled')),
  first_failure_at timestamptz,
  failed_attempts int not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null default app.now()
);
create index endpoint_by_organization on endpoint (organization, id);

create table endpoint_count (organization text primary key);

create table endpoint_turn (
  endpoint_id text collate "C" primary key,
  slice smallint not null,
  due_at timestamptz not null default 'infinity',
  paused_until timestamptz,
  paced_until timestamptz
) with (fillfactor = 50);
create index endpoint_turn_due on endpoint_turn (slice, due_at);

create table endpoint_gone (endpoint_id text collate "C" primary key);

-- A delivered body is kept once, in `payload`, and a delivery is one row an endpoint. Both are partitioned by the day on
-- which the event was made, which its id tells, so that the same event always meets the same unique key. That key begins
-- with what is nearly unique, the event: met by it under any plan, a delivery costs the same however many wait for its
-- endpoint. A delivery that a process has taken has the end of its lease in `due_at`, and in `leased_until`: while both are
-- equal a process has it. `attempts`, counted at the claim, is its fence; `ahead` says that it is held in memory and no
-- attempt yet. `turn` is there for redeliveries. `delivery_unsent` are those that ended without success.
create table payload (
  day date not null,
  event_id text collate "C" not null,
  body text not null,
  traceparent text,
  primary key (day, event_id)
) partition by range (day);

create table delivery (
  day date not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  turn int not null default 0,
  id text collate "C" not null,
  organization text not null,
  type text not null,
  namespace text,
  test boolean not null default false,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  attempts int not null default 0,
  due_at timestamptz,
  attempted_at timestamptz,
  status_code int,
  latency_ms int,
  error text,
  response text,
  created_at timestamptz not null default app.now(),
  ahead boolean not null default false,
  leased_until timestamptz,
  primary key (day, event_id, endpoint_id, turn)
) partition by range (day);
create index delivery_attempted on delivery (endpoint_id, attempted_at) where attempted_at is not null;
create index delivery_due on delivery (endpoint_id, due_at) where status = 'pending';
create index delivery_log on delivery (endpoint_id, created_at, id);
create index delivery_unsent on delivery (endpoint_id, created_at, id) where status in ('failed', 'skipped');

-- Deliveries by the minute and by the hour of their latest attempt, so that an endpoint's last 24 hours are a sum of at
-- most 24 hours, two times 60 minutes, and the exact deliveries of one minute.
create table tally (
  endpoint_id text collate "C" not null,
  span text not null check (span in ('minute', 'hour')),
  at timestamptz not null,
  deliveries int not null,
  succeeded int not null,
  last_at timestamptz not null,
  primary key (endpoint_id, span, at)
) with (fillfactor = 70);
create index tally_by_time on tally (at);

-- A walk that puts failed and skipped deliveries back. `rest` says when the deliveries were queued that have still to be
-- put back, so that a later call counts none of them again; what failed after `asked_at`, the last call, stays as it is.
create table recovery (
  endpoint_id text collate "C" primary key,
  rest tstzmultirange not null,
  asked_at timestamptz not null,
  walked_at timestamptz not null
);
