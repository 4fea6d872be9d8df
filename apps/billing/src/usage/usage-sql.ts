/** Names in the units by judgment of a whole report. */
const mostNames = 100;
/** A page's lines end before they exceed this, in bytes of JSON; one line is always shown. */
const pageBytes = 1_048_576;
/** About what a line holds beside its units by judgment, in bytes. */
const lineBytes = 512;

/*
 * Parameters of both reports: $1 the organization, $2 the month, $3 to $5 the caller's scope and $6 to $8 the requested
 * prefix (every name, one name, or names that begin with a text), $9 the name behind which the page begins, $10 how many
 * lines it may hold, $11 and $12 the range of names that holds those of scope and prefix, so that others are not read.
 */
const matches = (name: string) =>
  `($3 or ${name} = $4 or starts_with(${name}, $5)) and ($6 or ${name} = $7 or starts_with(${name}, $8))`;
const covered = (name: string) => `${name} >= $11 and ${name} < $12 and ${matches(name)}`;

const ofMonth = 'organization = $1 and month = $2';
/*
 * The page lies in the range as well: it begins there, and ends before it. Written as a row, the end is no reason for Postgres
 * to expect few names and to sort all.
 */
const next = `namespace > $9 and (namespace, '') < ($12::text, '') and ${matches('namespace')} order by namespace limit $10 + 1`;
/** Sources are read by this range, and joined by a union: it needs no guess of the planner about how many rows follow. */
const inPage = `namespace > $9 and namespace <= (select max(namespace) from names) and ${covered('namespace')}`;
/** Pinned now for a part of the month, whose bounds are $13 and $14, since documents measured it last. */
const isHeld = 'organization = $1 and pinned and bytes > 0 and greatest(measured_at, $13) < least(app.now(), $14)';
const heldSeconds = 'extract(epoch from least(app.now(), $14) - greatest(measured_at, $13))';

/*
 * `lines`: the next namespaces that were judged, written or pinned in a month that is not closed, from the counters. One
 * more than a page holds, so that it shows whether more follow.
 */
const openLines = `
    names as (
      select namespace from (
        (select distinct namespace from namespace_slot where ${ofMonth} and ${next})
        union
        (select namespace from tenant_month where ${ofMonth} and ${next})
        union
        (select namespace from pinned_month where ${ofMonth} and byte_seconds > 0 and ${next})
        union
        (select namespace from storage where ${isHeld} and ${next})) found
      order by namespace limit $10 + 1
    ), by_judgment as (
      select namespace, jsonb_object_agg(name, units) as units from (
        select s.namespace, coalesce(n.name, s.judgment_id) as name, sum(s.units)::text as units
        from (
          select namespace, judgment_id, sum(units) as units from judgment_slot
          where ${ofMonth} and ${inPage} group by 1, 2) s
          left join judgment_name n on n.organization = $1 and n.judgment_id = s.judgment_id
        group by 1, 2) named
      group by namespace
    ), parts as (
      select namespace, units, tokens, cost_usd, null::jsonb as by_judgment, true as active, 0 as byte_seconds
      from namespace_slot where ${ofMonth} and ${inPage}
      union all
      select namespace, 0, 0, 0, units, false, 0 from by_judgment
      union all
      select namespace, 0, 0, 0, null, true, 0 from tenant_month where ${ofMonth} and ${inPage}
      union all
      select namespace, 0, 0, 0, null, false, byte_seconds from pinned_month where ${ofMonth} and ${inPage}
      union all
      select namespace, 0, 0, 0, null, false, bytes * ${heldSeconds} from storage where ${isHeld} and ${inPage}
    ), lines as (
      select namespace, sum(units) as units, sum(tokens) as tokens, sum(cost_usd) as cost_usd,
        coalesce((array_agg(by_judgment) filter (where by_judgment is not null))[1], '{}') as by_judgment,
        bool_or(active) as active, sum(byte_seconds) as byte_seconds
      from parts group by namespace having bool_or(active) or sum(byte_seconds) > 0
    )`;

/** `whole`: the sums over every namespace that scope and prefix cover. */
const openWhole = `
    whole as materialized (
      select coalesce(sum(units), 0) as units, coalesce(sum(tokens), 0) as tokens, coalesce(sum(cost_usd), 0) as cost_usd,
        (select count(*) from (
          select namespace from namespace_slot where ${ofMonth} and ${covered('namespace')}
          union
          select namespace from tenant_month where ${ofMonth} and ${covered('namespace')}) active) as active,
        (select coalesce(sum(byte_seconds), 0) from (
          select byte_seconds from pinned_month where ${ofMonth} and ${covered('namespace')}
          union all
          select bytes * ${heldSeconds} from storage where ${isHeld} and ${covered('namespace')}) spans) as byte_seconds
      from namespace_slot where ${ofMonth} and ${covered('namespace')}
    ), names_of_whole as materialized (
      select coalesce(n.name, s.judgment_id) as name, sum(s.units) as units
      from (
        select judgment_id, sum(units) as units from judgment_slot
        where ${ofMonth} and ${covered('namespace')} group by judgment_id) s
        left join judgment_name n on n.organization = $1 and n.judgment_id = s.judgment_id
      group by 1 order by 2 desc, 1 limit ${mostNames}
    )`;

/** The same of a closed month, from its rows. */
const closedLines = `
    lines as (
      select namespace, units, tokens, cost_usd, by_judgment, active, byte_seconds
      from closed_namespace where ${ofMonth} and ${next}
    )`;

const closedWhole = `
    whole as materialized (
      select coalesce(sum(units), 0) as units, coalesce(sum(tokens), 0) as tokens, coalesce(sum(cost_usd), 0) as cost_usd,
        count(*) filter (where active) as active, coalesce(sum(byte_seconds), 0) as byte_seconds
      from closed_namespace where ${ofMonth} and ${covered('namespace')}
    ), names_of_whole as materialized (
      select named.name, sum(named.units::numeric) as units
      from closed_namespace, jsonb_each_text(by_judgment) named(name, units)
      where ${ofMonth} and ${covered('namespace')}
      group by 1 order by 2 desc, 1 limit ${mostNames}
    )`;

/** The row without a namespace is the whole; `found` of a line counts the lines up to one more than the page may hold. */
const report = (lines: string, whole: string) => `
    with ${lines.trim()}, ${whole.trim()}, page as (
      select *, count(*) over () as found, row_number() over up_to as place,
        sum(octet_length(by_judgment::text) + ${lineBytes}) over up_to as bytes
      from lines window up_to as (order by namespace)
    )
    select null as namespace, units::text, tokens::text, cost_usd::text,
      (select coalesce(jsonb_object_agg(name, units::text), '{}') from names_of_whole) as by_judgment,
      active::int, byte_seconds::text, 0 as found
    from whole
    union all
    select namespace, units::text, tokens::text, cost_usd::text, by_judgment, active::int, byte_seconds::text, found::int
    from page where place <= $10 and (place = 1 or bytes <= ${pageBytes})
    order by namespace nulls first`;

/** The report of a month from the counters. $13 and $14 are the bounds of the month. */
export const openReport = { name: 'usage-open', text: report(openLines, openWhole) };

/** The report of a month as it was when it was closed. */
export const closedReport = { name: 'usage-closed', text: report(closedLines, closedWhole) };

/** Keeps the next lines of a month for good; says how many lines there were. Parameters as of `openReport`. */
export const keepLines = `
    with ${openLines.trim()}, kept as (
      insert into closed_namespace
        (organization, month, namespace, units, tokens, cost_usd, by_judgment, active, byte_seconds)
      select $1, $2, namespace, units, tokens, cost_usd, by_judgment, active, byte_seconds from lines
      on conflict do nothing
    )
    select count(*)::int as found from lines`;
