-- Why: an answer tells by its epoch what answered. `source` and `probability_source` are what stood behind the name while the epoch
-- was in force; null of epochs that ended before this migration, whose entry is no longer known.
-- Locks: both tables for a moment; they have one row an engine and one an epoch.

alter table engine add column probability_source text;
alter table epoch add column source text;
alter table epoch add column probability_source text;

update epoch set source = engine.source
from engine
where engine.name = epoch.engine and engine.epoch = 'current+' || epoch.day::text || '.' || epoch.n;
