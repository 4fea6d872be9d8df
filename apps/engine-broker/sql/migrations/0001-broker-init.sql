-- The registry, its epochs, and the eight parts of each engine's limits. `engine` is one row a name and the only thing
-- replicas share about it; `epoch` is never changed after it is left; a `permit_slice` is held by the process that
-- renews it, under the name of its replica, so that a restarted replica finds its own again.
-- Locks: new tables only.

create table engine (
  name text primary key,
  active boolean not null,
  identity text not null,
  source text,
  weight double precision not null,
  limits jsonb not null,
  probability_step double precision,
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
  engine text not null references engine,
  day date not null,
  n int not null,
  identity text not null,
  reported_model text,
  opened_at timestamptz not null default app.now(),
  primary key (engine, day, n)
);
create table permit_slice (
  engine text not null references engine,
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
