-- Why: the meter read all counters of all namespaces each half minute. It reads what changed from now on: counters that a
-- write has touched (`to_measure`) and namespaces whose setting was not measured as it is (`measured_pinned`). Rows that stand
-- are not marked, and the new ones are; every namespace is measured once, since `measured_pinned` is null.
-- Locks: each table for a moment, no row is written.
alter table namespace_counter add column to_measure boolean not null default false;
alter table namespace_counter alter column to_measure set default true;
alter table namespace add column measured_pinned boolean;
