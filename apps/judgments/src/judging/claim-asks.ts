import { kindOf } from '@app/problem';
import { Injectable } from '@nestjs/common';
import type { Claim, ClaimedRow } from '../queue/pending/pending';
import { RecorderService } from '../record/recorder.service';
import { waitUntilAllEnded } from './all-ended';
import { BudgetCap } from './budget-cap';
import type { Hold } from './claim-capacity';
import { ClaimedRows } from './claimed-rows';
import type { AskResult } from './engine-asker';
import { FanoutGate } from './fanout-gate';
import { FanoutSlots } from './fanout-slots';
import { PlannedAsk, isOfFanout } from './planned-ask';
import { RoundsAsker } from './rounds-asker';
import { SpendService } from './spend.service';

/**
 * Asks what the plan of a claim asks: lets fan-out pass within its limits, reserves the money, puts each ask to its engine
 * and records the outcomes.
 */
@Injectable()
export class ClaimAsks {
  constructor(
    private readonly fanout: FanoutGate,
    private readonly spend: SpendService,
    private readonly cap: BudgetCap,
    private readonly engines: RoundsAsker,
    private readonly recorder: RecorderService,
    private readonly rows: ClaimedRows,
    private readonly fanoutSlots: FanoutSlots,
  ) {}

  /** Asks what the limits of fan-out let through; `onAsked` runs after each ask. */
  async askAll(claim: Claim, planned: readonly PlannedAsk[], hold: Hold, onAsked: () => void): Promise<void> {
    let passed;
    try {
      passed = await this.fanout.pass(claim, planned);
    } catch (error) {
      hold.release(planned.length);
      return this.rows.giveUp(claim, planned.flatMap(rowsOf), error);
    }
    hold.release(planned.length - passed.asks.length);
    await this.reserveAndAsk(claim, passed.asks, passed.share, hold, onAsked);
  }

  /** Reserves for all asks of a claim at once, then asks them side by side. */
  private async reserveAndAsk(
    claim: Claim,
    asks: readonly PlannedAsk[],
    share: number,
    hold: Hold,
    onAsked: () => void,
  ): Promise<void> {
    if (asks.length === 0) return;
    let reserved;
    try {
      reserved = await this.spend.reserve(claim, asks);
    } catch (error) {
      // One ask that billing cannot read must not hold back the others.
      if (asks.length > 1 && kindOf(error) === 'defect') {
        return waitUntilAllEnded(asks.map((ask) => this.reserveAndAsk(claim, [ask], share, hold, onAsked)));
      }
      hold.release(asks.length);
      return this.giveUpUnasked(claim, asks, error);
    }
    const refused = asks.filter(({ id }) => reserved.get(id)?.refusal !== null);
    hold.release(refused.length);
    const isPastShare = ({ id }: PlannedAsk): boolean => reserved.get(id)?.refusal === 'fanout_share';
    await this.deferPastShare(claim, refused.filter(isPastShare));
    await this.refuse(
      claim,
      refused.filter((ask) => !isPastShare(ask)),
    );
    const ended = (): void => {
      hold.release();
      onAsked();
    };
    const granted = asks.filter((ask) => !refused.includes(ask));
    await waitUntilAllEnded(
      granted.map((ask) => this.askOne(claim, ask, share, reserved.get(ask.id)?.cost_usd ?? 0, ended)),
    );
  }

  private async giveUpUnasked(claim: Claim, asks: readonly PlannedAsk[], error: unknown): Promise<void> {
    await this.fanout.giveBack(claim, asks);
    await this.rows.giveUp(claim, asks.flatMap(rowsOf), error);
  }

  private async refuse(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    await this.fanout.giveBack(claim, asks);
    await this.rows.refuse(claim, asks.flatMap(rowsOf));
  }

  /** Rows that something else than fan-out wants by now are due again at once. */
  private async deferPastShare(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    await this.fanout.deferForMoney(claim, asks);
    await this.rows.giveBack(claim, asks.flatMap(rowsOf), 0);
  }

  private async askOne(
    claim: Claim,
    ask: PlannedAsk,
    share: number,
    reservedUsd: number,
    ended: () => void,
  ): Promise<void> {
    const rows = rowsOf(ask);
    if (!(await this.isWithinCap(claim, ask, reservedUsd))) return ended();
    try {
      const result = await this.put(claim, ask, share, reservedUsd).finally(ended);
      if ('outcomes' in result) await this.recorder.add({ claim, askId: ask.id, outcomes: result.outcomes });
      else {
        if (result.isUnasked) await this.fanout.giveBack(claim, [ask]);
        await this.rows.giveBack(claim, rows, result.waitMs);
        await this.spend.release(claim, [ask.id]);
      }
    } catch (error) {
      await this.rows.giveUp(claim, rows, error);
    }
    await this.cap.release(ask, reservedUsd);
  }

  /** Puts an ask to its engine; one that fan-out alone wants waits for a slot of the namespace's share first. */
  private put(claim: Claim, ask: PlannedAsk, share: number, reservedUsd: number): Promise<AskResult> {
    const lane = Math.min(...ask.groups.map(({ row }) => row.lane));
    const renew = (): Promise<boolean> => this.rows.renew(claim, rowsOf(ask));
    const put = (): Promise<AskResult> => this.engines.ask(ask, claim, lane, reservedUsd, renew);
    if (!ask.groups.every(isOfFanout)) return put();
    return this.fanoutSlots.run(claim.namespaceId, ask.engine.name, share, put);
  }

  /** Holds the money of an ask against the caps of backfills. Past a cap it gives back the rows and the reserved money. */
  private async isWithinCap(claim: Claim, ask: PlannedAsk, reservedUsd: number): Promise<boolean> {
    const held = await this.cap.hold(ask, reservedUsd).catch((error: unknown) => ({ error }));
    if (held === null) return true;
    await this.spend.release(claim, [ask.id]);
    if (typeof held === 'string') await this.rows.dropCapped(claim, rowsOf(ask), held);
    else await this.rows.giveUp(claim, rowsOf(ask), held.error);
    return false;
  }
}

function rowsOf(ask: PlannedAsk): ClaimedRow[] {
  return ask.groups.map(({ row }) => row);
}
