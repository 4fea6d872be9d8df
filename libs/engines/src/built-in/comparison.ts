import type { Reading } from './reading';
import { stem, words } from './word';

const comparisonPattern =
  /\b(more than|greater than|over|above|at least|exceeds?|less than|fewer than|under|below|at most|mehr als|uber|mindestens|weniger als|unter|hochstens|mas de|al menos|menos de)\s+[^\d\s]{0,3}(-?\d+(?:[.,]\d+)?)/;
const upwardPattern = /more|greater|over|above|least|exceed|mehr|uber|mindestens|mas de|al menos/;

/**
 * What a field named in the question says to it: 1 yes, -1 no, 0 nothing. "Is the total over 100?" meets `total: 240`;
 * "Is the order gift wrapped?" meets `wrapped: false`.
 */
export function fieldEvidence(question: string, context: Reading): number {
  if (context.fields.size === 0) return 0;
  const asked = words(question);
  const named = asked.map(stem).filter((root) => context.fields.has(root));
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
