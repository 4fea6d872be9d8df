-- Why: an answer of a judgment with relations says up to which moment related changes were read. Null without relations.
-- Locks: `answer` for a catalogue change in each partition; no row is rewritten.

alter table answer add column watermark timestamptz;
