import { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';
import { KeptValue, Scalar } from './kept-value';

/** Answers of one page. */
const pageSize = 10_000;

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
const page: Named = {
  name: 'segment-values',
  text: `
    select distinct on (answer_id) answer_id, attributes is not null as kept, attributes -> $6 as value from outcome
    where ${isSelected} and version = $5 and engine_version is not distinct from $7 and answer_id > $8
    order by answer_id, observed_at desc, id desc limit ${pageSize}`,
};

/** The value of an attribute that each label kept, by answer. */
export async function readKeptValues(
  from: Queryable,
  { selection, version, epoch }: KeptLabels,
  attribute: string,
): Promise<Map<string, KeptValue>> {
  const found = new Map<string, KeptValue>();
  for (let after = ''; ;) {
    const values = [...selectionValues(selection), version, attribute, epoch, after];
    const { rows } = await from.query<Row>(page, values);
    for (const row of rows) found.set(row.answer_id, keptValue(row));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return found;
    after = last.answer_id;
  }
}

function keptValue({ kept, value }: Row): KeptValue {
  if (!kept || Array.isArray(value)) return { kind: 'not_kept' };
  return value === null ? { kind: 'none' } : { kind: 'value', value };
}
