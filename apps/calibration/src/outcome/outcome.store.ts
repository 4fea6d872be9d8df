import type { OutcomeSource } from '@app/contracts';
import { Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';

export interface OutcomeRow {
  id: string;
  namespace: string;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  source: OutcomeSource;
  observed_at: Date;
  answer_id: string | null;
  as_of: Date | null;
  latest: boolean;
  unmatched: string | null;
  hindsight: boolean;
  created_at: Date;
}

const list: Named = {
  name: 'outcome-list',
  text: `select id, namespace, document, value, escape, source, observed_at, answer_id, as_of, latest, unmatched, hindsight,
           created_at from outcome
         where ${isSelected} and ($5::text is null or id < $5)
         order by id desc limit $6`,
};

const retract: Named = {
  name: 'outcome-retract',
  text: `delete from outcome where ${isSelected} and id = $5`,
};

/** One page of outcomes, newest first. @param before id of the last outcome of the page before */
export async function listOutcomePage(
  from: Queryable,
  selection: Selection,
  before: string | null,
  limit: number,
): Promise<OutcomeRow[]> {
  return (await from.query<OutcomeRow>(list, [...selectionValues(selection), before, limit])).rows;
}

/** @returns whether the outcome existed */
export async function deleteOutcome(tx: Queryable, selection: Selection, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(retract, [...selectionValues(selection), id]);
  return rowCount === 1;
}
