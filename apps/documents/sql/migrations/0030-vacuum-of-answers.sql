-- Why: as 0029 for documents. Every answer of a changed document is updated, and an index over its number goes with it, so that
-- this table has the most dead rows of all: 100 million of 500 million before a vacuum began.
-- Locks: a change of the catalogue alone, which keeps no reader or writer waiting. It waits for a vacuum of the table that
-- prevents wraparound, and ends any other one, which begins again by itself.
alter table answer set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
