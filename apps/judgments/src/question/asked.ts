import type { Read } from './compiler';
import { Choosing, choosingOf, hasHeats } from './heats';
import type { Observation } from './observation';

/** What an engine is asked for one judgment about one document. */
export interface Asked {
  /** Tokens of each question, in the order asked; without candidates where heats are asked. */
  questionTokens: readonly number[];
  /** The candidates of a choice among related documents; null for others. */
  choosing: Choosing | null;
  observation: Observation;
}

/** Options beside the escape that every engine takes, for one that publishes no number. */
const usualOptions = 254;

/** What a group asks: its questions, and the candidates of a choice among related documents. */
export function askedOf(
  { questionTokens, candidates, observation }: Pick<Read, 'questionTokens' | 'candidates' | 'observation'>,
  engineOptions: number = usualOptions,
): Asked {
  if (candidates === null) return { questionTokens, choosing: null, observation };
  const choosing = choosingOf(candidates, engineOptions);
  const truncated = observation.truncated || choosing.cut;
  const [question] = questionTokens;
  const all = choosing.options.reduce((sum, { tokens }) => sum + tokens, question);
  return {
    questionTokens: [hasHeats(choosing) ? question : all],
    choosing,
    observation: { ...observation, truncated },
  };
}

/** Whether the answer takes several questions, one round after the other. */
export function isInRounds({ choosing }: Pick<Asked, 'choosing'>): boolean {
  return choosing !== null && hasHeats(choosing);
}
