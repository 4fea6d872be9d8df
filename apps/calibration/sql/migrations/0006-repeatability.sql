-- Why: an engine is asked again about contexts of current answers, so that its own noise is known. Quotes, runs and what they found.
-- Locks: none, since the table is new.

-- Answers of a run lie in `alternative_answer` until it ends; what was found stays in `result`.
create table repeat_run (
  run text collate "C" primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  -- The namespace or template prefix that the judgment was created in.
  scope text collate "C" not null,
  name text not null,
  version int not null,
  engine_version text collate "C" not null,
  state text not null check (state in ('quoted', 'open', 'stopping', 'ended')),
  stopped_by text,
  -- What it asks; null once it has ended.
  plan bytea,
  -- Answers that the caller asked for; `estimate` has how many there are.
  answers int not null,
  estimate json not null,
  job text,
  block text,
  priced_at timestamptz not null,
  asked_at timestamptz,
  extended_at timestamptz,
  result json
);
create index repeat_run_of on repeat_run (organization, judgment_id, scope);
create index repeat_run_quoted on repeat_run (priced_at) where state = 'quoted';
create unique index repeat_run_open on repeat_run (organization, judgment_id, scope) where state in ('open', 'stopping');
