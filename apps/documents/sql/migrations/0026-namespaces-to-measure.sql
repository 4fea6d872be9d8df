-- Why: finds new namespaces, and those that were pinned or freed, whichever build did it.
-- Concurrently: the table has a row for each namespace.
-- Locks: none; the build waits for older transactions, and nobody waits for it.
create index concurrently if not exists namespace_to_measure on namespace (id) where measured_pinned is distinct from pinned;
