import { BUS, CONFIG, LOGGER, METRICS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Ask, EngineReply, askEngine, lanes } from '@app/contracts';
import { Metrics, inSpan } from '@app/observability';
import type { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { isBulk } from '../pending/lane';
import type { Claim } from '../pending/pending';
import { Outcome } from '../record/outcome';
import { EngineSlots } from './engine-slots';
import type { PlannedAsk } from './planned-ask';
import { settleAnswers, settleFailure, toAsk } from './settle';

const askMs = 30_000;
/** An ask that begins later might not end within the lease of its claim. */
const beginWithinMs = 25_000;
const brokerAwayMs = 1000;
const imageGoneMs = 500;

/** What an ask came to: outcomes to record, or milliseconds to wait before its rows are claimed again. */
export type AskResult =
  | { outcomes: Outcome[] }
  | {
      waitMs: number;
      /** Nobody was asked: the ask would have begun too late. */
      isUnasked?: true;
    };

/** The claim that an ask belongs to, and when it began to hold. */
export type Asking = Pick<Claim, 'organization' | 'namespace' | 'claimedAtMs'>;

/** Puts asks to the engines, no more at once than an engine has slots. */
@Injectable()
export class EngineAsker {
  private readonly slots: EngineSlots;
  private readonly asks;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CONFIG) config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.slots = new EngineSlots(config.asksInFlight);
    this.asks = metrics.counter('asks_total', 'Asks put to engines, by engine and outcome.', ['engine', 'outcome']);
  }

  /** Puts an ask to its engine. A fault of the engine or the broker becomes outcomes or a wait, never an error. */
  async ask(ask: PlannedAsk, claim: Asking, lane: number, reservedUsd: number): Promise<AskResult> {
    const reply = await this.put(ask, toAsk(ask, claim, lanes[lane]), claim, lane);
    return 'answers' in reply ? { outcomes: settleAnswers(ask, reply, reservedUsd) } : reply;
  }

  /** Puts one request of an ask to its engine. @returns the reply, or what the ask has come to without one */
  put(ask: PlannedAsk, request: Ask, claim: Asking, lane: number): Promise<EngineReply | AskResult> {
    const { name: engine } = ask.engine;
    return this.slots.run(engine, isBulk(lane), async () => {
      if (Date.now() - claim.claimedAtMs > beginWithinMs) return { waitMs: 0, isUnasked: true };
      try {
        const traceparent = ask.groups[0].row.traceparent ?? undefined;
        const reply = await inSpan('judge', { kind: 'consumer', traceparent }, () =>
          this.bus.requester.ask(askEngine[engine], request, Call.within(askMs)),
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

  private resultOf(ask: PlannedAsk, error: unknown): AskResult {
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'limited') return { waitMs: (error.retryAfterS ?? 1) * 1000 };
    // The broker did not answer, which says nothing about the engine.
    if (error.code === 'unavailable') return { waitMs: brokerAwayMs };
    // An image was erased after the context was compiled. The next claim reads the document again, without the image.
    if (error.code === 'image_erased' || error.code === 'unknown_image') return { waitMs: imageGoneMs };
    const failure = error.kind === 'invalid' ? 'engine_rejected' : 'engine_unavailable';
    this.logger.warn({ err: error, ask: ask.id }, 'an ask failed');
    return { outcomes: settleFailure(ask, failure) };
  }
}
