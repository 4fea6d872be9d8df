-- Why: the registry of engines, their epochs, and the parts of their limits.
-- Locks: none, the schema is new.

-- The registry: one row a name, and the only thing that replicas share about an engine. An epoch is a stretch in which an
-- engine answers alike, numbered by day; it is never changed after it is left.
create table engine (
  name text primary key,
  active boolean not null,
  identity text not null,
  source text,
  weight float8 not null,
  limits jsonb not null,
  probability_step float8,
  rate_override jsonb,
  epoch text,
  reported_model text,
  epoch_opened_at timestamptz,
  circuit_open boolean not null default false,
  circuit_until timestamptz,
  circuit_backoff_ms int not null default 0,
  revision int not null default 1,
  changed_at timestamptz not null default app.now()
);

create table epoch (
  engine text not null references engine (name),
  day date not null,
  n int not null,
  identity text not null,
  reported_model text,
  opened_at timestamptz not null default app.now(),
  primary key (engine, day, n)
);

-- The eight parts of each engine's limits. A part is held by the process that renews it, under the name of its replica, so
-- that a restarted replica finds its own again.
create table permit_slice (
  engine text not null references engine (name),
  slice int not null check (slice between 0 and 7),
  holder text,
  process uuid,
  until timestamptz,
  primary key (engine, slice)
);

create table replica (
  holder text primary key,
  process uuid not null,
  until timestamptz not null
);

-- Once a UTC day an engine is asked a few fixed questions; `numbers` are the answers that the epoch began with. A table of
-- its own and no columns of `engine`: running replicas hold a prepared `select *` of that one.
create table canary (
  engine text primary key references engine (name),
  after timestamptz not null,
  epoch text,
  numbers jsonb
);
