import { CLOCK, LOGGER, METRICS } from '@app/boot';
import { Call } from '@app/bus';
import { ChatClient, ChatEntry, ChatPrompt, EngineFailure, systemClock } from '@app/engines';
import { enginesMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { DrafterSource } from './drafter-source';
import { Pace } from './pace';

/** Longest time for one call, a second attempt included. */
const longestMs = 25_000;
/** Kept for the way back of the reply. */
const replyMarginMs = 50;
const unconfigured =
  'No model that drafts wordings is configured; the operator sets DRAFTER (base_url, model) and DRAFTER_KEY.';

/** What a model is asked for, and how its answer is read. */
export interface DraftTask<T> {
  prompt: ChatPrompt;
  /** The items of an answer that can be read; none: the answer is of no use. */
  read: (answer: Record<string, unknown>) => T[];
}

/** The language model that drafts. Neither what is sent nor what comes back is kept or logged. */
@Injectable()
export class DraftingModel {
  private readonly calls;
  private readonly seconds;
  private readonly pace = new Pace();
  private open: { identity: string; client: ChatClient } | null = null;

  constructor(
    private readonly source: DrafterSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.calls = metrics.counter(enginesMetrics.drafts);
    this.seconds = metrics.histogram(enginesMetrics.draftDuration);
  }

  /** @throws Problem `engine_unavailable` without a model or without a usable reply */
  async write<T>(task: DraftTask<T>, call: Call): Promise<T[]> {
    const deadlineMs = Math.min(call.deadlineAtMs - replyMarginMs - Date.now(), longestMs);
    const entry = await this.readEntry();
    if (entry === null) throw this.unavailable('none', unconfigured);
    const waitMs = this.pace.begin(entry.rate, this.clock.now());
    if (waitMs > 0) throw this.unavailable('pace', 'The drafting model is busy; try again in a moment.', waitMs);
    const startedAt = performance.now();
    try {
      const items = await this.askForItems(this.clientOf(entry), task, startedAt + deadlineMs);
      this.calls.inc({ outcome: 'ok' });
      return items;
    } catch (error) {
      throw error instanceof EngineFailure ? this.problemOf(error) : error;
    } finally {
      this.pace.end();
      this.seconds.observe((performance.now() - startedAt) / 1000);
    }
  }

  /** Closes the client, after the bus has drained. */
  async close(): Promise<void> {
    await this.open?.client.close();
  }

  private async readEntry(): Promise<ChatEntry | null> {
    try {
      return await this.source.readEntry();
    } catch (error) {
      this.logger.error({ err: error }, 'the drafting model cannot be used as it is configured');
      throw this.unavailable('config', 'The drafting model is set up wrongly; the operator finds why in the log.');
    }
  }

  /** A reply that cannot be read is asked for once more: models vary. Any other failure is for the person to repeat. */
  private async askForItems<T>(client: ChatClient, task: DraftTask<T>, untilMs: number): Promise<T[]> {
    try {
      return await this.attempt(client, task, untilMs);
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.failureClass !== 'bad_answer') throw error;
      return this.attempt(client, task, untilMs);
    }
  }

  private async attempt<T>(client: ChatClient, { prompt, read }: DraftTask<T>, untilMs: number): Promise<T[]> {
    const items = read(await client.complete(prompt, { deadlineMs: untilMs - performance.now() }));
    if (items.length === 0) throw new EngineFailure('bad_answer', 'Model answered no draft that can be read.');
    return items;
  }

  private clientOf(entry: ChatEntry): ChatClient {
    const identity = JSON.stringify(entry);
    if (this.open?.identity !== identity) {
      const left = this.open?.client;
      this.open = { identity, client: new ChatClient(entry, { clock: systemClock }) };
      // Ends once its calls under way have ended; nobody waits for that.
      left?.close().catch((error: unknown) => this.logger.warn({ err: error }, 'connections to a former drafter stay'));
    }
    return this.open.client;
  }

  /** Not the failure's message: a provider may repeat in it what it was sent. */
  private problemOf({ failureClass, status, retryAfterMs, requestId }: EngineFailure): Problem {
    this.logger.warn({ failure: failureClass, status, request_id: requestId }, 'drafting model failed');
    const isRefusedKey = failureClass === 'auth' || failureClass === 'quota';
    const message = isRefusedKey
      ? 'The drafting model refused its key or the account is empty; the operator must look at DRAFTER_KEY.'
      : 'The drafting model gave no usable reply; try again in a minute.';
    return this.unavailable(failureClass, message, retryAfterMs ?? undefined);
  }

  private unavailable(outcome: string, message: string, waitMs?: number): Problem {
    this.calls.inc({ outcome });
    const retryAfterS = waitMs === undefined ? undefined : Math.min(60, Math.max(1, Math.ceil(waitMs / 1000)));
    return new Problem('engine_unavailable', message, {}, { retryAfterS });
  }
}
