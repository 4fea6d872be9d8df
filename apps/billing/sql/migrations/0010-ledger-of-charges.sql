-- Why: the charges that stand are part of `charge`: a build that inserts into `charge` and one that inserts into `ledger` meet
-- in the same primary key, so an ask is charged once. The index by month was for reports, which read counters since 0002.
-- Locks: `ledger` and `charge` for a moment; its rows are not read, since `ledger_until` is validated.

-- Exempt drop: no statement of any build reads by this index; rows and columns stay.
drop index ledger_by_month;

-- Exempt kind: the bound is read from the check; the statement attaches a table that earlier builds go on writing to.
do $$
declare
  until text;
begin
  select substring(pg_get_constraintdef(oid) from '''(ask_[0-9a-f]+)''') into strict until
  from pg_constraint where conrelid = 'ledger'::regclass and conname = 'ledger_until';
  execute format('alter table charge attach partition ledger for values from (minvalue) to (%L)', until);
end $$;
