-- Why: a row of the queue names the backfill that wants it, so that a cap or a cancel finds its rows, and the moment from
-- which an answer is too old whatever its context (`renew_at`). A backfill has a row for what it spent. Jobs count
-- failures.
-- Locks: the queue waits a moment; its new columns are null in existing rows.

alter table pending add column job text, add column renew_at timestamptz;
create index pending_of_job on pending (job) where job is not null;
create table backfill (
  job text primary key,
  max_usd float8,
  held_usd float8 not null default 0,
  spent_usd float8 not null default 0,
  units float8 not null default 0,
  answered bigint not null default 0,
  unchanged bigint not null default 0,
  failed bigint not null default 0,
  stopped boolean not null default false
) with (fillfactor = 50);
