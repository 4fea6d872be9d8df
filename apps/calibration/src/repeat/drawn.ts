import { SampledAnswer } from '@app/contracts/documents';
import { LabelRef } from '@app/contracts/judgments';
import { Judgment } from '../judgment/judgment';
import { candidatesOf } from '../queue/candidate';
import { draw } from '../queue/draw';

/** Half near a threshold, where noise turns a boolean, and half at random; labels play no part. */
const shares = { near_threshold: 0.5, under_covered: 0, random: 0.5 } as const;

/** A current answer that is to be asked about again. */
export interface DrawnAnswer extends LabelRef {
  /** Inverse of the probability of its draw. */
  weight: number;
}

/**
 * Draws answers to ask about again.
 * @param sample a sample in which every answer had the same probability
 * @param epoch of the engine that answers now: other answers say nothing of its noise
 * @param uniform random numbers in [0, 1)
 */
export function drawAnswers(
  judgment: Judgment,
  sample: readonly SampledAnswer[],
  epoch: string,
  count: number,
  uniform: () => number,
): DrawnAnswer[] {
  const candidates = candidatesOf(
    judgment,
    sample.filter(({ engine_version }) => engine_version === epoch),
  );
  return draw(candidates, [], count, uniform, shares).map(({ candidate: { answer }, weight }) => ({
    namespace: answer.namespace,
    document: answer.document,
    answer: answer.answer,
    weight,
  }));
}
