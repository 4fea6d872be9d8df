-- Why: builds before 27 November 2026 alone called these functions and read this table; `commit_batch`, `apply_answers` and
-- `fanout_walk` took their place. A schema that begins with the baseline has none of them.
-- Locks: `fanout`, which nobody uses, for a moment.

-- Exempt drop: no build that may run on this schema (`compatible_from` in version.json) calls it.
drop function if exists commit_write;
-- Exempt drop: no build that may run on this schema calls it.
drop function if exists fold_answers;
-- Exempt drop: no build that may run on this schema reads or writes it.
drop table if exists fanout;
-- Exempt rows: `schema_function` has a row for each function.
delete from schema_function where name in ('commit_write', 'fold_answers');
