-- Why: a version may be judged before it is active, and an activation reinstates the answers of its version
-- (docs/decisions/0033-a-version-is-judged-beside-the-one-in-force.md). `answer.since` says from when an answer of record
-- was in force where that is not `judged_at`: infinity for a pre-judged answer, a moment for a reinstated one. A row with
-- `pending.free` reinstates an answer and asks no engine. `judgment_version.answered` says that a version may have answers
-- from before it became active.
-- Locks: a moment of each table; the defaults are constant, so no large table is written.

alter table answer add column since timestamptz;
alter table pending add column free boolean not null default false;
alter table judgment_version add column answered boolean not null default false;
update judgment_version v set answered = true from judgment j
  where j.id = v.judgment_id and v.version <> j.active_version;
