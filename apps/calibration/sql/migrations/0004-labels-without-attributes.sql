-- Why: the worker that keeps attributes finds labels that wait for them.
-- Concurrently: `outcome` has a row for each label; this index holds those of the last seconds.
-- Locks: nothing for long.
create index concurrently if not exists outcome_attributes on outcome (created_at) where not attributes_asked and answer_id is not null;
