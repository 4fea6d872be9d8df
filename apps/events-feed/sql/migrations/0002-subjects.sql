-- Why: `GET /events` finds the events of a document, a subscription or a judgment, however many others there are. A table of its
-- own, since an index on `event` could not be built beside its writers. It is filled from now on: events recorded before, or by
-- an older build, are not found by what they are about.
-- Locks: none, the table is new.

-- What an event is about, partitioned as `event` is.
create table event_subject (
  organization text collate "C" not null,
  -- `document`, `subscription` or `judgment`.
  kind text not null,
  -- Its id or name, of whatever namespace.
  name text collate "C" not null,
  day date not null,
  number bigint not null,
  primary key (organization, kind, name, day, number)
) partition by range (day);
