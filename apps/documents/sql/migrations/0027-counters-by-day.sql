-- Why: the sweep finds counters of days that are summed up. Without it each sweep read the whole table to find none.
-- Concurrently: the table has a row for each namespace, day and slot.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists counter_by_day on namespace_counter (day);
