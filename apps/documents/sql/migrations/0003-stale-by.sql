-- Why: an answer says which related document made it stale. A change that concerns one document by its id carries what changed and
-- the relation that joins it; the answer that it invalidates keeps both. Null where a walk invalidates many answers, and
-- in rows of builds that do not know it.
-- Locks: both tables for a moment; the columns have no default, so no row is written.

alter table related_change
  add column relation text collate "C",
  add column document text collate "C";
alter table answer add column stale_by json;
