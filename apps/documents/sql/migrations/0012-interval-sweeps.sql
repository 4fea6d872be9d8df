-- Why: answers of policy `interval` are touched when their interval has passed; a row for each namespace and judgment
-- says up to which moment that was done, and where a walk stands. Columns with the policy are found by an index.
-- Locks: columns wait while the small index is made.

create table interval_sweep (
  namespace_id bigint not null,
  judgment_id text collate "C" not null,
  swept_to timestamptz not null,
  target timestamptz,
  cursor text collate "C" not null default '',
  next_at timestamptz not null,
  lease_until timestamptz,
  primary key (namespace_id, judgment_id)
) with (fillfactor = 50);
create index interval_sweep_next on interval_sweep (next_at);
create index judgment_column_interval on judgment_column (organization)
  where body ->> 'policy' = 'interval' and not archived;
