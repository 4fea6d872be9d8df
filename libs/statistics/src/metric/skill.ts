import { ShareRows } from '../interval/rows';
import { DocumentRatio, ratioOf } from '../interval/ratio';
import { Numbers } from '../number/numbers';

/**
 * How much less reads lose than a reference does on the same rows: 1 - loss / its loss. 1 is perfect, 0 is no better than the
 * reference, below 0 is worse. The losses are compared in pairs, by document.
 * @param losses of the reads, in any unit
 * @param reference losses of the reference, in the same unit
 * @returns null where the reference loses nothing, as with one class alone
 * @see Murphy 1988, Monthly Weather Review 116 (skill scores)
 */
export function skillOf(losses: Numbers, reference: Numbers, rows: ShareRows = {}): DocumentRatio | null {
  const ratio = ratioOf(losses, reference, rows);
  if (ratio === null) return null;
  const { value, interval } = ratio;
  return { value: 1 - value, interval: interval && [1 - interval[1], 1 - interval[0]] };
}
