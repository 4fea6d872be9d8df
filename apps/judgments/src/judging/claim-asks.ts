import { kindOf } from '@app/problem';
import { Injectable } from '@nestjs/common';
import type { Claim, ClaimedRow } from '../pending/pending';
import { RecorderService } from '../record/recorder.service';
import { allEnded } from './all-ended';
import { BudgetCap } from './budget-cap';
import type { Hold } from './claim-capacity';
import { ClaimedRows } from './claimed-rows';
import { EngineAsker } from './engine-asker';
import type { PlannedAsk } from './planned-ask';
import { SpendService } from './spend.service';

/** Asks what the plan of a claim asks: reserves the money, puts each ask to its engine and records the outcomes. */
@Injectable()
export class ClaimAsks {
  constructor(
    private readonly spend: SpendService,
    private readonly cap: BudgetCap,
    private readonly engines: EngineAsker,
    private readonly recorder: RecorderService,
    private readonly rows: ClaimedRows,
  ) {}

  /** Reserves for all asks of a claim at once, then asks them side by side; `onAsked` runs after each. */
  async askAll(claim: Claim, asks: readonly PlannedAsk[], hold: Hold, onAsked: () => void): Promise<void> {
    if (asks.length === 0) return;
    let reserved;
    try {
      reserved = await this.spend.reserve(claim, asks);
    } catch (error) {
      // One ask that billing cannot read must not hold back the others.
      if (asks.length > 1 && kindOf(error) === 'defect') {
        return allEnded(asks.map((ask) => this.askAll(claim, [ask], hold, onAsked)));
      }
      hold.release(asks.length);
      return this.rows.giveUp(claim, asks.flatMap(rowsOf), error);
    }
    const refused = asks.filter(({ id }) => reserved.get(id)?.refusal !== null);
    hold.release(refused.length);
    await this.rows.refuse(claim, refused.flatMap(rowsOf));
    const ended = (): void => {
      hold.release();
      onAsked();
    };
    const granted = asks.filter((ask) => !refused.includes(ask));
    await allEnded(granted.map((ask) => this.askOne(claim, ask, reserved.get(ask.id)?.cost_usd ?? 0, ended)));
  }

  private async askOne(claim: Claim, ask: PlannedAsk, reservedUsd: number, ended: () => void): Promise<void> {
    const rows = rowsOf(ask);
    if (!(await this.isWithinCap(claim, ask, reservedUsd))) return ended();
    try {
      const lane = Math.min(...rows.map((row) => row.lane));
      const result = await this.engines.ask(ask, claim, lane, reservedUsd).finally(ended);
      if ('outcomes' in result) await this.recorder.add({ claim, askId: ask.id, outcomes: result.outcomes });
      else {
        await this.rows.giveBack(claim, rows, result.waitMs);
        await this.spend.release(claim, [ask.id]);
      }
    } catch (error) {
      await this.rows.giveUp(claim, rows, error);
    }
    await this.cap.release(ask, reservedUsd);
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
