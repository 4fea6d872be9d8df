-- Why: the sweep finds lags of days that are over. Without it each sweep read the whole table to find none.
-- Concurrently: the table has rows for each namespace and day.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists lag_by_day on lag_count (day);
