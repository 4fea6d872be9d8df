-- Why: failures of a job that is worked on are counted until one of its steps succeeds; the fifth ends it. Schemas of
-- documents and judgments got the column before every service did.
-- Locks: `job` for a moment.

alter table job add column if not exists failures int not null default 0;
