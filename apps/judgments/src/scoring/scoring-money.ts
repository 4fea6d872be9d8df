import { Injectable } from '@nestjs/common';
import { SpendService } from '../judging/spend.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { groupBy } from '../queue/pending/group-by';
import { askIdOf } from './ask';
import type { GrantedAsk, ReadyAsk, ScoringClaim } from './scoring';
import { ScoringAsks } from './scoring-asks';

/** Draws the money of asks from the block of their run. Free rows draw none, but rest while their namespace is paused. */
@Injectable()
export class ScoringMoney {
  constructor(
    private readonly spend: SpendService,
    private readonly namespaces: NamespaceStore,
    private readonly asks: ScoringAsks,
  ) {}

  /** @returns the asks that go on; the others wait for money */
  async reserve(claim: ScoringClaim, ready: readonly ReadyAsk[]): Promise<GrantedAsk[]> {
    const free = ready.filter(({ scoring }) => scoring.free);
    const granted = await this.readUnpaused(claim, free);
    const paid = ready.filter(({ scoring }) => !scoring.free);
    const keyOf = ({ ask, scoring }: ReadyAsk): string => `${ask.namespace}\n${scoring.block}`;
    for (const [, asks] of groupBy(paid, keyOf)) granted.push(...(await this.draw(claim, asks)));
    return granted;
  }

  private async readUnpaused(claim: ScoringClaim, free: readonly ReadyAsk[]): Promise<GrantedAsk[]> {
    if (free.length === 0) return [];
    const paused = await this.namespaces.readPausedAmong(new Set(free.map(({ ask }) => ask.namespaceId)));
    const isPaused = ({ ask }: ReadyAsk): boolean => paused.has(ask.namespaceId);
    const waiting = free.filter(isPaused);
    await this.asks.waitForMoney(
      claim,
      waiting.map(({ ask }) => ask),
    );
    return free.filter((one) => !isPaused(one)).map((one) => ({ ...one, reservedUsd: 0 }));
  }

  /** Of one namespace and block. */
  private async draw(claim: ScoringClaim, ready: readonly ReadyAsk[]): Promise<GrantedAsk[]> {
    const [{ ask: first, scoring }] = ready;
    const ref = { organization: claim.organization, namespace: first.namespace };
    const asks = ready.map(({ ask, scoring: row, rated, units }) => ({
      ask_id: askIdOf(row, ask.answerId),
      units,
      by_judgment: { [row.judgmentId]: units },
      tokens: rated.tokens,
      at_units: ask.atUnits,
    }));
    const replies = await this.spend.reserveAsks(ref, asks, scoring.block ?? undefined);
    const replyOf = ({ ask, scoring: row }: ReadyAsk) => replies.get(askIdOf(row, ask.answerId));
    const refused = ready.filter((one) => replyOf(one)?.refusal !== null);
    await this.asks.waitForMoney(
      claim,
      refused.map(({ ask }) => ask),
    );
    const granted = ready.filter((one) => !refused.includes(one));
    return granted.map((one) => ({ ...one, reservedUsd: replyOf(one)?.cost_usd ?? 0 }));
  }
}
