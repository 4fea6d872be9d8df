-- Why: when another judgment comes to stand under a name, answers of the judgments that read the name are judged again.
-- `scope` is where the name stands for another one, `since` the moment of the change: answers with an earlier watermark read
-- stale until the walk, which follows the namespaces and documents in order, has invalidated them.
-- Locks: none but a moment on `judgment_column` while the index is built; few of its rows have the member.

create table reader_walk (
  id bigint generated always as identity primary key,
  organization text collate "C" not null,
  judgment_id text collate "C" not null,
  scope text collate "C" not null,
  since timestamptz not null,
  due_at timestamptz not null,
  namespace text collate "C" not null default '',
  cursor text collate "C",
  attempts int not null default 0,
  lease_until timestamptz
);
create index reader_walk_by_organization on reader_walk (organization);
create index reader_walk_due on reader_walk (due_at);
create index judgment_column_reading on judgment_column (organization) where (body -> 'reads') is not null and not archived;
