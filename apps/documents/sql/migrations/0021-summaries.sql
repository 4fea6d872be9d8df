-- Why: a summary publishes the groups of every namespace under a prefix, in bands, as documents of another namespace. Its row
-- is a sweep over the tenants, due at most hourly; `ending` when it was deleted and its documents are still to go.
-- `summary_document` says which documents it has written and where, so that they go with their tenant or with the summary.
-- Locks: none; both tables are new.

create table summary (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  scope text collate "C" not null,
  body jsonb not null,
  ending boolean not null default false,
  revision bigint not null default 1,
  cursor text collate "C" not null default '',
  next_at timestamptz not null default app.now(),
  waiting boolean not null default false,
  faulty boolean not null default false,
  failing_since timestamptz,
  failure text,
  attempts int not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', app.now()),
  updated_at timestamptz not null default date_trunc('milliseconds', app.now()),
  unique (organization, scope)
);
create index summary_next on summary (next_at);

create table summary_document (
  summary_id bigint not null,
  place text collate "C" not null,
  tenant text collate "C" not null,
  primary key (summary_id, place, tenant)
);
