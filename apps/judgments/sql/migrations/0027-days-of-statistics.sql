-- Concurrently: `statistic` has a row for each judgment, day and process, so its index is built beside those who write.
-- Why: days are deleted once nothing reads them, by pages that this index leads to.
-- Locks: nobody who reads or writes.
create index concurrently if not exists statistic_by_day on statistic (day);
