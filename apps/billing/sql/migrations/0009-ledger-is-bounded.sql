-- Why: `charge` takes `ledger` as a partition without reading its rows when a validated check says where its ids end.
-- Locks: nobody who reads or writes `ledger`; the rows are read beside them.

alter table ledger validate constraint ledger_until;
