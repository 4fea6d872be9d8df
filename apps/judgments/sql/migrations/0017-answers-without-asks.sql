-- Why: a choice among related documents that has none is answered without an ask.
-- Locks: `answer` for a moment; no row is rewritten. An earlier build asks before it records, so it writes no null, and reads
-- none where it looks at an ask.

alter table answer alter column ask_id drop not null;
