-- Why: fan-out is asked within a rolling limit (docs/decisions/0071-a-fan-out-is-counted-by-the-second.md). `rolling` has the
-- answers that were granted in the last 24 hours for each judgment of a namespace, `*` for all of them; `rolling_use` the
-- seconds in which they were granted. `counted_at` is the second in which a row of the queue was granted, so that a retry
-- is not counted again. A row past the limit waits in lane 5 in the order of `deferred_from`, and `deferral` has one row
-- while rows of a judgment wait. `later_lane` is the best lane of the changes since a row was claimed: what they want is
-- asked in that lane. A namespace with `fanout_held` has its fan-out switched off.
-- Locks: `pending` and `namespace` for a moment, and writes of `pending` while the index is built; no row is rewritten. An
-- earlier build leaves the columns alone.

alter table pending
  add column counted_at timestamptz, add column deferred_from timestamptz, add column later_lane smallint;
create index pending_fanout on pending (namespace_id, judgment_id, lane, deferred_from)
  where lane in (3, 5) and counted_at is null;
alter table namespace add column fanout_held boolean not null default false;

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

create sequence deferral_revision;

-- `resumes_at`: when the limit has room again, `infinity` when it never has. `told_at`: the `resumes_at` that documents
-- knows. `held_until`: money for fan-out is spent until then. `is_swept`: its rows that nobody has claimed wait in lane 5.
-- `seen_revision`: of the organization, when the limit was looked at last.
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
