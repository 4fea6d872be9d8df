-- Why: outcomes and what is learnt from them: reports, fits, and the scores of alternatives.
-- Locks: none, the schema is new.

-- The copy of judgments' columns, by revision, with what outcomes need of them. `copied` has the two numbers of the first
-- version of a judgment that was detached from a template and keeps its outcomes under the template's id.
create table judgment (
  organization text collate "C" not null,
  scope text collate "C" not null,
  judgment_id text collate "C" not null,
  kind text not null,
  name text not null,
  revision bigint not null,
  active_version int not null,
  type text not null,
  options jsonb,
  levels jsonb,
  outcomes jsonb not null,
  archived boolean not null,
  copied jsonb,
  thresholds jsonb,
  horizon_ms bigint not null default 0,
  features jsonb,
  parts jsonb,
  alternatives json,
  primary key (organization, scope, judgment_id, kind)
);
create index judgment_by_name on judgment (organization, name, scope);
create index judgment_implicit on judgment (organization, judgment_id)
  where kind = 'judgment' and not archived and outcomes ? 'implicit';

-- Outcomes, with the numbers of the answer that each labels, so that a report asks nobody. `identity` is what makes a post
-- the same post again. `weight` is how many answers a label of the review queue stands for: the inverse of the probability
-- with which its draw (`draw`, of `draw_size`) took it. `latest` marks outcomes that label the answer in force when they
-- were posted; `unmatched` says why one labels no answer. The partial indexes keep binding cheap: only outcomes that wait
-- are in them.
create table outcome (
  id text collate "C" not null,
  organization text collate "C" not null,
  namespace text collate "C" not null,
  judgment_id text collate "C" not null,
  document text collate "C" not null,
  identity text collate "C" not null,
  value jsonb,
  escape boolean not null,
  source text not null,
  observed_at timestamptz not null,
  as_of timestamptz,
  hindsight boolean not null default false,
  waits boolean not null default false,
  checked boolean not null default true,
  answer_id text,
  version int,
  document_version bigint,
  engine_version text,
  judged_at timestamptz,
  number float8,
  escape_p float8,
  dist jsonb,
  document_deleted boolean not null default false,
  created_at timestamptz not null default app.now(),
  changed_at timestamptz not null default app.now(),
  weight float8 not null default 1,
  latest boolean not null default false,
  unmatched text,
  draw int not null default 0,
  draw_size int not null default 0,
  features jsonb,
  parts jsonb,
  primary key (organization, judgment_id, id),
  constraint outcome_identity unique (organization, judgment_id, namespace, document, identity)
);
create index outcome_by_document on outcome (organization, namespace, document);
create index outcome_by_namespace on outcome (organization, judgment_id, namespace, id);
create index outcome_change on outcome (organization, judgment_id, version, engine_version, namespace, changed_at)
  where answer_id is not null;
create index outcome_implicit on outcome (organization, judgment_id, namespace, document) where source = 'implicit';
create index outcome_label on outcome (organization, judgment_id, version, answer_id, observed_at)
  where answer_id is not null;
create index outcome_sample on outcome (organization, judgment_id, version, engine_version, hashtextextended(answer_id, 7))
  where answer_id is not null;
create index outcome_unchecked on outcome (created_at) where not checked;
create index outcome_waits on outcome (organization, judgment_id, namespace, document) where waits;

-- An answer after which nothing has happened yet; closing the window makes an implicit no.
create table open_window (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version int not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamptz not null,
  number float8,
  features jsonb,
  parts jsonb,
  primary key (organization, judgment_id, namespace, answer_id)
);
create index open_window_by_document on open_window (organization, namespace, document);
create index open_window_due on open_window (organization, judgment_id, scope, judged_at);

-- The review queue: answers that were drawn for review.
create table queue_item (
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  namespace text collate "C" not null,
  document text collate "C" not null,
  answer_id text collate "C" not null,
  version int not null,
  document_version bigint not null,
  engine_version text,
  judged_at timestamptz not null,
  shown jsonb not null,
  reason text not null,
  weight float8 not null,
  place bigint generated always as identity,
  drawn_at timestamptz not null default app.now(),
  draw int not null default 1,
  draw_size int not null default 1,
  primary key (organization, judgment_id, namespace, answer_id)
);
create index queue_item_by_document on queue_item (organization, namespace, document);
create index queue_item_by_place on queue_item (organization, judgment_id, version, place);

-- The labels from which comparisons will take their sample, drawn each night, so that judgments keeps their contexts: which
-- labels a draw has seen, so that it is repeated when labels change.
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

-- Fits, a row each time one is made. Of a judgment, scope, version and epoch the one of the greatest revision is in force;
-- `scope` is empty, save of a copy that a namespace detached from a template. `report` is what was counted when the fit was
-- made; `labels_seen` and `labels_changed_at` tell whether anything has changed since. `fit_sample` holds the labels and
-- the held-out reads, packed, so that the report can be made again to the digit. `fit_night` says how far the fits of a day
-- have come.
create sequence fit_revision;
create table fit (
  id text collate "C" primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  version int not null,
  engine_version text collate "C" not null,
  revision bigint not null default nextval('fit_revision'),
  read_with text not null,
  stored jsonb not null,
  outcomes jsonb,
  labels jsonb not null,
  labels_seen bigint not null,
  labels_changed_at timestamptz not null,
  floor float8 not null,
  report jsonb not null,
  made_at timestamptz not null
);
create index fit_history on fit (organization, judgment_id, scope, revision desc);
create index fit_in_force on fit (organization, judgment_id, scope, version, engine_version, revision desc);
create index fit_made_at on fit (made_at);

create table fit_sample (fit_id text collate "C" primary key references fit (id) on delete cascade, packed bytea not null);

create table fit_night (
  day date primary key,
  finished_at timestamptz,
  failed int not null default 0
);

-- Other engines, wordings and contexts of a judgment, scored on its labelled outcomes. The id of an alternative is a keyed
-- hash of its definition (`alternative_salt`): with a plain hash, anybody who knows the few narrowings that are possible
-- could find the one that a plan hides. Definitions are `json`, as texts of users may hold U+0000.
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

create table alternative_salt (single boolean primary key default true check (single), salt bytea not null);
insert into alternative_salt (salt)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- A quote of what a run will cost, and the month whose labels the first confirmed run fixes.
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

-- Runs, and the alternatives that each asks.
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
create index alternative_run_ended on alternative_run (ended_at) where state = 'ended';
create index alternative_run_free on alternative_run (started_at) where state <> 'ended' and free;
create index alternative_run_of on alternative_run (organization, judgment_id, scope, started_at);
create unique index alternative_run_open on alternative_run (organization, judgment_id, scope)
  where state <> 'ended' and not free;

create table alternative_run_row (
  run text collate "C" not null references alternative_run (run) on delete cascade,
  alternative text collate "C" not null,
  place int not null,
  state text not null check (state in ('waiting', 'asked', 'stopped', 'scored')),
  primary key (run, alternative)
);

-- Answers are kept under the run, the alternative and the labelled answer, so that a fact that arrives twice changes
-- nothing, and a later run asks only for what is missing. Verdicts are not stored: reads make them from the scores and from
-- the number of rows scored in the month.
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
create index alternative_answer_by_namespace on alternative_answer (organization, namespace);
create index alternative_answer_kept
  on alternative_answer (organization, judgment_id, alternative, engine_version, answer_id)
  where skipped is null;

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

-- An organization may have 50 drafting calls in a UTC day, and 20 for one judgment. A row holds a place while the model
-- writes (60 s, so that a crash gives it back), and counts once drafts were returned.
create table draft_call (
  id text collate "C" primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  day date not null,
  counted boolean not null default false,
  expires_at timestamptz not null
);
create index draft_call_by_day on draft_call (organization, day);

-- Whether a deleted namespace has still to be erased, by the deletion's revision: a fact that comes late erases nothing of
-- a namespace that was created again under the name.
create table namespace_erasure (
  organization text collate "C" not null,
  namespace text collate "C" not null,
  revision bigint not null,
  erasing boolean not null,
  primary key (organization, namespace)
);

-- Jobs are listed newest first over all their owners, by the part of the id that follows the owner's letter.
-- Exempt index: the common tables are as new as these, so `job` is empty.
create index job_newest_first on job (organization, substr(id, 6) desc);
