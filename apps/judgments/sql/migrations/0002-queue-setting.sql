-- Why: the setting of the review queue, `second_label_share`; empty while it is as by default.
-- Locks: `judgment` for a moment; the default is a constant, so no row is written.

alter table judgment add column queue json not null default '{}';
