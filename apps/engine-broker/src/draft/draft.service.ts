import { CLOCK, LOGGER, METRICS } from '@app/boot';
import { Call } from '@app/bus';
import { Draft, DraftsWritten, WriteDrafts, checkBody } from '@app/contracts';
import { ChatClient, ChatEntry, EngineFailure, systemClock } from '@app/engines';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { draftsOf, promptOf } from './draft';
import { DrafterSource } from './drafter-source';
import { Pace } from './pace';

/** Longest time for one call, a second attempt included. */
const longestMs = 25_000;
/** Kept for the way back of the reply. */
const replyMarginMs = 50;
const unconfigured =
  'No model that drafts wordings is configured; the operator sets DRAFTER (base_url, model) and DRAFTER_KEY.';

/** Has a language model draft wordings. Neither what is sent nor what comes back is kept or logged. */
@Injectable()
export class DraftService {
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
    this.calls = metrics.counter('draft_calls_total', 'Calls for drafts, by outcome: ok, or the failure class.', [
      'outcome',
    ]);
    this.seconds = metrics.seconds('draft_seconds', 'One call for drafts, its second attempt included.');
  }

  /**
   * @throws Problem `invalid_request` for a member that no drafting model may get, `engine_unavailable` without a model or
   *   without a usable reply
   */
  async write(query: WriteDrafts, call: Call): Promise<DraftsWritten> {
    const request = checkBody(WriteDrafts, query);
    const deadlineMs = Math.min(call.deadlineAtMs - replyMarginMs - Date.now(), longestMs);
    const entry = await this.entry();
    if (entry === null) throw this.unavailable('none', unconfigured);
    const waitMs = this.pace.begin(entry.rate, this.clock.now());
    if (waitMs > 0) throw this.unavailable('pace', 'The drafting model is busy; try again in a moment.', waitMs);
    const startedAt = performance.now();
    try {
      const drafts = await this.draft(this.clientOf(entry), request, startedAt + deadlineMs);
      this.calls.inc({ outcome: 'ok' });
      return { drafts };
    } catch (error) {
      throw error instanceof EngineFailure ? this.problemOf(error) : error;
    } finally {
      this.pace.end();
      this.seconds.observe((performance.now() - startedAt) / 1000);
    }
  }

  /** After the bus has drained. */
  async close(): Promise<void> {
    await this.open?.client.close();
  }

  private async entry(): Promise<ChatEntry | null> {
    try {
      return await this.source.entry();
    } catch (error) {
      this.logger.error({ err: error }, 'the drafting model cannot be used as it is configured');
      throw this.unavailable('config', 'The drafting model is set up wrongly; the operator finds why in the log.');
    }
  }

  /** A reply that cannot be read is asked for once more: models vary. Any other failure is for the person to repeat. */
  private async draft(client: ChatClient, request: WriteDrafts, untilMs: number): Promise<Draft[]> {
    try {
      return await this.attempt(client, request, untilMs);
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.failureClass !== 'bad_answer') throw error;
      return this.attempt(client, request, untilMs);
    }
  }

  private async attempt(client: ChatClient, request: WriteDrafts, untilMs: number): Promise<Draft[]> {
    const deadlineMs = untilMs - performance.now();
    const drafts = draftsOf(await client.complete(promptOf(request), { deadlineMs }), request);
    if (drafts.length === 0) throw new EngineFailure('bad_answer', 'Model answered no draft that can be read.');
    return drafts;
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
