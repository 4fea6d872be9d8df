import { EngineReply, EngineAnswer } from '@app/contracts/engines';
import type { AskReply, CallFailureReason, ProbabilitySource, RawAnswer } from '@app/engines';

const none: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};

/** One answer as it goes to judgments; an option value is never empty, so '' marks the escape in `order`. */
export function engineAnswer(answer: RawAnswer): EngineAnswer {
  if (answer.type === 'failed') return { ...none, failure: answer.reason };
  if (answer.type === 'bool') return { ...none, p: answer.p };
  const { value, dist } = answer;
  if (answer.type === 'score') return { ...none, value, dist, score: answer.score, normalized: answer.normalized };
  return { ...none, value, dist, escape_p: answer.escape_p, order: answer.order.map((option) => option ?? '') };
}

/** @param source of the probabilities, of a chat model */
export function askedOf(reply: AskReply, epoch: string, source: ProbabilitySource | null): EngineReply {
  const { tokens } = reply;
  return {
    engine_version: epoch,
    answers: reply.answers.map(engineAnswer),
    engine_tokens: tokens === null ? null : tokens.input + tokens.output,
    probability_source: source,
  };
}

/** Every question failed for one reason, which asking again would not mend. */
export function failedAsk(count: number, reason: CallFailureReason, epoch: string): EngineReply {
  const answers = Array.from({ length: count }, () => ({ ...none, failure: reason }));
  return { engine_version: epoch, answers, engine_tokens: null };
}
