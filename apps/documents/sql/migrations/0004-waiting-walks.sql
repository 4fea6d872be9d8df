-- Why: walks that have answers queued which wait and which nobody was told of: their documents changed while the judgment
-- waited for requests, or while a narrower one hid it. Answers that wait so since before this migration are walked once.
-- Locks: only new objects, and rows of a new table.

create table waiting_walk (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  since timestamptz not null,
  namespace text collate "C" not null default '',
  cursor text collate "C",
  attempts int not null default 0,
  lease_until timestamptz default app.now()
);
create index waiting_walk_by_scope on waiting_walk (organization, scope);

-- One walk for each judgment that is judged by itself, and for each namespace that overrides its freshness so.
insert into waiting_walk (organization, judgment_id, scope, since)
select organization, judgment_id, scope, date_trunc('milliseconds', app.now()) + interval '1 ms' from judgment_column
where not archived and body ->> 'policy' in ('on_change', 'interval') and (kind <> 'override' or body -> 'overrides' ? 'freshness');
