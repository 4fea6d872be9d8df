-- Why: `due_at` of a delivery that a process has taken is the end of its lease, which the log showed as its next attempt.
-- While both columns are equal a process has the delivery. Whatever moves `due_at` says that it has ended, also a build
-- that does not know this column.
-- Locks: `delivery` for a moment (a new column without a default rewrites nothing).

alter table delivery add column leased_until timestamptz;
