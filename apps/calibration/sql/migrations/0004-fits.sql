-- Why: fits. A row each time one is made; of a judgment, scope, version and epoch the one of the greatest revision is
-- in force. `scope` is empty, save of a copy that a namespace detached from a template, which shares its judgment id.
-- `report` is what was counted when it was made, `labels_seen` and `labels_changed_at` tell whether anything has
-- changed since. `fit_sample` holds the labels and the held-out reads, packed, so that the report can be made again to
-- the digit; it goes with fits that were replaced a month ago. `fit_night` says how far the fits of a day have come.
-- Locks: none, everything is new.

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
  floor double precision not null,
  report jsonb not null,
  made_at timestamptz not null
);
create index fit_in_force on fit (organization, judgment_id, scope, version, engine_version, revision desc);
create index fit_made_at on fit (made_at);
create table fit_sample (
  fit_id text collate "C" primary key references fit on delete cascade,
  packed bytea not null
);
create table fit_night (
  day date primary key,
  finished_at timestamptz,
  failed int not null default 0
);
