-- Why: how the answers of a judgment lie is kept once a week, so that a change is seen without any outcome.
-- Locks: none, since the table is new.

-- The last counts of current answers in a week, of the version and epoch that were in force then.
create table answer_week (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  -- A namespace or a template prefix: what was counted.
  namespace text collate "C" not null,
  -- Its Monday, UTC.
  week date not null,
  version int not null,
  engine_version text collate "C" not null,
  counted_at timestamptz not null,
  sampled boolean not null,
  -- Of a bool and a score by tenths, of a choice by option and last the escape.
  counts int[] not null,
  primary key (organization, judgment_id, namespace, week)
);
