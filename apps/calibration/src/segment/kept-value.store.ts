import { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';
import { KeptValue, Scalar } from './kept-value';

/** Answers of one statement. */
const batchSize = 10_000;

/** The labels of which an attribute is read: those of one version and epoch. */
export interface KeptLabels {
  selection: Selection;
  version: number;
  epoch: string | null;
}

interface Row {
  answer_id: string;
  /** Whether any attributes were kept. */
  kept: boolean;
  /** An empty list: there is a value, which was not kept. */
  value: Scalar | [] | null;
}

/** Of several labels on one answer the one that was observed last counts, as in a report. */
const ofAnswers: Named = {
  name: 'segment-values',
  text: `
    select distinct on (answer_id) answer_id, attributes is not null as kept, attributes -> $6 as value from outcome
    where ${isSelected} and version = $5 and engine_version is not distinct from $7 and answer_id = any($8)
    order by answer_id, observed_at desc, id desc`,
};

/**
 * The value of an attribute that each label kept, by answer.
 * @param answers of the labels that are divided: a report of more than 100,000 labels stands on a share of them
 */
export async function readKeptValues(
  from: Queryable,
  { selection, version, epoch }: KeptLabels,
  attribute: string,
  answers: readonly string[],
): Promise<Map<string, KeptValue>> {
  const found = new Map<string, KeptValue>();
  for (let at = 0; at < answers.length; at += batchSize) {
    const batch = answers.slice(at, at + batchSize);
    const values = [...selectionValues(selection), version, attribute, epoch, batch];
    const { rows } = await from.query<Row>(ofAnswers, values);
    for (const row of rows) found.set(row.answer_id, keptValue(row));
  }
  return found;
}

function keptValue({ kept, value }: Row): KeptValue {
  if (!kept || Array.isArray(value)) return { kind: 'not_kept' };
  return value === null ? { kind: 'none' } : { kind: 'value', value };
}
