-- Why: as a partition `ledger` takes asks until the month that begins two to three months from now. An earlier build, which
-- inserts into `ledger` by name, goes on charging until then. The bound is the id of an ask of that month's first millisecond.
-- Locks: `ledger` for a moment; its rows are not read.

-- Exempt kind: the bound follows from the day of the upgrade; the statement adds one check that is not validated.
do $$
declare
  turn timestamptz := (date_trunc('month', app.now() at time zone 'utc') + interval '3 months') at time zone 'utc';
begin
  execute format(
    'alter table ledger add constraint ledger_until check (ask_id < %L) not valid',
    'ask_' || lpad(to_hex((extract(epoch from turn) * 1000)::bigint), 12, '0'));
end $$;
