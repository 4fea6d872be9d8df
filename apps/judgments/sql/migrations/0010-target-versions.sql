-- Why: the queue and the heads named a version that is judged before its activation `<judgment>@<version>` in
-- `judgment_id`. The number now stands in a column of its own: the one under which its answers are stored, or 0 for
-- whichever version is active. Existing rows are converted.
-- Locks: both tables until their new keys are built, a few seconds for a million heads. An earlier build cannot write
-- either table any more, so its processes must have stopped (`compatible_from` in version.json).

alter table pending drop constraint pending_pkey, add column target_version int not null default 0;
update pending set judgment_id = split_part(judgment_id, '@', 1), target_version = split_part(judgment_id, '@', 2)::int
  where judgment_id like '%@%';
alter table pending add primary key (namespace_id, document_id, judgment_id, target_version);

alter table head drop constraint head_pkey, add column target_version int not null default 0;
update head set judgment_id = split_part(judgment_id, '@', 1), target_version = split_part(judgment_id, '@', 2)::int
  where judgment_id like '%@%';
alter table head add primary key (namespace_id, document_id, judgment_id, target_version);
