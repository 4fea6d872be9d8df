-- Why: `ledger` has a row an ask for ever. From now on `charge` is the ledger: partitioned by the time that an ask's id begins
-- with (UUIDv7), so that an ask's charge lies in one partition whenever its fact comes, and the primary key keeps it charged once.
-- Months of charges are dropped whole. `ledger` becomes the first partition (0008 to 0010).
-- Locks: a new table only. An earlier build leaves it alone.

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
