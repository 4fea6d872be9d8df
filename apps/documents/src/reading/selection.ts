import { includes } from '@app/contracts';
import { invalid } from '@app/problem';
import { InForce } from '../snapshot/in-force';
import { JudgmentInForce } from '../snapshot/known-judgment';
import { Wanted } from './read.store';

export type Include = (typeof includes)[number];

/** What a read shows of each document. */
export interface Selection {
  include: ReadonlySet<Include>;
  /** Names of judgments, or all when left out. */
  judgments?: readonly string[];
}

export function selectionOf(include: readonly string[] | undefined, judgments?: readonly string[]): Selection {
  return { include: new Set((include ?? includes) as Include[]), ...(judgments && { judgments }) };
}

/** @throws Problem `invalid_request`, reason `unknown_path`, on a judgment that is not in force here */
export function judgmentsOf(inForce: InForce, { judgments }: Selection): readonly JudgmentInForce[] {
  if (!judgments) return inForce.judgments;
  return [...new Set(judgments)].map((name, index) => {
    const judgment = inForce.judgment(name);
    if (judgment) return judgment;
    throw invalid('unknown_path', `/judgments/${index}`, `No judgment \`${name}\` answers here; name one that does.`);
  });
}

/** What must be selected: what is shown, and what tells whether judgments apply. */
export function wantedOf({ include }: Selection, inForce: InForce, asked = include.has('answers')): Wanted {
  const answers = asked && inForce.judgments.length > 0;
  const conditional = answers && inForce.judgments.some(({ appliesToFilter }) => appliesToFilter !== null);
  return {
    attributes: include.has('attributes') || conditional,
    state: include.has('state') || conditional,
    images: include.has('images'),
    answers,
  };
}
