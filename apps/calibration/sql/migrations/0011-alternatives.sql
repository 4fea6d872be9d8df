-- Why: other engines, wordings and contexts of a judgment are scored on its labelled outcomes. A table of alternatives belongs to a
-- judgment and its scope; every row of it is named by an id, which is a keyed hash of the definition: with a plain hash, whoever knows the
-- few narrowings that are possible could find the one that a plan hides. Answers are kept under the run, the alternative and the labelled
-- answer, so that a fact that arrives twice changes nothing, and a later run asks only for what is missing. Verdicts are not stored:
-- reads make them from the scores and from the number of rows scored in the month. Definitions are `json`, as texts of users may hold U+0000.
-- Locks: new tables; `judgment` for a catalogue change.

alter table judgment add column alternatives json;

create table alternative_salt (
  single boolean primary key default true check (single),
  salt bytea not null
);
insert into alternative_salt (salt) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

create table alternative (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  version int not null,
  id text collate "C" not null,
  definition json not null,
  drafted boolean not null,
  named_by text not null,
  named_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization, judgment_id, scope, version, id)
);

-- The labels of a month are fixed by its first confirmed run.
create table alternative_month (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  month text collate "C" not null,
  version int not null,
  engine_version text collate "C" not null,
  sample text[],
  frozen_at timestamptz,
  tuned_at timestamptz,
  primary key (organization, judgment_id, scope, month, version, engine_version)
);

create table alternative_quote (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  name text not null,
  generation bigint not null,
  fingerprint bytea not null,
  status text not null check (status in ('quoting', 'ready')),
  computed_at timestamptz,
  body json,
  priced bytea,
  moved_at timestamptz not null,
  attempts int not null default 0,
  lease_until timestamptz,
  primary key (organization, judgment_id, scope)
);
create index alternative_quote_open on alternative_quote (moved_at) where status = 'quoting';

create table alternative_run (
  run text collate "C" primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  name text not null,
  version int not null,
  engine_version text collate "C" not null,
  generation bigint not null,
  free boolean not null,
  automatic boolean not null,
  job text,
  block text,
  state text not null check (state in ('open', 'stopping', 'ended')),
  stopped_by text,
  plan bytea,
  detectable json,
  started_at timestamptz not null,
  extended_at timestamptz,
  ended_at timestamptz,
  attempts int not null default 0,
  lease_until timestamptz
);
create unique index alternative_run_open on alternative_run (organization, judgment_id, scope) where state <> 'ended' and not free;
create index alternative_run_of on alternative_run (organization, judgment_id, scope, started_at);
create index alternative_run_free on alternative_run (started_at) where state <> 'ended' and free;

create table alternative_run_row (
  run text collate "C" not null references alternative_run (run) on delete cascade,
  alternative text collate "C" not null,
  place int not null,
  state text not null check (state in ('waiting', 'asked', 'stopped', 'scored')),
  primary key (run, alternative)
);

create table alternative_answer (
  run text collate "C" not null,
  alternative text collate "C" not null,
  answer_id text collate "C" not null,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  engine_version text collate "C",
  context_hash text,
  number float8,
  escape_p float8,
  dist json,
  skipped text,
  units numeric not null,
  tokens int not null,
  cost_usd numeric not null,
  answered_at timestamptz not null,
  primary key (run, alternative, answer_id)
);
create index alternative_answer_kept on alternative_answer (organization, judgment_id, alternative, engine_version, answer_id)
  where skipped is null;
create index alternative_answer_by_namespace on alternative_answer (organization, namespace);

create table alternative_score (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  month text collate "C" not null,
  version int not null,
  engine_version text collate "C" not null,
  alternative text collate "C" not null,
  in_k boolean not null,
  run text collate "C" not null,
  labels bytea not null,
  score json not null,
  scored_at timestamptz not null,
  primary key (organization, judgment_id, scope, month, version, engine_version, alternative)
);
