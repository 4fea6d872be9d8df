-- The instant that a text of the data names, cut to milliseconds, by the rule of `instantOf` (libs/definition): RFC 3339 with
-- any offset and a fraction of any length; a leap second is the first second of the next minute. Null for every other text,
-- for days such as 30 February, and outside of the years 1 to 9999 in UTC. It makes a time only of parts that it has
-- checked, so no text raises an error, whenever Postgres evaluates it. The expression captures no parts: to capture them
-- costs ten times as much.
create or replace function instant_of(p_text text) returns timestamptz
language plpgsql immutable strict parallel safe
as $$
declare
  year int;
  month int;
  day int;
  last_day int;
  second int;
  -- `Z` or an offset, which stand at the end.
  zone text;
  away interval := '0';
  -- In UTC.
  at timestamp;
begin
  if p_text !~ ('^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?'
    '([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$') then return null; end if;
  year := left(p_text, 4);
  month := substr(p_text, 6, 2);
  day := substr(p_text, 9, 2);
  if month not between 1 and 12 then return null; end if;
  last_day := case
    when month in (4, 6, 9, 11) then 30
    when month <> 2 then 31
    when year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0) then 29
    else 28
  end;
  if day not between 1 and last_day then return null; end if;
  zone := case when right(p_text, 1) in ('Z', 'z') then 'Z' else right(p_text, 6) end;
  if zone <> 'Z' then
    away := make_interval(hours => substr(zone, 2, 2)::int, mins => right(zone, 2)::int);
    if left(zone, 1) = '-' then away := -away; end if;
  end if;
  second := substr(p_text, 18, 2);
  -- The calendar repeats after 400 years, and the year 0, which Postgres has not, may be the year 1 in UTC.
  at := make_timestamp(year + 400, month, day, substr(p_text, 12, 2)::int, substr(p_text, 15, 2)::int, least(second, 59))
    - interval '146097 days' - away;
  if second = 60 then
    at := at + interval '1 second';
    if at <> date_trunc('day', at) then return null; end if;
  elsif substr(p_text, 20, 1) = '.' then
    at := at + rpad(left(substr(p_text, 21, length(p_text) - 20 - length(zone)), 3), 3, '0')::int * interval '1 millisecond';
  end if;
  if at < timestamp '0001-01-01' or at >= timestamp '10000-01-01' then return null; end if;
  return at at time zone 'UTC';
end $$;
