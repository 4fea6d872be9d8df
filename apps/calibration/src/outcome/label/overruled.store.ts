import { Named, Queryable } from '@app/persistence';
import { isSelected, selectionValues } from '../../judgment/selection';
import type { LabelQuery } from './label.store';

/** At most so many outcomes are overruled; of the answers of others the latest outcome is the label. */
const maxOverruled = 100_000;

/**
 * SQL of the ids of overruled outcomes. The label of an answer is what most of its authors say, each by what they observed last; at
 * a tie, what was observed last. Without the outcomes that came after it, it is the latest one of its answer. With one or two
 * outcomes it always is. Authors that were not kept are one author.
 * @param where condition on the outcomes; it keeps all outcomes of an answer or none
 */
const overruledWhere = (where: string) => `
  select later.id from (
    select organization, judgment_id, version, answer_id from outcome where ${where}
    group by organization, judgment_id, version, answer_id
    having count(*) > 2 and min(author) is distinct from case when count(author) = count(*) then max(author) end) shared
  cross join lateral (
    select id, observed_at from (
      select distinct on (author) id, author, value, escape, observed_at from outcome o
      where (o.organization, o.judgment_id, o.version, o.answer_id)
        = (shared.organization, shared.judgment_id, shared.version, shared.answer_id)
      order by author, observed_at desc, id desc) latest
    order by count(*) over (partition by value, escape) desc, observed_at desc, id desc limit 1) label
  join outcome later on (later.organization, later.judgment_id, later.version, later.answer_id)
      = (shared.organization, shared.judgment_id, shared.version, shared.answer_id)
    and (later.observed_at, later.id) > (label.observed_at, label.id)
  order by later.id limit ${maxOverruled}`;

const all: Named = {
  name: 'label-overruled',
  text: overruledWhere(`${isSelected} and version = $5 and answer_id is not null`),
};

const ofAnswers: Named = {
  name: 'label-overruled-of',
  text: overruledWhere(`${isSelected} and version = $5 and answer_id = any($6)`),
};

/**
 * Reads the outcomes that came after the label of their answer, because most authors say something else. Whatever takes the latest
 * outcome of each answer leaves them out before it chooses, and filters what it chose: a label that a filter drops uncovers no
 * other one.
 * @param answers whose outcomes to look at; left out: all of the version, in one pass over its outcomes
 */
export async function readOverruled(
  from: Queryable,
  { selection, version }: Pick<LabelQuery, 'selection' | 'version'>,
  answers?: readonly string[],
): Promise<string[]> {
  const values = [...selectionValues(selection), version];
  const { rows } = answers
    ? await from.query<{ id: string }>(ofAnswers, [...values, answers])
    : await from.query<{ id: string }>(all, values);
  return rows.map(({ id }) => id);
}
