import { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../../judgment/selection';
import { LabelFilter } from './label-filter';
import { LabelRow } from './label-set';

/** Labels of one page: the rows that are in memory at once. */
const pageSize = 5_000;

/** Which labels of a version a fit or a report takes. */
export interface LabelQuery {
  selection: Selection;
  version: number;
  filter: LabelFilter;
  /** Prefixes of namespaces whose labels are left out. */
  excludedPrefixes: string[];
}

/** The number of labels that agree in all other members. */
export interface LabelTally {
  engine_version: string | null;
  source: string;
  hindsight: boolean;
  /** Whether the filter keeps them. */
  is_kept: boolean;
  /** Whether their namespace has an excluded prefix. */
  is_excluded: boolean;
  n: number;
  first_judged_at: Date;
  last_judged_at: Date;
}

/** All labels of an epoch, whether or not a filter keeps them. */
export interface EpochLabels {
  engine_version: string | null;
  n: number;
  changed_at: Date;
}

export interface OutcomeTally {
  /** Outcomes that label no answer. */
  unmatched: number;
  /** Outcomes that label an answer of the version; one answer may have several. */
  labels: number;
  /** Whether not all outcomes have the same author. */
  several_authors: boolean;
}

/*
 * Of several labels on one answer the one that was observed last counts, but for those that `readOverruled` names. `distinct on`
 * makes that choice before the filter applies, so that a label that the filter drops does not uncover an earlier one.
 */
const page: Named = {
  name: 'label-page',
  text: `
    select answer_id, namespace, document, value, escape, source, hindsight, observed_at, judged_at, engine_version,
      number, escape_p, dist, features, parts, weight, draw, draw_size from (
      select distinct on (answer_id) * from outcome
      where ${isSelected} and version = $5 and answer_id > $10
        and not exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix))
        and ($12::float8 is null or abs(hashtext(document)::bigint) < $12 * 2147483648) and id not in (select unnest($13::text[]))
      order by answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8) and engine_version is not distinct from $11
    order by answer_id limit ${pageSize}`,
};

const tally: Named = {
  name: 'label-tally',
  text: `
    select engine_version, source, hindsight, n::int, first_judged_at, last_judged_at, is_kept, is_excluded from (
      select engine_version, source, hindsight, count(*) as n, min(judged_at) as first_judged_at, max(judged_at) as last_judged_at,
        source = any($6) and ($7::timestamptz is null or observed_at >= $7)
          and ($8::timestamptz is null or observed_at < $8) as is_kept,
        exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix)) as is_excluded
      from (
        select distinct on (answer_id) engine_version, source, hindsight, observed_at, judged_at, namespace from outcome
        where ${isSelected} and version = $5 and answer_id is not null and id not in (select unnest($10::text[]))
        order by answer_id, observed_at desc, id desc) label
      group by engine_version, source, hindsight, is_kept, is_excluded) counted`,
};

const outcomes: Named = {
  name: 'label-outcomes',
  text: `
    select count(*) filter (where answer_id is null)::int as unmatched,
      count(*) filter (where answer_id is not null and version = $5)::int as labels,
      count(author) > 0 and (min(author) <> max(author) or count(author) < count(*)) as several_authors
    from outcome where ${isSelected}`,
};

const epochs: Named = {
  name: 'label-epochs',
  text: `
    select engine_version, count(*)::int as n, date_trunc('milliseconds', max(changed_at)) as changed_at from outcome
    where ${isSelected} and version = $5 and answer_id is not null
    group by engine_version`,
};

/** Counts labels by epoch, source, hindsight and whether the query takes them. @param overruled see `readOverruled` */
export async function tallyLabels(
  from: Queryable,
  query: LabelQuery,
  overruled: readonly string[],
): Promise<LabelTally[]> {
  const { rows } = await from.query<LabelTally>(tally, [...valuesOf(query), query.excludedPrefixes, overruled]);
  return rows;
}

/** Counts outcomes, with or without an answer. */
export async function tallyOutcomes(from: Queryable, { selection, version }: LabelQuery): Promise<OutcomeTally> {
  const { rows } = await from.query<OutcomeTally>(outcomes, [...selectionValues(selection), version]);
  return rows[0];
}

/** The number of labels of each epoch and the time of their last change: the nightly fits compare both with the fit's. */
export async function readEpochs(from: Queryable, { selection, version }: LabelQuery): Promise<EpochLabels[]> {
  const { rows } = await from.query<EpochLabels>(epochs, [...selectionValues(selection), version]);
  return rows;
}

/**
 * Reads the labels of one epoch page by page, in the order of their answers' ids.
 * @param overruled see `readOverruled`
 * @param share of the documents whose answers to take, in (0, 1), always the same ones; null takes all
 */
export async function* streamLabels(
  from: Queryable,
  query: LabelQuery,
  epoch: string | null,
  overruled: readonly string[],
  share: number | null,
): AsyncGenerator<LabelRow[]> {
  for (let after = ''; ;) {
    const { rows } = await from.query<LabelRow>(page, [
      ...valuesOf(query),
      ...[query.excludedPrefixes, after, epoch, share, overruled],
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.answer_id;
  }
}

function valuesOf({ selection, version, filter }: LabelQuery): unknown[] {
  return [...selectionValues(selection), version, filter.sources, filter.since, filter.until];
}
