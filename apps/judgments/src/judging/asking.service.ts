import { BUS, CONFIG, LOGGER, METRICS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { EngineReply, SpendReply, askEngine, lanes, releaseSpend, reserveSpend } from '@app/contracts';
import { Metrics, inSpan } from '@app/observability';
import type { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { BulkheadPolicy, bulkhead, wrap } from 'cockatiel';
import type { JudgmentsConfig } from '../app.config';
import { isBulk } from '../pending/lane';
import type { Claim } from '../pending/pending';
import { readQueueKey } from '../pending/queue-key';
import { Outcome, unitsByJudgment } from '../record/outcome';
import { PlannedAsk } from './plan';
import { settleAnswers, settleFailure, toAsk } from './settle';

const askMs = 30_000;
/** An ask that has not begun by then might not end inside its claim's lease. */
const beginWithinMs = 25_000;
const reserveMs = 5_000;
const asksPerReserve = 1000;
const pictureGoneMs = 500;

/** What came of an ask: outcomes to record, or a while to wait before it is claimed again. */
export type AskResult = { outcomes: Outcome[] } | { waitMs: number };

/** Reserves the money of asks and puts them to the engines, no more at once than an engine's bound. */
@Injectable()
export class AskingService {
  private readonly bounds = new Map<string, BulkheadPolicy>();
  private readonly asks;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.asks = metrics.counter('asks_total', 'Asks put to engines, by engine and outcome.', ['engine', 'outcome']);
  }

  /** One reservation for all asks of a claim, by ask id. @throws Problem `unavailable` while billing is silent */
  async reserve(
    claim: Pick<Claim, 'organization' | 'namespace'>,
    asks: readonly PlannedAsk[],
  ): Promise<Map<string, SpendReply>> {
    const { organization, namespace } = claim;
    const replies = new Map<string, SpendReply>();
    for (let at = 0; at < asks.length; at += asksPerReserve) {
      const some = asks.slice(at, at + asksPerReserve);
      const query = {
        organization,
        namespace,
        asks: some.map(({ id, units, byJudgment, tokens }) => ({
          ask_id: id,
          units,
          by_judgment: shared(byJudgment),
          tokens,
        })),
      };
      const reserved = await this.bus.requester.ask(reserveSpend, query, Call.within(reserveMs));
      for (const reply of reserved.asks) replies.set(reply.ask_id, reply);
    }
    await killPoint('judgments.reserve.after');
    return replies;
  }

  /** Gives the money of asks back that did not run. Should this be lost, the reservation expires by itself. */
  async release(
    { organization, namespace }: Pick<Claim, 'organization' | 'namespace'>,
    askIds: readonly string[],
  ): Promise<void> {
    const query = { organization, namespace, asks: askIds.map((ask_id) => ({ ask_id })) };
    await this.bus.requester.ask(releaseSpend, query, Call.within(reserveMs)).catch((error: unknown) => {
      this.logger.warn({ err: error, asks: askIds.length }, 'reservations are left to expire');
    });
  }

  /** Puts an ask to its engine. A reply that cannot be had becomes failures or a wait, never an error. */
  async ask(
    ask: PlannedAsk,
    claim: Pick<Claim, 'organization' | 'namespace' | 'claimedAtMs'>,
    lane: number,
    reservedUsd: number,
  ): Promise<AskResult> {
    return this.boundOf(ask.engine.name, isBulk(lane)).execute(async () => {
      if (Date.now() - claim.claimedAtMs > beginWithinMs) return { waitMs: 0 };
      try {
        const asked = await this.send(ask, claim, lane);
        this.asks.inc({ engine: ask.engine.name, outcome: 'ok' });
        return { outcomes: settleAnswers(ask, asked, reservedUsd) };
      } catch (error) {
        const result = this.readFault(ask, error);
        this.asks.inc({ engine: ask.engine.name, outcome: 'waitMs' in result ? 'limited' : 'failed' });
        return result;
      }
    });
  }

  private async send(
    ask: PlannedAsk,
    claim: Pick<Claim, 'organization' | 'namespace'>,
    lane: number,
  ): Promise<EngineReply> {
    const traceparent = ask.questions[0].row.traceparent ?? undefined;
    const query = toAsk(ask, claim, lanes[lane]);
    const asked = await inSpan('judge', { kind: 'consumer', traceparent }, () =>
      this.bus.requester.ask(askEngine[ask.engine.name], query, Call.within(askMs)),
    );
    await killPoint('judgments.ask.after');
    return asked;
  }

  private readFault(ask: PlannedAsk, error: unknown): AskResult {
    if (!(error instanceof Problem)) throw error;
    if (error.kind === 'limited') return { waitMs: (error.retryAfterS ?? 1) * 1000 };
    // The broker itself is silent: that says nothing of the engine.
    if (error.code === 'unavailable') return { waitMs: 1000 };
    // A picture went after the context was compiled: the document is read again, without it.
    if (error.code === 'image_erased' || error.code === 'unknown_image') return { waitMs: pictureGoneMs };
    const failure = error.kind === 'invalid' ? 'engine_rejected' : 'engine_unavailable';
    this.logger.warn({ err: error, ask: ask.id }, 'an ask failed');
    return { outcomes: settleFailure(ask, failure) };
  }

  /** Of an engine's places a half is open to what nobody waits for, so that the rest is never behind it. */
  private boundOf(engine: string, bulk: boolean): Pick<BulkheadPolicy, 'execute'> {
    const whole = this.placesOf(engine, this.config.asksInFlight);
    return bulk ? wrap(this.placesOf(`${engine} bulk`, Math.ceil(this.config.asksInFlight / 2)), whole) : whole;
  }

  private placesOf(name: string, places: number): BulkheadPolicy {
    const known = this.bounds.get(name);
    if (known) return known;
    const bound = bulkhead(places, Number.MAX_SAFE_INTEGER);
    this.bounds.set(name, bound);
    return bound;
  }
}

function shared(byKey: Record<string, number>): Record<string, number> {
  return unitsByJudgment(Object.entries(byKey).map(([key, units]) => [readQueueKey(key).judgmentId, units]));
}
