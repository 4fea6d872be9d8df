import { BUS, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { SpendAsk, SpendReply, releaseSpend, reserveSpend } from '@app/contracts/billing';
import type { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { unitsByJudgment } from '../record/outcome';
import { PlannedAsk, isOfFanout } from './planned-ask';

const reserveMs = 5_000;
const asksPerReserve = 1000;

/** Reserves the money of asks at billing, and releases it. */
@Injectable()
export class SpendService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reserves for all asks of a claim. @returns billing's replies by ask id @throws Problem `unavailable` without a reply */
  reserve(ref: NamespaceRef, asks: readonly PlannedAsk[]): Promise<Map<string, SpendReply>> {
    return this.reserveAsks(ref, asks.map(toReservation));
  }

  /** @param block from which the asks are drawn; left out for judging */
  async reserveAsks(
    { organization, namespace }: NamespaceRef,
    asks: readonly SpendAsk[],
    block?: string,
  ): Promise<Map<string, SpendReply>> {
    const replies = new Map<string, SpendReply>();
    for (let at = 0; at < asks.length; at += asksPerReserve) {
      const some = asks.slice(at, at + asksPerReserve);
      const query = { organization, namespace, asks: some, ...(block !== undefined && { block }) };
      const reserved = await this.bus.requester.ask(reserveSpend, query, Call.within(reserveMs));
      for (const reply of reserved.asks) replies.set(reply.ask_id, reply);
    }
    await killPoint('judgments.reserve.after');
    return replies;
  }

  /** Releases the money of asks that did not run. A reservation whose release fails expires by itself. */
  async release({ organization, namespace }: NamespaceRef, askIds: readonly string[]): Promise<void> {
    if (askIds.length === 0) return;
    const query = { organization, namespace, asks: askIds.map((ask_id) => ({ ask_id })) };
    await this.bus.requester.ask(releaseSpend, query, Call.within(reserveMs)).catch((error: unknown) => {
      this.logger.warn({ err: error, asks: askIds.length }, 'reservations are left to expire');
    });
  }
}

function toReservation({ id, units, groups, tokens }: PlannedAsk): SpendAsk {
  const shares = groups.map(({ row, units: share }) => ({ judgmentId: row.judgmentId, units: share }));
  const fanout = groups.every(isOfFanout);
  return { ask_id: id, units, by_judgment: unitsByJudgment(shares), tokens, ...(fanout && { fanout }) };
}
