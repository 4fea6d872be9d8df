-- Why: finds the namespaces with counters that the meter has not read. A row enters it at its first change after a measurement.
-- Concurrently: the table has a row for each namespace, day and slot.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists counter_to_measure on namespace_counter (namespace_id) where to_measure;
