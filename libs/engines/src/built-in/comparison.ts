import type { ReadAnswer } from './reading';
import { stem, words } from './word';

const comparisonPattern =
  /\b(more than|greater than|over|above|at least|exceeds?|less than|fewer than|under|below|at most|mehr als|uber|mindestens|weniger als|unter|hochstens|mas de|al menos|menos de)\s+[^\d\s]{0,3}(-?\d+(?:[.,]\d+)?)/;
const upwardPattern = /more|greater|over|above|least|exceed|mehr|uber|mindestens|mas de|al menos/;

/**
 * Whether a field of the context answers the question: 1 for yes, -1 for no, 0 for neither. "Is the total over 100?"
 * finds `total: 240`; "Is the order gift wrapped?" finds `wrapped: false`.
 */
export function fieldEvidence(question: string, context: ReadAnswer): number {
  if (context.fields.size === 0) return 0;
  const named = words(question)
    .map(stem)
    .filter((root) => context.fields.has(root));
  if (named.length === 0) return 0;
  const match = comparisonPattern.exec(
    question
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, ''),
  );
  for (const root of named) {
    const value = context.fields.get(root);
    if (typeof value === 'boolean' && match === null) return value ? 1 : -1;
    if (typeof value === 'number' && match !== null) {
      const bound = Number(match[2].replace(',', '.'));
      const isInclusive = /least|most|mindestens|hochstens|al menos/.test(match[1]);
      if (value === bound) return isInclusive ? 1 : -1;
      return value > bound === upwardPattern.test(match[1]) ? 1 : -1;
    }
  }
  return 0;
}
