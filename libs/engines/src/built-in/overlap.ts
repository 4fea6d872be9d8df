import { conceptOf } from './lexicon/lexicon';
import type { ReadAnswer } from './reading';

/**
 * How much of a text a context contains, in [0, 1], by shared stems and concepts. Stems that are rare in the context weigh
 * more. Negated concepts count against it, down to -1.
 */
export function overlap(text: ReadAnswer, context: ReadAnswer): number {
  let [found, total] = [0, 0];
  const rarest = Math.log(1 + context.size);
  for (const root of text.counts.keys()) {
    const concept = conceptOf(root);
    const count = context.counts.get(root) ?? 0;
    const weight = concept === undefined ? 0.7 : 1.3;
    total += weight;
    const strength = concept === undefined ? 0 : (context.concepts.get(concept) ?? 0);
    if (strength < 0) found += weight * Math.max(-1, strength);
    else if (count > 0) found += weight * Math.max(0.3, Math.log(1 + context.size / count) / (rarest || 1));
    else if (strength > 0) found += weight * 0.8 * Math.min(1, strength);
  }
  return total === 0 ? 0 : Math.max(-1, Math.min(1, found / total));
}
