import type { TriedQuestion } from '@app/contracts/engines';
import type { FailureClass, FailureReason, RawAnswer } from '@app/engines';
import type { Tried } from '../trial/trial';

/** Our own words for each failure: a server's may repeat what it was sent. */
const failures: Record<FailureClass, string> = {
  auth: 'The server refused the key; check it, and that it may use this model.',
  no_model: 'The server does not know this model; name it as the server does.',
  bad_request: 'The server refused the request; check base URL, provider and model.',
  too_long: 'The model takes less text than the question has; use another.',
  rate: 'The server is asked too often with this key; wait, and try again.',
  quota: 'The account of this key is empty or has no quota; see to that at the provider.',
  overload: 'The server could not be reached, or is overloaded; check base URL and model, and try again.',
  stall: 'No whole answer came in time; a local model may still be loading, so try again.',
  bad_answer:
    'The reply cannot be read as an answer; check provider and model, or let the model write its probabilities.',
  refusal: 'The model refused to answer.',
};
const reasons: Record<FailureReason, string> = {
  engine_bad_answer: failures.bad_answer,
  engine_no_signal: 'The probabilities are all alike, so they tell nothing; use another model.',
  engine_refused: failures.refusal,
  engine_rejected: failures.bad_request,
  context_too_large: failures.too_long,
};

const nothing = { p: null, value: null, dist: null, score: null, reason: null, message: null };

/**
 * What an owner sees of one tried question: nothing that the server wrote.
 * @param hasServer false for what answers inside the service, without HTTP
 */
export function triedView({ question, outcome, ms }: Tried, hasServer: boolean): TriedQuestion {
  const asked = { type: question.type, question: question.question, seconds: Math.round(ms) / 1000, ...nothing };
  if ('failure' in outcome) {
    const { failureClass, status } = outcome.failure;
    const told = { reason: failureClass, message: failures[failureClass] };
    return { ...asked, answered: false, http_status: status, reported_model: null, ...told };
  }
  const { reply } = outcome;
  const [answer] = reply.answers;
  return { ...asked, http_status: hasServer ? 200 : null, reported_model: reply.reportedModel, ...readingOf(answer) };
}

function readingOf(answer: RawAnswer): Pick<TriedQuestion, 'answered'> & Partial<TriedQuestion> {
  if (answer.type === 'failed') return { answered: false, reason: answer.reason, message: reasons[answer.reason] };
  if (answer.type === 'bool') return { answered: true, p: answer.p };
  const { value, dist } = answer;
  return { answered: true, value, dist, ...(answer.type === 'score' ? { score: answer.score } : {}) };
}
