-- Why: `ledger` has a row an ask for ever. From the month that begins two to three months from now on, `charge` is the ledger:
-- partitioned by the time that an ask's id begins with (UUIDv7), so that an ask's charge lies in one partition whenever its
-- fact comes, and the primary key keeps it charged once. Months of charges are dropped whole.
-- `ledger` keeps what it has, takes asks before `ledger_end.first_ask`, and those whose id has no time: earlier builds gave such
-- ids to asks of alternatives. So an earlier build, which inserts into `ledger` by name, meets a new one in the same key until
-- then. `ledger` is emptied when such a month would be dropped, and takes nothing from then on.
-- Locks: new tables only.

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

create table ledger_end (
  is_only boolean primary key default true check (is_only),
  first_ask text collate "C" not null,
  emptied boolean not null default false
);
-- The id of an ask of that month's first millisecond.
insert into ledger_end (first_ask)
select 'ask_' || lpad(to_hex((extract(epoch from
  (date_trunc('month', app.now() at time zone 'utc') + interval '3 months') at time zone 'utc') * 1000)::bigint), 12, '0');
