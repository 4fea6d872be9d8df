-- Money. `reservation` holds it for an ask, `ledger` is what was charged, once an ask id. What a month sums up to lives
-- in 16 slots a key, so that settling in many processes does not queue on one row. `budget` is the copy of a
-- namespace's budget; reservations of a namespace that has one queue on its row, those of others on none. Money and
-- units are `numeric` without a scale: exact.
-- Locks: new tables only.

create table account (
  organization text collate "C" primary key,
  plan text not null
);

create table reservation (
  ask_id text collate "C" primary key,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  expires_at timestamptz not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index reservation_open on reservation (organization, expires_at, namespace) include (units, cost_usd);
create index reservation_by_time on reservation (expires_at);

create table ledger (
  ask_id text collate "C" primary key,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  month text not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  by_judgment jsonb not null,
  recorded_at timestamptz not null,
  charged_at timestamptz not null default app.now()
);
create index ledger_by_month on ledger (organization, month, namespace);

create table month_slot (
  organization text collate "C" not null,
  month text not null,
  slot smallint not null,
  units numeric not null,
  primary key (organization, month, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create table namespace_slot (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  primary key (organization, month, namespace, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create table judgment_slot (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  primary key (organization, month, namespace, judgment_id, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create table judgment_name (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  name text not null,
  primary key (organization, judgment_id)
);

create sequence budget_change;
create table budget (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  revision bigint not null,
  budget_usd numeric,
  paused boolean not null default false,
  paused_month text,
  refused_usd numeric,
  change_revision bigint not null default 0,
  deleted boolean not null default false,
  primary key (organization, namespace)
);
create index budget_paused on budget (paused_month) where paused;
