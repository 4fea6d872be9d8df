import { EngineQuestion, EngineAnswer } from '@app/contracts/engines';
import type { FailureReason, RawAnswer } from '@app/engines';

/** How far the shares of an answer may be from their sum. */
const tolerance = 1e-6;
/** What an extension may say instead of an answer; the rest is not its to say. */
const failures: readonly FailureReason[] = [
  'engine_bad_answer',
  'engine_no_signal',
  'engine_refused',
  'engine_rejected',
  'context_too_large',
];

/** What is wrong with an extension's answer, for the log; null when it answers the question asked. */
export function answerFault(answer: EngineAnswer, question: EngineQuestion): string | null {
  if (answer.failure !== null) {
    return failures.some((reason) => reason === answer.failure) ? null : `failure ${answer.failure} is not its to say`;
  }
  if (question.type === 'bool') return isShare(answer.p) ? null : 'p is no probability';
  if (question.type === 'choice') return choiceFault(answer, question);
  return scoreFault(answer, question);
}

/** The answer in the terms of the engines' library; only after {@link answerFault} found none. */
export function rawOf(answer: EngineAnswer, question: EngineQuestion): RawAnswer {
  const { failure, p, value, dist, escape_p, score, normalized } = answer;
  const reason = failures.find((known) => known === failure);
  if (reason !== undefined) return { type: 'failed', reason, detail: 'said by the extension' };
  if (question.type === 'bool') return { type: 'bool', p: p ?? NaN };
  const shares = ownShares(dist);
  const printed = Object.values(shares);
  if (question.type === 'choice') {
    const order = (answer.order ?? []).map((option) => (option === '' ? null : option));
    return {
      type: 'choice',
      value: value === null ? null : String(value),
      dist: shares,
      escape_p: escape_p ?? NaN,
      order,
      printed,
    };
  }
  return {
    type: 'score',
    score: score ?? NaN,
    value: Number(value),
    normalized: normalized ?? NaN,
    dist: shares,
    printed,
  };
}

function choiceFault(answer: EngineAnswer, { options = [] }: EngineQuestion): string | null {
  const names = options.map(({ value }) => value);
  const shares = sharesFault(answer.dist, names, answer.escape_p ?? NaN);
  if (shares !== null) return shares;
  if (answer.value !== null && !names.some((name) => name === answer.value)) return 'value is no option';
  const top = answer.value === null ? (answer.escape_p ?? NaN) : ownShares(answer.dist)[String(answer.value)];
  const others = [...Object.values(ownShares(answer.dist)), answer.escape_p ?? NaN];
  return others.every((share) => share <= top + tolerance) ? null : 'value is not the likeliest';
}

function scoreFault(answer: EngineAnswer, { levels = [] }: EngineQuestion): string | null {
  const shares = sharesFault(
    answer.dist,
    levels.map(({ value }) => String(value)),
    0,
  );
  if (shares !== null) return shares;
  const dist = ownShares(answer.dist);
  const values = levels.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const mean = values.reduce((sum, value) => sum + value * dist[String(value)], 0);
  const isNear = (number: unknown, expected: number) =>
    typeof number === 'number' && Math.abs(number - expected) <= tolerance * Math.max(1, high - low);
  if (!isNear(answer.score, mean)) return 'score is not the mean of its levels';
  if (!isNear(answer.normalized, (mean - low) / (high - low))) return 'normalized is not score on its scale';
  const top = Math.max(...Object.values(dist));
  return typeof answer.value === 'number' && dist[String(answer.value)] >= top - tolerance
    ? null
    : 'value is not the likeliest level';
}

function sharesFault(dist: EngineAnswer['dist'], names: string[], rest: number): string | null {
  if (dist === null) return 'dist is missing';
  const shares = ownShares(dist);
  const keys = Object.keys(shares);
  if (keys.length !== names.length || !names.every((name) => Object.hasOwn(shares, name))) return 'dist has other keys';
  if (![...Object.values(shares), rest].every(isShare)) return 'dist holds what is no probability';
  const sum = Object.values(shares).reduce((total, share) => total + share, rest);
  return Math.abs(sum - 1) <= tolerance ? null : 'dist does not sum to 1';
}

/** Keys come from tenants: never a member of Object's prototype. */
function ownShares(dist: EngineAnswer['dist']): Record<string, number> {
  return Object.assign(Object.create(null) as Record<string, number>, dist);
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
