import type { EngineAnswer } from '@app/contracts/engines';
import type { Definition } from '@app/definition';
import { PartAnswers, combine, floorOfStep } from '@app/statistics';
import type { Combiner } from '../copy/combiner/combiner';

/** What was made of an engine's answers to the questions of one judgment. */
export interface JudgedAnswer {
  answer: EngineAnswer;
  /** Answers by part; null for a judgment that is not composite. */
  parts: PartAnswers | null;
  /** The fit that combined the parts; null before a fit, and without parts. */
  combiner: string | null;
}

/**
 * The answer of a judgment: the engine's own, or that of a composite, whose `p` combines the answers of its parts.
 * @param replies to the questions of the definition, in their order; each has an answer
 * @param features as they are stored beside the answer; null without features
 * @param probabilityStep of the engine: it decides the floor of a part's probability
 * @param combiner of the version and of the epoch that answered; undefined before a fit
 */
export function answerOf(
  definition: Definition,
  replies: readonly EngineAnswer[],
  features: Record<string, number | null> | null,
  probabilityStep: number | null,
  combiner: Combiner | undefined,
): JudgedAnswer {
  const [answer] = replies;
  if (definition.type !== 'bool' || !definition.parts) return { answer, parts: null, combiner: null };
  const parts = Object.fromEntries(definition.parts.map(({ name }, i) => [name, { p: replies[i].p ?? NaN }]));
  const p = combinedP(parts, features, probabilityStep, combiner);
  return { answer: { ...answer, p }, parts, combiner: combiner?.fit ?? null };
}

/** The raw `p` of a composite. */
export function combinedP(
  parts: PartAnswers,
  features: Record<string, number | null> | null,
  probabilityStep: number | null,
  combiner: Combiner | undefined,
): number {
  return combine(parts, features, combiner?.weights ?? null, floorOfStep(probabilityStep));
}
