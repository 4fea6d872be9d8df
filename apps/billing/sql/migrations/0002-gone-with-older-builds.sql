-- Why: builds before 27 November 2026 alone read and wrote this table; `closed_usage` and `closed_namespace` have its months.
-- A schema that begins with the baseline does not have it.
-- Locks: `closed_month`, which nobody uses, for a moment.

-- Exempt drop: no build that may run on this schema (`compatible_from` in version.json) reads or writes it.
drop table if exists closed_month;
