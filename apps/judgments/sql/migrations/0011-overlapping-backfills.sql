-- Why: a row of the queue that two backfills want belonged to the first alone, so that the second neither paid for it,
-- counted it nor waited for it. `job` is the one that pays; `other_jobs` wait for the same answer.
-- A confirmation token starts one backfill: `backfill_token` holds the digests of those that did.
-- Locks: `pending` for a moment; it is not rewritten. An earlier build leaves the column alone.

alter table pending add column other_jobs text[] not null default '{}';
create index pending_of_other_jobs on pending using gin (other_jobs) where other_jobs <> '{}';
create table backfill_token (token text primary key, job text not null);
create index backfill_token_of_job on backfill_token (job);
