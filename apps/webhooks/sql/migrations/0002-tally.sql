-- `tally` counts deliveries by the minute and by the hour of their latest attempt, so that an endpoint's last 24 hours
-- are a sum of at most 24 hours, two times 60 minutes, and the exact deliveries of one minute. Filled from the last 26
-- hours; what processes of the former version record while this runs is missing from the figures for a day.
-- Locks: none but on the new table; reads `delivery` by its index of attempts.

create table tally (
  endpoint_id text collate "C" not null,
  span text not null check (span in ('minute', 'hour')),
  at timestamptz not null,
  deliveries int not null,
  succeeded int not null,
  last_at timestamptz not null,
  primary key (endpoint_id, span, at)
) with (fillfactor = 70);
create index tally_by_time on tally (at);
insert into tally (endpoint_id, span, at, deliveries, succeeded, last_at)
  select d.endpoint_id, s.span, date_trunc(s.span, d.attempted_at, 'UTC'), count(*),
    count(*) filter (where d.status = 'succeeded'), max(d.attempted_at)
  from delivery d cross join (values ('minute'), ('hour')) s(span)
  where d.attempted_at > app.now() - interval '26 hours' and not d.test group by 1, 2, 3;
