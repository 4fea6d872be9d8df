import type { UsageView } from '@app/contracts';
import type { RefusedAnswer } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import type { ToJudge } from './judge-query';
import { unjudgedWords } from './unjudged-words';

/**
 * @param usage of the answers that were judged and billed before; a refusal carries it, as every reply that bills does
 * @throws Problem `budget_exceeded` or `engine_unavailable`, naming the documents without a fresh answer
 */
export function assertJudged(
  unjudged: readonly ToJudge[],
  refused: readonly RefusedAnswer[],
  usage: UsageView | null,
): void {
  if (unjudged.length === 0) return;
  const documents = unjudged.map(({ document }) => document.id);
  const judgments = [...new Set(unjudged.flatMap(({ answers }) => answers.map(({ judgment }) => judgment.name)))];
  const details = { documents, judgments, ...(usage && { usage }) };
  if (refused.some(({ reason }) => reason === 'budget_exceeded')) {
    throw new Problem('budget_exceeded', "The namespace's budget is spent; raise it, or read what is stored.", details);
  }
  const message = unjudgedWords(unjudged.flatMap(({ answers }) => answers.map(({ row }) => row?.failure ?? null)));
  throw new Problem('engine_unavailable', message, details, { retryAfterS: 5 });
}
