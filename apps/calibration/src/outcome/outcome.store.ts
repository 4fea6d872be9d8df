import type { OutcomeSource } from '@app/contracts/calibration';
import { Named, Queryable, afterEveryId } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../judgment/selection';

export interface OutcomeRow {
  id: string;
  namespace: string;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  source: OutcomeSource;
  author: string | null;
  observed_at: Date;
  answer_id: string | null;
  as_of: Date | null;
  latest: boolean;
  unmatched: string | null;
  hindsight: boolean;
  created_at: Date;
}

/** A page of outcomes. */
export interface OutcomePage {
  rows: OutcomeRow[];
  /** Id of the outcome behind which the next page begins; null after the last. */
  next: string | null;
}

/** Outcomes that one page of a template looks at; where few are of its namespaces it shows fewer, and a cursor to go on. */
export const maxLookedAt = 5_000;

const columns = `id, namespace, document, value, escape, source, observed_at, answer_id, as_of, latest, unmatched, hindsight,
  created_at, author`;

const listOfNamespace: Named = {
  name: 'outcome-list',
  text: `select ${columns} from outcome where organization = $1 and judgment_id = $2 and namespace = $3 and id < $4
    order by id desc limit $5`,
};

const ofJudgment = 'outcome where organization = $1 and judgment_id = $2 and id < $4 order by id desc';
const listOfTemplate: Named = {
  name: 'outcome-list-template',
  text: `select ${columns} from (select * from ${ofJudgment} limit $6) looked
    where starts_with(namespace, $3) order by id desc limit $5`,
};
/** The last outcome that such a page may look at; no row where there are fewer. */
const edgeOfTemplate: Named = {
  name: 'outcome-list-edge',
  text: `select id from ${ofJudgment.replace('$4', '$3')} offset $4 limit 1`,
};

const retract: Named = {
  name: 'outcome-retract',
  text: `delete from outcome where ${isSelected} and id = $5`,
};

/** One page of outcomes, newest first. @param before id of the last outcome that the page before looked at */
export async function listOutcomePage(
  from: Queryable,
  { organization, judgmentId, namespace, prefix }: Selection,
  before: string | null,
  limit: number,
): Promise<OutcomePage> {
  const [key, begin] = [[organization, judgmentId], before ?? afterEveryId];
  const [list, values] =
    namespace === null
      ? [listOfTemplate, [prefix, begin, limit + 1, maxLookedAt]]
      : [listOfNamespace, [namespace, begin, limit + 1]];
  const { rows } = await from.query<OutcomeRow>(list, [...key, ...values]);
  const page = rows.slice(0, limit);
  if (rows.length > limit) return { rows: page, next: page[page.length - 1].id };
  if (namespace !== null) return { rows: page, next: null };
  const [edge] = (await from.query<{ id: string }>(edgeOfTemplate, [...key, begin, maxLookedAt - 1])).rows;
  return { rows: page, next: edge?.id ?? null };
}

/** @returns whether the outcome existed */
export async function deleteOutcome(tx: Queryable, selection: Selection, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(retract, [...selectionValues(selection), id]);
  return rowCount === 1;
}
