-- Why: the ordered log.
-- Locks: none, the schema is new.

-- Events, partitioned by the day on which each was recorded, which grows with its number: a reader behind a cursor touches
-- only the days from there on, and whole days are dropped. A unique index cannot span the days: `event_key` holds each id
-- once, for idempotency and for cursors.
create table event (
  organization text collate "C" not null,
  day date not null,
  number bigint not null,
  id text collate "C" not null,
  type text not null,
  namespace text,
  body text not null,
  recorded_at timestamptz not null default app.now(),
  primary key (organization, day, number)
) partition by range (day);

create table event_key (
  id text collate "C" primary key,
  organization text not null,
  day date not null,
  number bigint not null
);

-- The sequencer: its one row is moved in the transaction that inserts.
create table feed_tail (
  one boolean primary key default true check (one),
  number bigint not null default 0,
  day date not null
) with (fillfactor = 10);
insert into feed_tail (day) values ((app.now() at time zone 'utc')::date);

-- Which days are gone.
create table feed_floor (
  one boolean primary key default true check (one),
  day date not null,
  last_id text collate "C"
);
insert into feed_floor (day) select day from feed_tail;
