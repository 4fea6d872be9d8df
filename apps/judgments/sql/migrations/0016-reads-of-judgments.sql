-- Why: a judgment can read the answers of others. `reads` are the names that its active version reads, so that a change
-- finds the readers of an organization without its definitions. No version before this one reads any.
-- Locks: `judgment` for a catalogue change and while the index is built; no row is rewritten.

alter table judgment add column reads text[] not null default '{}';
create index judgment_reading on judgment (organization) where reads <> '{}' and not archived;
