-- Why: money: what is held, what was charged, and what that sums up to. Money and units are `numeric` without a scale, so
-- that they are exact.
-- Locks: none, the schema is new.

-- What an organization pays by, and the copies of its namespaces' budgets. Reservations of a namespace that has a budget
-- queue on its row, those of others on none. `fanout_share` is the share of the budget that fan-out may spend.
create table account (organization text collate "C" primary key, plan text not null);

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
  fanout_share numeric not null default 0.5,
  primary key (organization, namespace)
);
create index budget_paused on budget (paused_month) where paused;

-- A reservation holds money for an ask. `fanout` marks asks that fan-out alone wants, `block` names the block from which an
-- ask was drawn.
create table reservation (
  ask_id text collate "C" primary key,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  expires_at timestamptz not null,
  fanout boolean not null default false,
  block text collate "C"
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index reservation_by_time on reservation (expires_at);
create index reservation_of_block on reservation (block) where block is not null;
create index reservation_open on reservation (organization, expires_at, namespace) include (units, cost_usd);

-- A run of alternatives holds its money before it asks, at the prices of its quote: a row for each namespace that pays.
-- `used_before` is the place of the whole block in the organization's month, the same in each row; `drawn_*` is what asks
-- of the block hold or were charged.
create table spend_block (
  block text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  units numeric not null,
  cost_usd numeric not null,
  used_before numeric not null,
  drawn_units numeric not null default 0,
  drawn_usd numeric not null default 0,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (block, namespace)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index spend_block_by_time on spend_block (expires_at);
create index spend_block_live on spend_block (organization, expires_at);

-- What was charged, once an ask id. `charge` is partitioned by the time that an ask's id begins with (UUIDv7), so that an
-- ask's charge lies in one partition whenever its fact comes, and the primary key keeps it charged once; months are dropped
-- whole. Asks before `ledger_end.first_ask`, and those whose id has no time, are charged in `ledger`. It takes asks of the
-- first two to three months of an installation, is emptied when a month of that time would be dropped, and takes nothing
-- from then on.
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

create table ledger_end (
  is_only boolean primary key default true check (is_only),
  first_ask text collate "C" not null,
  emptied boolean not null default false
);
-- The id of an ask of that month's first millisecond.
insert into ledger_end (first_ask)
select 'ask_' || lpad(to_hex((extract(epoch from
  (date_trunc('month', app.now() at time zone 'utc') + interval '3 months') at time zone 'utc') * 1000)::bigint), 12, '0');

create table charge (
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
) partition by range (ask_id);

-- What a month, and a day, sums up to, in slots, so that settling in many processes does not queue on one row. Fewer
-- charges meet in a day's row than in a month's: a day has 4 slots, a month 16. Days are deleted after some time; the month
-- keeps its sums.
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
  fanout_cost_usd numeric not null default 0,
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

create table day_slot (
  organization text collate "C" not null,
  day date not null,
  namespace text collate "C" not null,
  slot smallint not null,
  units numeric not null,
  tokens bigint not null,
  cost_usd numeric not null,
  primary key (organization, day, namespace, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index day_slot_by_day on day_slot (day);

create table judgment_name (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  name text not null,
  primary key (organization, judgment_id)
);

-- What a month costs beside judging. `storage` is what documents measured of a namespace last, `pinned_month` sums what
-- pinned ones held (size times seconds), `tenant_month` has the namespaces that were written in a month.
create table storage (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  documents bigint not null,
  bytes bigint not null,
  pinned boolean not null,
  measured_at timestamptz not null,
  primary key (organization, namespace)
) with (fillfactor = 80);
create index storage_pinned on storage (organization, namespace) where pinned;

create table pinned_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  byte_seconds numeric not null,
  primary key (organization, month, namespace)
);

create table tenant_month (
  organization text collate "C" not null,
  month text not null,
  namespace text collate "C" not null,
  primary key (organization, month, namespace)
);

-- The report of a month that takes no more charges, with a row for each namespace, so that a page of it is read alone.
create table closed_usage (
  organization text collate "C" not null,
  month text not null,
  closed_at timestamptz not null default app.now(),
  fees jsonb not null,
  primary key (organization, month)
);

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
  primary key (organization, month, namespace)
);
