import type { AskLimits, EngineClient } from '../engine-client';
import type { Clock } from '../clock';
import { EngineFailure, FailureClass } from '../failure/failure';
import { Reaction, reactionOf } from '../failure/reaction';
import type { CallFailureReason } from '../failure/reason';
import type { AskReply, Earlier } from '../question/answer';
import type { AskInput } from '../question/question';

/** The longest single wait, also when an engine asks for more. */
export const maxWaitMs = 60_000;
const maxAttempts = 4;

export interface AskOptions {
  /** When the caller stops waiting, by `clock`. No attempt and no wait goes past it. */
  deadlineAt: number;
  clock: Clock;
  /** Uniform in [0, 1); it varies the waits. */
  random: () => number;
  signal?: AbortSignal;
  /** Requests of one attempt that may be under way together; one when left out. */
  atOnce?: number;
  /** Called after each failed attempt, for circuit breaker, rate and log. */
  onFailure?: (failure: EngineFailure, reaction: Reaction) => void;
  /** Called before each further attempt; false ends the retries, as when another request has opened the circuit. */
  mayRetry?: () => boolean;
}

interface Effort {
  /** Attempts made. */
  attempts: number;
  /** Sum of the waits between attempts. */
  waitedMs: number;
}

export type AskOutcome =
  | (Effort & { ok: true; reply: AskReply })
  | (Effort & { ok: false; failure: EngineFailure; reason: CallFailureReason; isUnhealthy: boolean });

/**
 * Asks an engine until it answers, its failure class allows no further retry, or the deadline is near.
 *
 * This is a loop over {@link reactionOf} and not cockatiel, because the number of retries depends on each failure's
 * class, the wait depends on the engine's request and on the deadline, a reply with a bad answer is kept during the
 * retry, and all of it runs on a given clock.
 *
 * A request whose reply has bad answers is sent once more as a whole. The better reply is returned, its bad answers as
 * failed ones. A call without any reply is an outcome with `ok: false`, not an exception.
 * @throws the signal's reason, when the caller aborts
 */
export async function askWithRetries(client: EngineClient, input: AskInput, options: AskOptions): Promise<AskOutcome> {
  const { clock, deadlineAt, signal, atOnce, mayRetry = () => true } = options;
  const earlier: Earlier = [];
  const spent = new Map<FailureClass, number>();
  let best: AskReply | null = null;
  let waitedMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await tryOnce(client, input, { deadlineMs: deadlineAt - clock.nowMs(), signal, earlier, atOnce });
    if (attempt.reply !== null && (best === null || badAnswers(attempt.reply) < badAnswers(best))) best = attempt.reply;
    if (attempt.failure === null) return { ok: true, reply: attempt.reply, attempts, waitedMs };

    const { failure } = attempt;
    const reaction = reactionOf(failure.failureClass);
    options.onFailure?.(failure, reaction);
    const used = spent.get(failure.failureClass) ?? 0;
    spent.set(failure.failureClass, used + 1);
    const waitMs = waitFor(failure, reaction, used, options.random);
    const isOver =
      used >= retriesOf(failure, reaction, input) || attempts >= maxAttempts || clock.nowMs() + waitMs >= deadlineAt;
    const isWorthIt = !isOver && mayRetry();
    if (isWorthIt && waitMs > 0) {
      await clock.sleep(waitMs, signal);
      waitedMs += waitMs;
    }
    if (!isWorthIt || !mayRetry()) return ended(best, failure, reaction, { attempts, waitedMs });
  }
}

/** The best reply so far; without any, the last failure. */
function ended(
  best: AskReply | null,
  failure: EngineFailure,
  { reason, isUnhealthy }: Reaction,
  effort: Effort,
): AskOutcome {
  return best !== null ? { ok: true, reply: best, ...effort } : { ok: false, failure, reason, isUnhealthy, ...effort };
}

type Attempt = { reply: AskReply; failure: null } | { reply: AskReply | null; failure: EngineFailure };

async function tryOnce(client: EngineClient, input: AskInput, limits: AskLimits): Promise<Attempt> {
  try {
    const reply = await client.ask(input, limits);
    const bad = badAnswers(reply);
    if (bad === 0) return { reply, failure: null };
    const { requestId } = reply;
    const message = `Engine gave ${bad} of ${reply.answers.length} answers in a form that cannot be read.`;
    return { reply, failure: new EngineFailure('bad_answer', message, { status: 200, requestId }) };
  } catch (thrown) {
    limits.signal?.throwIfAborted();
    if (thrown instanceof EngineFailure) return { reply: null, failure: thrown };
    throw thrown;
  }
}

/** An engine that stalls on images stalls on them again (docs/engines.md#errors-and-retries). */
function retriesOf({ failureClass }: EngineFailure, { retries }: Reaction, { images }: AskInput): number {
  return failureClass === 'stall' && images.length > 0 ? 0 : retries;
}

/** Counts the answers that another attempt may mend. */
function badAnswers(reply: AskReply): number {
  return reply.answers.filter((answer) => answer.type === 'failed' && answer.reason === 'engine_bad_answer').length;
}

function waitFor(failure: EngineFailure, reaction: Reaction, used: number, random: () => number): number {
  const ownMs = Math.round(random() * reaction.backoffMs * 2 ** used);
  const requestedMs = reaction.backoffMs > 0 ? failure.retryAfterMs : null;
  return Math.min(maxWaitMs, requestedMs ?? ownMs);
}
