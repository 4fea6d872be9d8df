-- Why: a judgment says whether its comparison with alternatives runs by itself, which engines it skips, and on which
-- outcomes it is made. The setting belongs to no version; calibration gets it with the judgment's fact.
-- Locks: `judgment` for a catalogue change. An earlier build neither reads nor writes the column.

alter table judgment add column alternatives json not null default '{}';
