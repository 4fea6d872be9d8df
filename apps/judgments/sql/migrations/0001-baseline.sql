-- Why: definitions, the queue, answers of record, and the copies that judging needs. Answers and contexts are logs:
-- partitioned by month, dropped by partition.
-- Locks: none, the schema is new.

-- Namespaces, with the settings that judging needs. Keys of large tables lead with their compact id. `erasing` says that
-- rows of a deleted namespace may be left: a retry after a kill continues, and one after the end leaves a namespace alone
-- that was created again under the name. With `fanout_held` its fan-out is switched off.
create table namespace (
  id bigint generated always as identity primary key,
  organization text not null,
  name text not null,
  revision bigint not null default 0,
  default_engine json,
  fanout json not null default '{}',
  paused boolean not null default false,
  paused_revision bigint not null default 0,
  erasing boolean not null default false,
  fanout_held boolean not null default false,
  unique (organization, name)
);
create index namespace_paused on namespace (organization, name) where paused;

create table revision (organization text primary key, revision bigint not null);

-- Definitions. A judgment that a namespace detached from a template is a row of its own; its answers stay under the
-- template's id (`key`), so that detaching moves no answer, and `copied` holds the two numbers of its first version.
-- `reads` are the judgments that the active version reads. `earlier_paths` are the paths that earlier versions read: their
-- answers read fresh when their version is active again, and so must be invalidated meanwhile. `alternatives` is the
-- setting of the comparison with alternatives. `judgment_version.answered`: the version may have answers from before it
-- became active.
create table judgment (
  id text primary key,
  organization text not null,
  scope text not null,
  name text not null,
  active_version int not null,
  last_version int not null,
  freshness json not null,
  thresholds json not null,
  outcomes json not null default '{}',
  revision bigint not null,
  archived boolean not null default false,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  key text,
  copied json,
  earlier_paths json not null default '[]',
  reads text[] not null default '{}',
  alternatives json not null default '{}'
);
create unique index judgment_copy on judgment (key, scope) where key is not null and not archived;
create unique index judgment_name on judgment (organization, scope, name) where not archived;
create index judgment_of_template on judgment (organization) where scope like '%/*' and not archived;
create index judgment_place on judgment (organization, scope collate "C", name collate "C") where not archived;
create index judgment_reading on judgment (organization) where reads <> '{}' and not archived;
create index judgment_scope on judgment (organization, scope);

create table judgment_version (
  judgment_id text not null references judgment (id) on delete cascade,
  version int not null,
  definition json not null,
  hash text not null,
  render_format smallint not null,
  created_at timestamptz not null default app.now(),
  answered boolean not null default false,
  primary key (judgment_id, version),
  unique (judgment_id, hash)
);

create table judgment_override (
  judgment_id text not null references judgment (id) on delete cascade,
  scope text not null,
  thresholds json,
  freshness json,
  revision bigint not null,
  primary key (judgment_id, scope)
);
create index judgment_override_of_scope on judgment_override (scope);

-- Copies: engines, and the weights of composites that calibration announces; `weights` is null when a fit combines nothing.
-- `engine_used` says which engines have been sent a context of a namespace.
create table engine (
  name text not null,
  version text not null,
  active boolean not null,
  engine_version text,
  circuit_open boolean not null,
  circuit_changed_at timestamptz not null default app.now(),
  weight float8 not null,
  limits json not null,
  probability_step float8,
  revision bigint not null,
  source text,
  primary key (name, version)
);

create table combiner (
  judgment_id text not null,
  scope text not null,
  version int not null,
  engine_version text not null,
  fit text not null,
  weights json,
  revision bigint not null,
  primary key (judgment_id, scope, version, engine_version)
);

create table engine_used (
  namespace_id bigint not null,
  name text not null,
  version text not null,
  since timestamptz not null default app.now(),
  primary key (namespace_id, name, version)
);

-- The queue: what is to be judged, and when. `target_version` is a version that is judged before its activation, or 0 for
-- whichever is active. `job` is the backfill that pays, `other_jobs` wait for the same answer. From `renew_at` on an answer
-- is too old whatever its context. A row with `free` reinstates an answer and asks no engine. `counted_at` is the second in
-- which the rolling limit granted a row, so that a retry is not counted again; one past the limit waits in lane 5 in the
-- order of `deferred_from`. `later_lane` is the best lane of the changes since a row was claimed.
create table pending (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  lane smallint not null,
  due_at timestamptz not null,
  wanted_at timestamptz not null,
  first_touch_at timestamptz not null default app.now(),
  max_wait_ms bigint not null,
  touches int not null,
  claimed_touches int not null default 0,
  claim_id text,
  wanted bigint not null default 0,
  version bigint not null,
  attempts int not null default 0,
  traceparent text,
  job text,
  renew_at timestamptz,
  free boolean not null default false,
  target_version int not null default 0,
  other_jobs text[] not null default '{}',
  counted_at timestamptz,
  deferred_from timestamptz,
  later_lane smallint,
  primary key (namespace_id, document_id, judgment_id, target_version)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index pending_due on pending (namespace_id, lane, due_at);
create index pending_fanout on pending (namespace_id, judgment_id, lane, deferred_from)
  where lane in (3, 5) and counted_at is null;
create index pending_of_job on pending (job) where job is not null;
create index pending_of_other_jobs on pending using gin (other_jobs) where other_jobs <> '{}';
create index pending_oldest on pending (due_at);

create table turn (
  lane smallint not null,
  namespace_id bigint not null,
  next_due_at timestamptz not null,
  served_at timestamptz not null default app.now(),
  blocked_until timestamptz not null default '-infinity',
  primary key (lane, namespace_id)
) with (fillfactor = 50);
create index turn_due on turn (lane, served_at);

-- Fan-out is asked within a rolling limit (docs/decisions/0071-a-fan-out-is-counted-by-the-second.md). `rolling` has the
-- answers that were granted in the last 24 hours for each judgment of a namespace, `*` for all of them; `rolling_use` the
-- seconds in which they were granted.
create table rolling (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  used bigint not null default 0,
  primary key (namespace_id, judgment_id)
) with (fillfactor = 50);

create table rolling_use (
  namespace_id bigint not null,
  at timestamptz not null,
  judgment_id text collate "C" not null,
  asked int not null,
  primary key (namespace_id, at, judgment_id)
) with (fillfactor = 80);

-- `deferral` has one row while rows of a judgment wait past that limit. `resumes_at`: when the limit has room again,
-- `infinity` when it never has. `told_at`: the `resumes_at` that documents knows. `held_until`: money for fan-out is spent
-- until then. `is_swept`: its rows that nobody has claimed wait in lane 5. `seen_revision`: of the organization, when the
-- limit was looked at last.
create sequence deferral_revision;
create table deferral (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  name text not null,
  since timestamptz not null default app.now(),
  resumes_at timestamptz not null,
  told_at timestamptz not null,
  held_until timestamptz not null default '-infinity',
  is_swept boolean not null default false,
  seen_revision bigint not null default 0,
  primary key (namespace_id, judgment_id)
);
create index deferral_by_time on deferral (resumes_at);

-- The last answer of each document and judgment. `number` is its raw `p`, for the next one. `read_hash` is the hash of the
-- context without its section `previous`, null when it is `context_hash`: equal reads are asked once. `feature_inputs` is
-- what the features read of the document: it tells whether a feature has moved, which the clock alone does not count as.
-- `saw` is `previous.fields` as the last answer read them, `saw_before` as the last that differed did, `saw_first` as the
-- first did.
create table head (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  version int,
  document_version bigint not null,
  seen bigint not null,
  context_hash text,
  engine_version text,
  answer_id text,
  answered_at timestamptz,
  failure text,
  recorded_at timestamptz not null,
  target_version int not null default 0,
  read_hash text,
  number float8,
  feature_inputs json,
  combiner text,
  saw json,
  saw_before json,
  saw_first json,
  primary key (namespace_id, document_id, judgment_id, target_version)
) with (
  fillfactor = 80,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- Answers of record, a log by month. `since` says from when one was in force where that is not `judged_at`: infinity for a
-- version that was judged before its activation, a moment for a reinstated one. `told`: one reply has carried the cost of
-- the answer. `read_at` is when its document was read, `erased_at` when that was deleted. `ask_id` is null where nothing
-- was asked.
create sequence record_number;
create table answer (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  record bigint not null,
  id text not null,
  version int not null,
  document_version bigint not null,
  seen bigint not null,
  engine_name text not null,
  engine_ref text not null,
  engine_version text,
  judged_at timestamptz not null,
  context_hash text not null,
  truncated boolean not null,
  body json not null,
  units float8 not null,
  ask_id text,
  erased boolean not null default false,
  tokens int not null default 0,
  cost_usd float8 not null default 0,
  told boolean not null default false,
  since timestamptz,
  read_at timestamptz,
  erased_at timestamptz,
  read_hash text,
  features json,
  feature_inputs json,
  parts json,
  combiner text,
  watermark timestamptz,
  primary key (namespace_id, document_id, judgment_id, record, judged_at)
) partition by range (judged_at);

-- A month of answers that ended `ANSWER_RETENTION_MONTHS` ago is replaced by a partition that holds those still in force at
-- `in_force_at` (docs/decisions/0222-answers-have-an-end.md). `answer_keeping` is that partition while it is being filled,
-- and empty otherwise; it has the columns of `answer`, so a migration changes both. The one row of `answer_retention` says
-- before which moment answers may be gone, and how far the replacement under way has come: `target` and what follows it are
-- null without one.
create table answer_keeping (like answer including all);

create table answer_retention (
  is_only boolean primary key default true check (is_only),
  begins_at timestamptz not null default app.now() + interval '1 day',
  gone_before timestamptz not null default '-infinity',
  target text,
  sources text[],
  from_at timestamptz,
  to_at timestamptz,
  in_force_at timestamptz,
  source int,
  after_key text[],
  looked_at bigint,
  kept bigint,
  began_at timestamptz,
  touched_at timestamptz
);
insert into answer_retention default values;

-- Contexts, a log by month, each with the images that were read with it: the erasure of an image empties the contexts that
-- hold it. For an hour `erased_image` says when that was, so that a context whose ask was under way is recorded empty.
create table context (
  namespace_id bigint not null,
  document_id text not null,
  hash text not null,
  month timestamptz not null,
  document_version bigint not null,
  format smallint not null,
  tokens int not null,
  text text not null,
  images text[] not null default '{}',
  image_erased boolean not null default false,
  primary key (namespace_id, document_id, hash, month)
) partition by range (month);
create index context_by_image on context using gin (images) where images <> '{}';

create table erased_image (
  namespace_id bigint not null,
  image text not null,
  erased_at timestamptz not null,
  primary key (namespace_id, image)
);

-- Contexts are dropped 90 days after their month. What the labels of a comparison's sample were answered from must outlive
-- that: a copy of the contexts that calibration's samples name, and of those whose outcome comes later. `keep_until` ends
-- it; `gone` says why a copy is empty.
create table kept_context (
  namespace_id bigint not null,
  document_id text not null,
  judgment_id text not null,
  answer_id text not null,
  version int not null,
  engine_version text,
  hash text not null,
  document_version bigint not null,
  read_at timestamptz,
  format smallint not null,
  tokens int not null,
  truncated boolean not null,
  text text not null,
  images text[] not null default '{}',
  gone text check (gone in ('deleted', 'image_erased')),
  keep_until timestamptz not null,
  primary key (namespace_id, document_id, judgment_id, answer_id)
);
create index kept_context_by_end on kept_context (keep_until);
create index kept_context_by_image on kept_context using gin (images) where images <> '{}';

-- A backfill, and what it spent. A confirmation token starts one backfill: `backfill_token` holds the digests of those that
-- did.
create table backfill (
  job text primary key,
  max_usd float8,
  held_usd float8 not null default 0,
  spent_usd float8 not null default 0,
  units float8 not null default 0,
  answered bigint not null default 0,
  unchanged bigint not null default 0,
  failed bigint not null default 0,
  stopped boolean not null default false,
  tokens bigint not null default 0
) with (fillfactor = 50);

create table backfill_token (token text primary key, job text not null);
create index backfill_token_of_job on backfill_token (job);

-- Alternatives are asked about the contexts of labelled answers. `scoring_run` is a run, `scoring` one row of it, and
-- `scoring_ask` one label of a row: its place in the run, its place in the row (`n`), the units that its quote counts, and
-- whether it has been answered. Answered asks stay until their run is over, so that a repeated start asks nothing again.
create table scoring_run (
  run text primary key,
  organization text not null,
  open boolean not null default true,
  stopped_at timestamptz,
  touched_at timestamptz not null default app.now(),
  served_at timestamptz not null default app.now()
) with (fillfactor = 50);
create index scoring_run_by_age on scoring_run (touched_at);
create index scoring_run_open on scoring_run (served_at) where open;

create table scoring (
  run text not null references scoring_run (run) on delete cascade,
  alternative text not null,
  judgment_id text not null,
  version int not null,
  definition json not null,
  contexts text not null check (contexts in ('stored', 'narrowed', 'live')),
  engine_version text not null,
  free boolean not null,
  block text,
  place int not null,
  stopped boolean not null default false,
  started_at timestamptz not null default app.now(),
  primary key (run, alternative)
);

create table scoring_ask (
  run text not null,
  alternative text not null,
  answer_id text not null,
  namespace_id bigint not null,
  document_id text not null,
  engine_name text not null,
  place int not null,
  n int not null,
  units float8 not null,
  at_units float8 not null,
  due_at timestamptz not null default app.now(),
  claim_id text,
  attempts int not null default 0,
  needs_money boolean not null default false,
  done_at timestamptz,
  primary key (run, alternative, answer_id),
  foreign key (run, alternative) references scoring (run, alternative) on delete cascade
) with (fillfactor = 70);
create index scoring_ask_of_namespace on scoring_ask (namespace_id);
create index scoring_ask_open on scoring_ask (run, place, n) where done_at is null;

-- What was judged on a day, in a slot a process.
create table statistic (
  namespace_id bigint not null,
  judgment_id text not null,
  day date not null,
  slot smallint not null,
  evaluations bigint not null,
  failures bigint not null,
  truncated bigint not null,
  tokens bigint not null,
  units float8 not null,
  spend_usd float8 not null,
  lags int[] not null,
  primary key (namespace_id, judgment_id, day, slot)
) with (fillfactor = 50);
create index statistic_by_day on statistic (day);

-- Jobs are listed newest first over all their owners, by the part of the id that follows the owner's letter.
-- Exempt index: the common tables are as new as these, so `job` is empty.
create index job_newest_first on job (organization, substr(id, 6) desc);
