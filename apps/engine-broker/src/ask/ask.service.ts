import { CLOCK, LOGGER, METRICS } from '@app/boot';
import { Call } from '@app/bus';
import { Ask, EngineReply, Lane, lanes } from '@app/contracts/engines';
import { EngineName } from '@app/definition';
import {
  AskInput,
  AskOutcome,
  AskReply,
  EngineFailure,
  Reaction,
  askWithRetries,
  prepareImages,
  requestsOf,
  systemClock,
} from '@app/engines';
import { enginesMetrics } from '@app/metrics';
import type { Clock, Logger } from '@app/observability';
import { Metrics, runInSpan } from '@app/observability';
import { Problem, invalid } from '@app/problem';
import { imageTokens } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Engine, circuitWaitMs } from '../engine/engine';
import { EngineEpochs } from '../engine/engine-epochs';
import { EngineRegistry } from '../engine/engine.registry';
import { ownerOf } from '../permit/lane-queue';
import { Permit } from '../permit/permit-gate';
import { askedOf, failedAsk } from './answer';
import { AskFacts, logFailure, logReply } from './ask-line';
import { watched } from './attempt';
import { ImageFetch } from './image-fetch';
import { estimatedTokens, questionOf } from './question';

/** Longest time for one ask, its retries included. */
const longestAskMs = 30_000;
/** Kept for the way back of the answer. */
const replyMarginMs = 50;
/** An engine that was given less than this, and did not answer in it, is not to blame. */
const fairTimeMs = 5_000;
/** Requests of one ask that are under way together, at most: a chat model gets one for each question. */
const mostAtOnce = 4;

/** Asks an engine: permit, attempts, epoch. Holds nothing that outlives the ask. */
@Injectable()
export class AskService {
  private readonly attemptSeconds;
  private readonly permitSeconds;
  private readonly permitRefusals;
  private readonly answers;
  private readonly tokens;

  constructor(
    private readonly registry: EngineRegistry,
    private readonly epochs: EngineEpochs,
    private readonly images: ImageFetch,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.attemptSeconds = metrics.histogram(enginesMetrics.attemptDuration);
    this.permitRefusals = metrics.counter(enginesMetrics.permitRefusals);
    this.answers = metrics.counter(enginesMetrics.answers);
    this.tokens = metrics.counter(enginesMetrics.tokens);
    this.permitSeconds = metrics.histogram(enginesMetrics.permitWait);
  }

  /**
   * @returns an answer or a reason for each question, and the epoch in which they were given
   * @throws Problem `engine_version_unavailable`, `rate_limited` (no permit in time) or `engine_unavailable`
   */
  async ask(name: EngineName, ask: Ask, call: Call): Promise<EngineReply> {
    const engine = this.registry.get(name);
    if (engine.row.epoch === null) {
      throw new Problem('engine_version_unavailable', `Engine \`${name}\` has no active version; use another.`);
    }
    const deadlineAt = Math.min(call.deadlineAtMs - replyMarginMs, Date.now() + longestAskMs);
    const textInput = inputOf(ask, engine);
    this.refuseWhileOpen(engine);
    const input = await this.withImages(textInput, engine, ask, deadlineAt);
    if (input === null) return failedAsk(textInput.questions.length, 'context_too_large', engine.row.epoch);
    const permit = await this.takePermit(engine, ask, input, deadlineAt);
    try {
      // What was waited for may have gone.
      this.refuseWhileOpen(engine);
      return await runInSpan(
        'engine ask',
        { attributes: { engine: name, questions: input.questions.length } },
        (span) =>
          this.attempt(engine, ask, input, { call, deadlineAt, permit }, (attempts) =>
            span?.setAttribute('attempts', attempts),
          ),
      );
    } finally {
      permit.release();
    }
  }

  /** The pictures in the engine's own form; null when they are more than it reads. */
  private async withImages(input: AskInput, { setup }: Engine, ask: Ask, deadlineAt: number): Promise<AskInput | null> {
    if (ask.images.length === 0) return input;
    if (ask.images.length > setup.entry.limits.images) return null;
    return { ...input, images: await prepareImages(setup.entry, await this.images.fetch(ask, deadlineAt)) };
  }

  private async takePermit(engine: Engine, ask: Ask, input: AskInput, deadlineAt: number): Promise<Permit> {
    const lane = laneOf(ask.lane);
    const requests = requestsOf(engine.setup.entry, input.questions);
    // A permit that leaves no time for the answer is of no use.
    const leftMs = deadlineAt - Date.now();
    const wanted = {
      lane,
      owner: ownerOf(ask),
      requests,
      places: Math.min(mostAtOnce, requests),
      tokens: tokensOf(input, requests),
      untilMs: performance.now() + leftMs - Math.min(leftMs / 2, 2 * engine.gate.usualMs),
    };
    const permit = await engine.gate.acquire(wanted).catch((error: unknown) => {
      this.permitRefusals.inc({ engine: engine.setup.name, lane });
      throw error;
    });
    this.permitSeconds.observe({ engine: engine.setup.name, lane }, permit.waitedMs / 1000);
    return permit;
  }

  private async attempt(
    engine: Engine,
    ask: Ask,
    input: AskInput,
    { call, deadlineAt, permit }: { call: Call; deadlineAt: number; permit: Permit },
    tellAttempts: (attempts: number) => void,
  ): Promise<EngineReply> {
    const { setup } = engine;
    const { name } = setup;
    const startedAt = this.clock.now();
    const askedAt = Date.now();
    const client = watched(engine.clientFor(ask, call), name, {
      onAgain: (earlier) => {
        const requests = requestsOf(setup.entry, input.questions, earlier);
        permit.spendAgain(requests, tokensOf(input, requests));
      },
      onFurtherRequest: () => permit.spendAgain(1, tokensOf(input, 1)),
      onEnd: (outcome, ms) => this.attemptSeconds.observe({ engine: name, outcome }, ms / 1000),
    });
    const outcome = await askWithRetries(client, input, {
      deadlineAt,
      clock: systemClock,
      random: Math.random,
      atOnce: permit.places,
      onFailure: (failure, reaction) => {
        const isHasty = deadlineAt - askedAt < fairTimeMs && Date.now() >= deadlineAt - replyMarginMs;
        this.noteFailure(engine, failure, { ...reaction, tripsBreaker: reaction.tripsBreaker && !isHasty });
      },
      mayRetry: () => !engine.row.circuit_open,
    });
    tellAttempts(outcome.attempts);
    const facts = {
      organization: ask.organization,
      namespace: ask.namespace,
      ask: ask.ask_id,
      engine: name,
      lane: ask.lane,
      questions: input.questions.length,
      attempts: outcome.attempts,
      waited_ms: Math.round(permit.waitedMs),
      ms: this.clock.now() - startedAt,
    };
    if (!outcome.ok) return this.giveUp(engine, outcome, facts);
    engine.failures.succeeded();
    const { answers, reportedModel } = outcome.reply;
    const answered = answers.filter(({ type }) => type !== 'failed').length;
    const epoch = await this.epochs.findFor(engine, { asked: setup, reportedModel, answers: answered });
    this.count(name, outcome.reply);
    logReply(this.logger, facts, outcome.reply, epoch);
    return askedOf(outcome.reply, epoch, setup.entry.chat?.reads ?? null);
  }

  private count(engine: EngineName, { answers, tokens }: AskReply): void {
    for (const answer of answers) {
      this.answers.inc({ engine, outcome: answer.type === 'failed' ? answer.reason : 'answered' });
    }
    if (tokens === null) return;
    this.tokens.inc({ engine, direction: 'input' }, tokens.input);
    this.tokens.inc({ engine, direction: 'output' }, tokens.output);
  }

  private giveUp(engine: Engine, outcome: AskOutcome & { ok: false }, facts: AskFacts): EngineReply {
    const { failure, reason } = outcome;
    logFailure(this.logger, facts, outcome, engine.row.epoch);
    this.answers.inc({ engine: engine.setup.name, outcome: reason }, facts.questions);
    if (reason !== 'engine_unavailable') return failedAsk(facts.questions, reason, engine.row.epoch ?? '');
    const waitMs = failure.retryAfterMs ?? circuitWaitMs(engine, this.clock.now()) ?? 1_000;
    throw unavailable(engine.setup.name, waitMs, failure);
  }

  private noteFailure(engine: Engine, failure: EngineFailure, reaction: Reaction): void {
    if (reaction.slowsDown) engine.gate.throttle.slowDown();
    const isTooMany = reaction.tripsBreaker && engine.failures.failed();
    if (!(isTooMany || reaction.isUnhealthy) || engine.row.circuit_open) return;
    const cause = reaction.isUnhealthy ? failure.message : `${failure.failureClass}, again and again`;
    this.registry
      .openCircuit(engine, cause)
      .catch((error: unknown) => this.logger.error({ err: error }, 'an open circuit could not be stored'));
  }

  private refuseWhileOpen(engine: Engine): void {
    const waitMs = circuitWaitMs(engine, this.clock.now());
    if (waitMs !== null) throw unavailable(engine.setup.name, waitMs);
  }
}

function inputOf(ask: Ask, { setup }: Engine): AskInput {
  // Refused at create already, but what stands behind a name may change: an engine that reads no image must never be
  // asked as if it had seen one.
  if (ask.images.length > 0 && setup.entry.image_mode === 'none')
    throw invalid('images', '/images', 'The engine reads no images; leave them out.');
  const questions = ask.questions.map((question, place) => questionOf(question, `/questions/${place}`));
  if (questions.length < 1 || questions.length > 32) {
    throw invalid('bad_length', '/questions', 'An ask has 1 to 32 questions.');
  }
  return { context: ask.context, questions, seed: ask.seed, tenant: tenantOf(ask.organization), images: [] };
}

/** As estimated; the questions are counted once, and are short beside what is read. */
function tokensOf({ context, questions, images }: AskInput, requests: number): number {
  return estimatedTokens(context, questions, requests) + images.length * imageTokens * requests;
}

/** Tells organizations apart to a vendor that asks for it, and says nothing of who they are. */
function tenantOf(organization: string): string {
  return `t-${createHash('sha256').update(organization).digest('hex').slice(0, 32)}`;
}

function laneOf(lane: string): Lane {
  const known = lanes.find((each) => each === lane);
  if (known === undefined) throw invalid('bad_enum', '/lane', `A lane is one of ${lanes.join(', ')}.`);
  return known;
}

function unavailable(name: string, waitMs: number, cause?: unknown): Problem {
  const retryAfterS = Math.min(60, Math.max(1, Math.ceil(waitMs / 1000)));
  return new Problem(
    'engine_unavailable',
    `Engine \`${name}\` does not answer at present; try again after the time named.`,
    {},
    { retryAfterS, cause },
  );
}
