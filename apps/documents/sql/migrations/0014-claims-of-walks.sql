-- Why: each claim of a walk or a sweep has a number, as each claim of a job has: a process whose lease ran out names an
-- older number, so it can neither move nor end a row that another process has claimed since.
-- Locks: both tables for a moment; the default is kept in the catalogue, no row is written.

alter table subscription_walk add column attempts int not null default 0;
alter table interval_sweep add column attempts int not null default 0;
