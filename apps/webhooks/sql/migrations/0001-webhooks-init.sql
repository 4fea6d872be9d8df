-- Endpoints and deliveries. `endpoint_turn` is an endpoint's place in the queue: when its next delivery is due, whether
-- it is paused; a change of an endpoint's deliveries locks it first. `payload` holds a delivered body once, `delivery`
-- one row an endpoint; both are partitioned by the day on which the event was made, which its id tells, so that the
-- same event always meets the same unique key. A claimed delivery is one whose `due_at` is the end of its lease;
-- `attempts`, counted at the claim, is its fence. `turn` is there for redeliveries.
-- Locks: new tables only.

create table endpoint (
  id text collate "C" primary key,
  organization text not null,
  url text not null,
  events text[] not null,
  namespace_prefix text not null,
  description text,
  max_per_second double precision check (max_per_second > 0),
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
create table payload (
  day date not null,
  event_id text collate "C" not null,
  body text not null,
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
  primary key (day, endpoint_id, event_id, turn)
) partition by range (day);
create index delivery_due on delivery (endpoint_id, due_at) where status = 'pending';
create index delivery_attempted on delivery (endpoint_id, attempted_at) where attempted_at is not null;
create index delivery_log on delivery (endpoint_id, created_at, id);
