import { isFanoutHeld } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import type { Claim, ClaimedRow } from '../queue/pending/pending';
import { RollingStore, SpreadRow } from '../queue/rolling-limit/rolling.store';
import { ClaimedRows } from './claimed-rows';
import { PlannedAsk, isOfFanout, withoutRows } from './planned-ask';

const heldMs = 10_000;

/** What fan-out may ask now. */
export interface Passed {
  asks: readonly PlannedAsk[];
  /** Part of an engine's slots that the namespace's fan-out may use. */
  share: number;
}

/** Keeps fan-out within the limits of its namespace: its rolling limit, its share, and whether it runs at all. */
@Injectable()
export class FanoutGate {
  constructor(
    private readonly rolling: RollingStore,
    private readonly namespaces: NamespaceStore,
    private readonly rows: ClaimedRows,
  ) {}

  /** Counts the fan-out of some asks, just before money is reserved. Rows that are not to be asked leave their asks. */
  async pass(claim: Claim, asks: readonly PlannedAsk[]): Promise<Passed> {
    const spread = spreadOf(asks);
    if (spread.length === 0) return { asks, share: 1 };
    const pace = await this.namespaces.readPaceOf(claim.namespaceId);
    if (isFanoutHeld(pace)) {
      const held = spread.map(({ row }) => row);
      await this.rows.giveBack(claim, held, heldMs);
      return { asks: without(asks, held), share: 1 };
    }
    const uncounted = spread.filter(({ row }) => !row.isCounted);
    if (uncounted.length === 0) return { asks, share: pace.share };
    const refused = await this.rolling.take(claim, uncounted);
    const keys = new Set(refused.map(keyOf));
    const left = uncounted.flatMap(({ row }) => (keys.has(keyOf(row)) ? [row] : []));
    return { asks: without(asks, left), share: pace.share };
  }

  /** Some asks do not reach their engines, so what they counted is free again. */
  async giveBack(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    await this.rolling.giveBack(claim, spreadOf(asks));
  }

  /** Fan-out has spent its share of the budget: it waits for the next month, or for a change of the namespace's settings. */
  async deferForMoney(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    await this.rolling.deferForMoney(claim, spreadOf(asks), nextMonth(claim.nowMs));
  }
}

function spreadOf(asks: readonly PlannedAsk[]): (SpreadRow & { row: ClaimedRow })[] {
  return asks.flatMap(({ groups }) => groups.filter(isOfFanout).map(({ row, judgment }) => ({ row, judgment })));
}

function without(asks: readonly PlannedAsk[], rows: readonly ClaimedRow[]): PlannedAsk[] {
  if (rows.length === 0) return [...asks];
  const left = new Set(rows);
  return asks.flatMap((ask) => withoutRows(ask, left) ?? []);
}

function keyOf({ document, judgmentId }: { document: string; judgmentId: string }): string {
  return `${document}\n${judgmentId}`;
}

/** The first instant of the next UTC month. */
function nextMonth(nowMs: number): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}
