-- Why: a version that is not active may be judged ahead, and one that is active again brings its answers back
-- (docs/decisions/0033-a-version-is-judged-beside-the-one-in-force.md). `answer.since` is from when an answer of record
-- was in force where that is not `judged_at`: infinity for one that was made ahead, a moment for one that was brought
-- back. `pending.free` rows bring an answer back and ask nothing. `judgment_version.answered` says that answers may
-- stand from before the version became active.
-- Locks: a moment of each table; the defaults are constant, so no large table is written.

alter table answer add column since timestamptz;
alter table pending add column free boolean not null default false;
alter table judgment_version add column answered boolean not null default false;
update judgment_version v set answered = true from judgment j
  where j.id = v.judgment_id and v.version <> j.active_version;
