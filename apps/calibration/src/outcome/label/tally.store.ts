import { Named, Queryable } from '@app/persistence';
import { isSelected, selectionValues } from '../../judgment/selection';
import { LabelQuery, valuesOf } from './label.store';

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

export interface OutcomeTally {
  /** Outcomes that label no answer. */
  unmatched: number;
  /** Outcomes that label an answer of the version; one answer may have several. */
  labels: number;
  /** Whether not all outcomes have the same author. */
  several_authors: boolean;
}

/** From so many labels on, answers with one outcome are counted without a sort; below, a second statement costs more. */
const many = 20_000;
/** Answers with several outcomes that are sorted apart from the others, at most. */
const maxShared = 10_000;

const isLabel = `${isSelected} and version = $5 and answer_id is not null`;
const columns = 'engine_version, source, hindsight, observed_at, judged_at, namespace';

/** Counts labels. @param from select of their rows */
const tallyOf = (from: string) => `
  select engine_version, source, hindsight, n::int, first_judged_at, last_judged_at, is_kept, is_excluded from (
    select engine_version, source, hindsight, count(*) as n, min(judged_at) as first_judged_at, max(judged_at) as last_judged_at,
      source = any($6) and ($7::timestamptz is null or observed_at >= $7)
        and ($8::timestamptz is null or observed_at < $8) as is_kept,
      exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix)) as is_excluded
    from (${from}) label
    group by engine_version, source, hindsight, is_kept, is_excluded) counted`;

/** Select of one row an answer: its label. @param where condition on outcomes; it keeps all of an answer or none */
const labelsWhere = (where: string) => `
  select distinct on (answer_id) ${columns} from outcome
  where ${where} and id not in (select unnest($10::text[])) order by answer_id, observed_at desc, id desc`;

const tally: Named = { name: 'label-tally', text: tallyOf(labelsWhere(isLabel)) };
const tallyOfShared: Named = {
  name: 'label-tally-shared',
  text: tallyOf(labelsWhere(`${isLabel} and answer_id = any($11::text[])`)),
};
/** Of answers with one outcome, which needs no sort and so may be counted by several processes of Postgres. */
const tallyOfOthers: Named = {
  name: 'label-tally-others',
  text: tallyOf(`select ${columns} from outcome where ${isLabel} and answer_id <> all($10::text[])`),
};
const shared: Named = {
  name: 'label-shared',
  text: `select answer_id from outcome where ${isLabel} group by answer_id having count(*) > 1 limit ${maxShared + 1}`,
};

const outcomes: Named = {
  name: 'label-outcomes',
  text: `
    select count(*) filter (where answer_id is null)::int as unmatched,
      count(*) filter (where answer_id is not null and version = $5)::int as labels,
      count(author) > 0 and (min(author) <> max(author) or count(author) < count(*)) as several_authors
    from outcome where ${isSelected}`,
};

/** Counts outcomes, with or without an answer. */
export async function tallyOutcomes(from: Queryable, { selection, version }: LabelQuery): Promise<OutcomeTally> {
  const { rows } = await from.query<OutcomeTally>(outcomes, [...selectionValues(selection), version]);
  return rows[0];
}

/**
 * Counts labels by epoch, source, hindsight and whether the query takes them.
 * @param count of outcomes that label an answer of the version
 * @param overruled see `readOverruled`
 */
export async function tallyLabels(
  from: Queryable,
  query: LabelQuery,
  count: number,
  overruled: readonly string[],
): Promise<LabelTally[]> {
  const values = [...valuesOf(query), query.excludedPrefixes];
  const read = async (statement: Named, ...more: unknown[]) =>
    (await from.query<LabelTally>(statement, [...values, ...more])).rows;
  if (count < many) return read(tally, overruled);
  const { rows } = await from.query<{ answer_id: string }>(shared, [
    ...selectionValues(query.selection),
    query.version,
  ]);
  if (rows.length > maxShared) return read(tally, overruled);
  const answers = rows.map(({ answer_id: id }) => id);
  const [others, ofShared] = await Promise.all([
    read(tallyOfOthers, answers),
    answers.length === 0 ? [] : read(tallyOfShared, overruled, answers),
  ]);
  return sumOf([...others, ...ofShared]);
}

/** Tallies whose members agree, as one. */
function sumOf(tallies: readonly LabelTally[]): LabelTally[] {
  const sums = new Map<string, LabelTally>();
  for (const one of tallies) {
    const key = JSON.stringify([one.engine_version, one.source, one.hindsight, one.is_kept, one.is_excluded]);
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...one });
      continue;
    }
    sum.n += one.n;
    if (one.first_judged_at < sum.first_judged_at) sum.first_judged_at = one.first_judged_at;
    if (one.last_judged_at > sum.last_judged_at) sum.last_judged_at = one.last_judged_at;
  }
  return [...sums.values()];
}
