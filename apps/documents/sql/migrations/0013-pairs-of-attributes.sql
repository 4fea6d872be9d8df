-- Why: a query with an equality of one attribute in the order of another reads its page from one index range
-- (docs/decisions/0266-pairs-of-attributes-are-indexed-by-use.md).
-- Locks: none; the tables are new. Older builds know neither: their writes keep the rows by `commit_batch`, and their queries
-- read `attribute` as before. A namespace that one of them deletes leaves its rows to the next look at unused pairs.

-- A pair of attributes whose rows are kept. `filling`: writes keep the rows of what they change, and a walk adds the rest up to
-- `cursor`. `ready`: queries read them. `dropping`: nobody keeps or reads them, and they are deleted. `dropped`: none is left
-- but those of writes that were under way.
create table pair_index (
  id bigint generated always as identity primary key,
  namespace_id bigint not null,
  equal_name text collate "C" not null,
  ordered_name text collate "C" not null,
  state text not null default 'filling',
  cursor text collate "C" not null default '',
  used_at timestamptz not null default app.now(),
  attempts integer not null default 0,
  lease_until timestamptz,
  constraint pair_index_once unique (namespace_id, equal_name, ordered_name),
  constraint pair_index_state check (state in ('filling', 'ready', 'dropping', 'dropped'))
) with (fillfactor = 60);
create index pair_index_open on pair_index (id) where state <> 'ready';

-- One row for each document whose attribute `equal_name` is a scalar: the keys of both attributes as `attribute` has them, the
-- second one empty where the document has no scalar of that name.
create table attribute_pair (
  namespace_id bigint not null,
  pair bigint not null,
  equal_key bytea not null,
  key bytea not null,
  document_id text collate "C" not null,
  primary key (namespace_id, pair, equal_key, key, document_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
