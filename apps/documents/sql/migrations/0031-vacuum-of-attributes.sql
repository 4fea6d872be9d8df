-- Why: as 0029 for documents. Queries read this table by its indexes alone, and look into the table wherever a page was changed
-- since its last vacuum; that is why new rows call for one, too.
-- Locks: a change of the catalogue alone, which keeps no reader or writer waiting. It waits for a vacuum of the table that
-- prevents wraparound, and ends any other one, which begins again by itself.
alter table attribute set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
