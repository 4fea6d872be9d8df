-- Why: `recover` put all failed and skipped deliveries of 30 days back in one statement, under the lock of the endpoint's turn; with
-- millions of them it met its time at every try. It now counts them, and a walk puts them back.
--
-- rest      when the deliveries were queued that have still to be put back; a later call counts none of them again
-- asked_at  of the last call: what failed later stays as it is
-- Locks: none.

create table recovery (
  endpoint_id text collate "C" not null primary key,
  rest tstzmultirange not null,
  asked_at timestamptz not null,
  walked_at timestamptz not null
);
