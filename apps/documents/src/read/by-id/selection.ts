import { includes } from '@app/contracts/documents';
import { invalid } from '@app/problem';
import { InForce, JudgmentInForce, followsRelated } from '../../namespace/snapshot/in-force';
import { Parts } from './fitting-sql';

export type Include = (typeof includes)[number];

/** What a read shows of each document. */
export interface Selection {
  include: ReadonlySet<Include>;
  /** Names of judgments; left out for all. */
  judgments?: readonly string[];
}

export function selectionOf(include: readonly string[] | undefined, judgments?: readonly string[]): Selection {
  return { include: new Set((include ?? includes) as Include[]), ...(judgments && { judgments }) };
}

/** @throws Problem `invalid_request`, reason `unknown_path`, on a judgment that is not in force in the namespace */
export function judgmentsOf(inForce: InForce, { judgments }: Selection): readonly JudgmentInForce[] {
  if (!judgments) return inForce.judgments;
  return [...new Set(judgments)].map((name, index) => {
    const judgment = inForce.byName.get(name);
    if (judgment) return judgment;
    const message = `No judgment \`${name}\` is in force here; name one that is.`;
    throw invalid('unknown_path', `/judgments/${index}`, message);
  });
}

/**
 * The parts that a read must select: those that it shows, and those that tell whether judgments apply.
 * @param needsAnswers left out: whether the selection shows answers
 */
export function partsOf(
  { include }: Selection,
  inForce: InForce,
  needsAnswers: boolean = include.has('answers'),
): Parts {
  const answers = needsAnswers && inForce.judgments.length > 0;
  const conditional = answers && inForce.judgments.some(readsDocument);
  return {
    attributes: include.has('attributes') || conditional,
    state: include.has('state') || conditional,
    images: include.has('images'),
    answers,
    related: answers && followsRelated(inForce),
  };
}

/** Whether it depends on the document whether a judgment has an answer, and which. */
function readsDocument({ appliesToFilter, edges, fanoutScope }: JudgmentInForce): boolean {
  return appliesToFilter !== null || (edges.length > 0 && fanoutScope !== null);
}
