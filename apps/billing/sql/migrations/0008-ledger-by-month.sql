-- Why: the index by month was for reports, which read counters since 0002.
-- Locks: `ledger` for a moment.

-- Exempt drop: no statement of any build reads by this index; rows and columns stay.
drop index ledger_by_month;
