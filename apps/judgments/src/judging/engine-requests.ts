import { BUS, CONFIG, LOGGER, METRICS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Ask, EngineReply, askEngine } from '@app/contracts/engines';
import type { EngineName, UnavailableReason } from '@app/definition';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics, runInSpan } from '@app/observability';
import type { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { isBulk, rankOf } from '../queue/pending/lane';
import { EngineSlots } from './engine-slots';

const askMs = 30_000;
/** An ask that begins later might not end within the lease of its claim. */
const beginWithinMs = 25_000;
const brokerAwayMs = 1000;
const imageGoneMs = 500;

/** What a request came to without a reply: why it failed, or milliseconds to wait before it is put again. */
export type Unanswered =
  | { failure: UnavailableReason }
  | {
      waitMs: number;
      /** Nobody was asked: the request would have begun too late, or is wanted no longer. */
      isUnasked?: true;
      /** An image of the context was erased meanwhile. */
      isImageGone?: true;
    };

/** Questions about one context, for one engine. */
export interface EngineRequest {
  engine: EngineName;
  ask: Ask;
  /** When the claim of what is asked began to hold. */
  claimedAtMs: number;
  traceparent?: string;
  /** Says once a slot is free whether the request is still to be put; left out: it is. */
  isWanted?: () => boolean;
}

/** Puts requests to the engines, no more at once than an engine has slots; those of bulk lanes take at most half of them. */
@Injectable()
export class EngineRequests {
  private readonly slots: EngineSlots;
  private readonly asks;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CONFIG) config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.slots = new EngineSlots(config.asksInFlight);
    this.asks = metrics.counter(judgmentsMetrics.asks);
  }

  /** A fault of the engine or the broker becomes a failure or a wait, never an error. */
  put(request: EngineRequest): Promise<EngineReply | Unanswered> {
    const { engine, ask, claimedAtMs, traceparent, isWanted } = request;
    return this.slots.run(engine, isBulk(rankOf(ask.lane)), async () => {
      const isLate = Date.now() - claimedAtMs > beginWithinMs;
      if (isLate || isWanted?.() === false) return { waitMs: 0, isUnasked: true };
      try {
        const reply = await runInSpan('judge', { kind: 'consumer', traceparent }, () =>
          this.bus.requester.ask(askEngine[engine], ask, Call.within(askMs)),
        );
        await killPoint('judgments.ask.after');
        this.asks.inc({ engine, outcome: 'ok' });
        return reply;
      } catch (error) {
        const result = this.resultOf(ask, error);
        this.asks.inc({ engine, outcome: 'waitMs' in result ? 'limited' : 'failed' });
        return result;
      }
    });
  }

  private resultOf(ask: Ask, error: unknown): Unanswered {
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'limited') return { waitMs: (error.retryAfterS ?? 1) * 1000 };
    // The broker did not answer, which says nothing about the engine.
    if (error.code === 'unavailable') return { waitMs: brokerAwayMs };
    // An image was erased after the context was compiled. The next claim reads the document again, without the image.
    if (error.code === 'image_erased' || error.code === 'unknown_image') {
      return { waitMs: imageGoneMs, isImageGone: true };
    }
    this.logger.warn({ err: error, ask: ask.ask_id }, 'an ask failed');
    return { failure: error.kind === 'invalid' ? 'engine_rejected' : 'engine_unavailable' };
  }
}
