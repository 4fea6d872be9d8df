-- Why: Postgres begins a vacuum when a fifth of a table is dead. This one has a row for each document and judgment, which each
-- answer updates (docs/servers.md); the log of answers beside it is appended to.
-- Locks: a change of the catalogue alone, which keeps no reader or writer waiting. It waits for a vacuum of the table that
-- prevents wraparound, and ends any other one, which begins again by itself.
alter table head set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
