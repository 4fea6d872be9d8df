-- Why: the result of a backfill says its tokens, as every reply of what is billed does. Answers that an earlier build records
-- beside this one count none.
-- Locks: `backfill` for a catalogue change.

alter table backfill add column tokens bigint not null default 0;
