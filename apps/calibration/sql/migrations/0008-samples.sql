-- Why: each night the labels are drawn from which comparisons will take their sample, so that judgments keeps their
-- contexts. The index gives those with the lowest hash of the answer's id; `sample_draw` says which labels a draw has seen,
-- so that it is repeated when labels change, and monthly, before what it named is forgotten.
-- Locks: `outcome` while the index is built, some seconds for a million labels.

create index outcome_sample on outcome (organization, judgment_id, version, engine_version, hashtextextended(answer_id, 7))
  where answer_id is not null;

create table sample_draw (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  version int not null,
  engine_version text collate "C" not null,
  labels_seen bigint not null,
  labels_changed_at timestamptz not null,
  drawn_at timestamptz not null,
  primary key (organization, judgment_id, version, engine_version)
);
