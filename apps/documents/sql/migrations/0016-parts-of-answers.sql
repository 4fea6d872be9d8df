-- Why: filters and calibrated numbers read the answers of a composite's parts as `{<name>: {p}}`. Null in answers of
-- judgments without parts. `features`, which they read beside these, stands since 0001.
-- Locks: the table for a moment; no row is written.

alter table answer add column parts jsonb;
