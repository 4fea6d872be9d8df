-- Why: Postgres begins a vacuum when a fifth of a table is dead, which of 100 million documents are 20 million rows. The dead
-- rows of a fiftieth are found by one pass over the indexes within the default memory, up to 500 million rows (docs/servers.md).
-- Locks: a change of the catalogue alone, which keeps no reader or writer waiting. It waits for a vacuum of the table that
-- prevents wraparound, and ends any other one, which begins again by itself.
alter table document set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
