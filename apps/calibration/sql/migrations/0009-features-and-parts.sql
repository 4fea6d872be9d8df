-- Why: a fit of a judgment with features learns of the numbers that stand beside each labelled answer, and that of a composite
-- judgment of the answers of its parts. A label keeps both as its answer had them: `features` as `{<name>: number or null}`, `parts` as
-- `{<name>: {p}}`; null of answers without. An open window keeps them for the label that it may make. A judgment keeps the names of its
-- active version, in order.
-- Locks: each table for a catalogue change; no row is written.

alter table outcome add column features jsonb, add column parts jsonb;
alter table open_window add column features jsonb, add column parts jsonb;
alter table judgment add column features jsonb, add column parts jsonb;
