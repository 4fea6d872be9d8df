-- Why: a report holds its labels against all current answers. Documents counts them, at most once for a report, fit and hour.
-- Locks: none, since the table is new.

create table answer_count (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  -- A namespace or a template prefix: what the report is about.
  namespace text collate "C" not null,
  version int not null,
  engine_version text collate "C" not null,
  -- The fit in force when they were counted.
  fit text collate "C",
  counted_at timestamptz not null,
  sampled boolean not null,
  -- Of a bool and a score by thousandths, of a choice by option and last the escape.
  counts int[] not null,
  primary key (organization, judgment_id, namespace)
);
