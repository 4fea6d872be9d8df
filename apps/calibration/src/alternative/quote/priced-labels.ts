import { LabelRef, PricedLabel } from '@app/contracts/judgments';
import { AlternativeAnswer } from '../sample/answer.store';
import { Candidate } from '../subject/candidate';
import { PlannedRow } from './plan';

/** A row with the price of each label, in the order of the sample, and the answers that it has already. */
export interface PricedCandidate {
  candidate: Candidate;
  engineVersion: string;
  floor: number;
  labels: readonly PricedLabel[];
  kept: ReadonlyMap<string, AlternativeAnswer>;
}

/** A row of the plan, with the tokens of its asks. */
export interface AskedRow extends PlannedRow {
  tokens: number;
  units: number;
}

/** What is left to ask: labels without an answer whose context can still be had. The cost is added later. */
export function askedRow(
  refs: readonly LabelRef[],
  { candidate, engineVersion, floor, labels, kept }: PricedCandidate,
): AskedRow {
  const { id, definition, contexts } = candidate;
  const row: AskedRow = {
    id,
    definition,
    engineVersion,
    floor,
    asks: [],
    skipped: [],
    costUsd: 0,
    tokens: 0,
    units: 0,
    contexts: labels.some(({ cut }) => cut) && contexts === 'stored' ? 'narrowed' : contexts,
  };
  labels.forEach(({ skipped, units, tokens, hash }, label) => {
    if (isKept(candidate, kept.get(refs[label].answer), hash)) return;
    if (skipped !== null) {
      row.skipped.push({ label, reason: skipped });
      return;
    }
    row.asks.push({ label, units });
    row.units += units;
    row.tokens += tokens;
  });
  return row;
}

/** An answer stays while the context is the same: a `live` one only when it compiles to the same text today. */
function isKept({ contexts }: Candidate, answer: AlternativeAnswer | undefined, hash: string | null): boolean {
  if (!answer) return false;
  if (hash === null) return contexts !== 'live';
  return answer.context_hash === null ? contexts !== 'live' : answer.context_hash === hash;
}
