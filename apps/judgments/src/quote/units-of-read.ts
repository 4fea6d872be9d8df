import { unitsOf } from '@app/rating';
import { askedOf, isInRounds } from '../question/asked';
import type { Read } from '../question/compiler';
import { mostOfRounds } from '../question/round-cost';

/** What decides how an engine's answers are rated. */
export interface RatedEngine {
  weight: number;
  /** Options beside the escape that it takes; left out when it publishes no number. */
  options?: number;
}

/**
 * Judgment units of asking one judgment about one document by itself, a composite with all its parts. A choice without
 * candidates asks nobody; one in rounds counts all of them.
 */
export function unitsOfRead(read: Read, engine: RatedEngine): number {
  if (read.candidates?.options.length === 0) return 0;
  const { context } = read;
  const asked = askedOf(read, engine.options);
  if (isInRounds(asked)) return mostOfRounds({ engine, context }, asked).units;
  const { questionTokens } = asked;
  return unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight }).units;
}
