-- Why: a judgment detached from a template keeps its answers and outcomes under the template's id; `copied` has the two
-- numbers of its first version, so that reports show the copy's own.
-- Locks: none that matter, the column is null in rows that stand.

alter table judgment add column copied jsonb;
