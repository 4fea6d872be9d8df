import { Named, Queryable } from '@app/persistence';
import { isSelected, selectionValues } from '../../judgment/selection';
import { LabelQuery } from '../../outcome/label/label.store';
import { Form, LabelRow } from '../../outcome/label/label-row';
import { readOverruled } from '../../outcome/label/overruled.store';

/** Labels of a sample: every alternative is scored on the same ones. */
export const maxSampled = 500;

/** The number of a fit's labels, and their last change: either moves with every outcome. */
export interface LabelChange {
  n: number;
  changed_at: Date | null;
}

const columns = `answer_id, namespace, document, value, escape, source, hindsight, observed_at, judged_at, engine_version,
  number, escape_p, dist, features, parts, weight, draw, draw_size`;

/*
 * The labels with the lowest hash of their answers' ids. Of several labels on one answer the one that was observed last
 * counts, but for those that `readOverruled` names, before the filter applies. The index is in the order of the hash, so that the walk ends with the last label taken.
 */
const drawn: Named = {
  name: 'alternative-sample',
  text: `
    select ${columns} from (
      select distinct on (hashtextextended(answer_id, 7), answer_id) * from outcome
      where ${isSelected} and version = $5 and engine_version = $9 and answer_id is not null
        and not exists (select from unnest($10::text[]) prefix where starts_with(namespace, prefix))
        and namespace <> all($13::text[]) and id not in (select unnest($14::text[]))
      order by hashtextextended(answer_id, 7), answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8)
      and case when $11 = 'bool' then number is not null else dist is not null end
      and ($12::text[] is null or escape or value #>> '{}' = any($12))
    order by hashtextextended(answer_id, 7), answer_id limit ${maxSampled + 1}`,
};

/** Those of given answers that are still labels, with the values of now. */
const named: Named = {
  name: 'alternative-sample-named',
  text: `
    select ${columns} from (
      select distinct on (answer_id) * from outcome
      where ${isSelected} and version = $5 and engine_version = $9 and answer_id = any($10) and id not in (select unnest($11::text[]))
      order by answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8)
    order by hashtextextended(answer_id, 7), answer_id limit ${maxSampled}`,
};

const change: Named = {
  name: 'alternative-sample-change',
  text: `
    select count(*)::int as n, max(changed_at) as changed_at from outcome
    where ${isSelected} and version = $5 and engine_version = $6 and answer_id is not null`,
};

/** Draws a sample: up to 501 labels, so that the caller sees whether there are more. @param without namespaces to leave out */
export async function drawSample(
  from: Queryable,
  query: LabelQuery,
  epoch: string,
  { type, options, optionsVary }: Form,
  without: readonly string[] = [],
): Promise<LabelRow[]> {
  const known = type === 'choice' && !optionsVary ? options : null;
  const overruled = await readOverruled(from, query);
  const values = [...valuesOf(query, epoch), query.excludedPrefixes, type, known, without, overruled];
  return (await from.query<LabelRow>(drawn, values)).rows;
}

/** Reads the labels of a frozen sample as they are now. */
export async function readNamedLabels(
  from: Queryable,
  query: LabelQuery,
  epoch: string,
  answers: readonly string[],
): Promise<LabelRow[]> {
  const overruled = await readOverruled(from, query, answers);
  return (await from.query<LabelRow>(named, [...valuesOf(query, epoch), answers, overruled])).rows;
}

export async function readLabelChange(
  from: Queryable,
  { selection, version }: LabelQuery,
  epoch: string,
): Promise<LabelChange> {
  return (await from.query<LabelChange>(change, [...selectionValues(selection), version, epoch])).rows[0];
}

function valuesOf({ selection, version, filter }: LabelQuery, epoch: string): unknown[] {
  return [...selectionValues(selection), version, filter.sources, filter.since, filter.until, epoch];
}
