-- Why: alternatives are asked about the contexts of labelled answers. `scoring_run` is a run, `scoring` one row of it, and
-- `scoring_ask` one label of a row: its place in the run, the units that its quote counts, and whether it has been answered
-- (`done_at`). Answered asks stay until their run is over, so that a repeated start asks nothing again. `n` is the label's
-- place in its row. `engine_used` says which engines have been sent a context of a namespace; answers of record say it for
-- the time before.
-- Locks: none. Reads `answer` once to fill `engine_used`.

create table engine_used (
  namespace_id bigint not null,
  name text not null,
  version text not null,
  since timestamptz not null default app.now(),
  primary key (namespace_id, name, version)
);
insert into engine_used (namespace_id, name, version, since)
select namespace_id, engine_name, engine_ref, min(judged_at) from answer where ask_id is not null group by 1, 2, 3;

create table scoring_run (
  run text primary key,
  organization text not null,
  open boolean not null default true,
  stopped_at timestamptz,
  touched_at timestamptz not null default app.now(),
  served_at timestamptz not null default app.now()
) with (fillfactor = 50);
create index scoring_run_open on scoring_run (served_at) where open;
create index scoring_run_by_age on scoring_run (touched_at);

create table scoring (
  run text not null references scoring_run on delete cascade,
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
  foreign key (run, alternative) references scoring on delete cascade
) with (fillfactor = 70);
create index scoring_ask_open on scoring_ask (run, place, n) where done_at is null;
create index scoring_ask_of_namespace on scoring_ask (namespace_id);
