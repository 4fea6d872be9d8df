import { Named, Queryable } from '@app/persistence';
import { isSelected, selectionValues } from '../../judgment/selection';
import { isLabeller } from '../author';
import type { LabelQuery } from './label.store';

/** What one author said last of an answer that others have labelled, too. */
export interface SaidRow {
  answer_id: string;
  namespace: string;
  document: string;
  author: string;
  value: boolean | string | number | null;
  escape: boolean;
}

/** Agreement is counted on at most this many labels, those of the answers with the lowest ids. */
const maxSaid = 10_000;

/** The filter applies to what each author said last, as it does to labels. */
const said: Named = {
  name: 'label-said',
  text: `
    select answer_id, namespace, document, author, value, escape from (
      select *, count(*) over (partition by answer_id) as authors from (
        select distinct on (answer_id, author) * from outcome
        where ${isSelected} and version = $5 and engine_version is not distinct from $10 and answer_id is not null
          and ${isLabeller('author')}
          and not exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix))
        order by answer_id, author, observed_at desc, id desc) latest
      where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
        and ($8::timestamptz is null or observed_at < $8)) kept
    where authors > 1 order by answer_id, author limit ${maxSaid}`,
};

/** Reads what people and keys said of answers that two or more of them have labelled. */
export async function readSaid(
  from: Queryable,
  { selection, version, filter, excludedPrefixes }: LabelQuery,
  epoch: string | null,
): Promise<SaidRow[]> {
  const { rows } = await from.query<SaidRow>(said, [
    ...selectionValues(selection),
    ...[version, filter.sources, filter.since, filter.until],
    ...[excludedPrefixes, epoch],
  ]);
  return rows;
}
