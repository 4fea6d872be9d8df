-- Why: several people label. `outcome.author` is who said it: `user:<account>`, `key:<id>`, `rule` or `implicit`; null where it
-- was stored before. A name is never stored. `queue_item.held_by` is offered the item alone until `held_until`.
-- `judgment.queue` is the setting of the review queue; null while it is as by default.
-- Locks: each of the tables for a moment; the new columns are null, so no row is written.

alter table outcome add column author text collate "C";
alter table queue_item add column held_by text collate "C";
alter table queue_item add column held_until timestamptz;
alter table judgment add column queue json;
