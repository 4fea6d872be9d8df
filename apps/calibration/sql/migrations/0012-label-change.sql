-- Why: each read of a table of alternatives asks how many labels there are and when one last changed. With 100,000 labels that took
-- 30 ms and read the whole table; the index alone answers in 7. Runs of alternatives that ended long ago are found by when they ended.
-- Locks: `outcome` while the index is built, some seconds for a million labels.

create index outcome_change on outcome (organization, judgment_id, version, engine_version, namespace, changed_at)
  where answer_id is not null;
create index alternative_run_ended on alternative_run (ended_at) where state = 'ended';
