import type { CompiledContext } from '@app/context';
import { unitsOf } from '@app/rating';
import { Choosing, roundSizes } from './heats';

/** Questions of one engine request [JDG-11]. */
export const questionsPerAsk = 32;

/** What some requests count, in judgment units, and the tokens that an engine reads of them. */
export interface RoundCost {
  units: number;
  tokens: number;
}

interface Request {
  /** Its billing weight. */
  engine: { weight: number };
  context: Pick<CompiledContext, 'tokens'>;
}

/** The questions of one round as requests: all questions of a request read one context. */
export function requestsOf<Q>(questions: readonly Q[]): Q[][] {
  const count = Math.ceil(questions.length / questionsPerAsk);
  return Array.from({ length: count }, (_, i) => questions.slice(i * questionsPerAsk, (i + 1) * questionsPerAsk));
}

/** What the requests of one round count. @param questionTokens of each question of the round */
export function costOfRound({ engine, context }: Request, questionTokens: readonly number[]): RoundCost {
  const cost: RoundCost = { units: 0, tokens: 0 };
  for (const tokens of requestsOf(questionTokens)) {
    const { units } = unitsOf({ contextTokens: context.tokens, questionTokens: tokens, weight: engine.weight });
    cost.units += units;
    cost.tokens += tokens.reduce((sum, one) => sum + one, context.tokens);
  }
  return cost;
}

interface Chosen {
  /** Tokens of the question without candidates. */
  questionTokens: readonly number[];
  choosing: Choosing | null;
}

/** What all rounds count at most: no question is longer than with the longest candidates. */
export function mostOfRounds(request: Request, { questionTokens: [question], choosing }: Chosen): RoundCost {
  const most: RoundCost = { units: 0, tokens: 0 };
  if (choosing === null) return most;
  const { options, perQuestion } = choosing;
  const longest = options.reduce((max, { tokens }) => Math.max(max, tokens), 0);
  for (const sizes of roundSizes(options.length, perQuestion)) {
    const { units, tokens } = costOfRound(
      request,
      sizes.map((size) => question + size * longest),
    );
    most.units += units;
    most.tokens += tokens;
  }
  return most;
}
