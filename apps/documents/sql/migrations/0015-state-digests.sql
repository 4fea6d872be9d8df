-- Why: an upsert that replaces a state which nothing in force reads needs to know only whether it is the same. It compares
-- 16 bytes and does not read the state back. Null in rows of earlier builds: their states are read.
-- Locks: the table for a moment; no row is written.

alter table document add column state_digest bytea;
