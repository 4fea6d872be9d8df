-- Why: an organization may have 50 drafting calls in a UTC day, and 20 for one judgment. A row holds a place while the model
-- writes (60 s, so that a crash gives it back), and counts once drafts were returned.
-- Locks: a new table only.

create table draft_call (
  id text collate "C" primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  day date not null,
  counted boolean not null default false,
  expires_at timestamptz not null
);
create index draft_call_by_day on draft_call (organization, day);
