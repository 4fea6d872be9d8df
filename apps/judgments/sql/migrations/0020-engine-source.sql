-- Why: the reply to a create warns when the built-in engine is what answers. Null until the broker publishes the engine
-- again.
-- Locks: `engine` for a catalogue change. An earlier build neither reads nor writes the column.

alter table engine add column source text;
