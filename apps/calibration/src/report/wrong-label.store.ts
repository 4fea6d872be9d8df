import type { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';
import { readOverruled } from '../outcome/label/overruled.store';

/** The document of a label, and what came true. */
export interface LabelledDocument {
  answer_id: string;
  namespace: string;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
}

/** Of several labels on one answer the one that was observed last, but for those that `readOverruled` names, as figures count it. */
const find: Named = {
  name: 'label-documents',
  text: `
    select distinct on (answer_id) answer_id, namespace, document, value, escape from outcome
    where ${isSelected} and version = $5 and answer_id = any($6::text[]) and id not in (select unnest($7::text[]))
    order by answer_id, observed_at desc, id desc`,
};

/**
 * The documents of a few labels.
 * @param answers ids of the labelled answers; those whose label was erased since are left out
 */
export async function findLabelled(
  from: Queryable,
  selection: Selection,
  version: number,
  answers: readonly string[],
): Promise<Map<string, LabelledDocument>> {
  if (answers.length === 0) return new Map();
  const overruled = await readOverruled(from, { selection, version }, answers);
  const values = [...selectionValues(selection), version, answers, overruled];
  const { rows } = await from.query<LabelledDocument>(find, values);
  return new Map(rows.map((row) => [row.answer_id, row]));
}
