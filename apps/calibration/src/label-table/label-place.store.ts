import { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';
import { readOverruled } from '../outcome/label/overruled.store';

/** Which outcome labels an answer. */
export interface LabelPlace {
  answer_id: string;
  id: string;
  namespace: string;
  document: string;
  value: boolean | string | number | null;
}

/** Of several labels on one answer the one that was observed last counts, but for those that `readOverruled` names, as in a report. */
const places: Named = {
  name: 'label-places',
  text: `
    select distinct on (answer_id) answer_id, id, namespace, document, value from outcome
    where ${isSelected} and version = $5 and answer_id = any($6) and id not in (select unnest($7::text[]))
    order by answer_id, observed_at desc, id desc`,
};

/** The outcomes of labels, by answer; a label that was retracted has none. @param answers of one page */
export async function readPlaces(
  from: Queryable,
  { selection, version }: { selection: Selection; version: number },
  answers: readonly string[],
): Promise<Map<string, LabelPlace>> {
  const overruled = await readOverruled(from, { selection, version }, answers);
  const values = [...selectionValues(selection), version, answers, overruled];
  const { rows } = await from.query<LabelPlace>(places, values);
  return new Map(rows.map((row) => [row.answer_id, row]));
}
