import { CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { SpendAsk, SpendReply, SpendReserved } from '@app/contracts/billing';
import { Database, Tx } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { lockBudget } from '../budget/budget.store';
import { SpendBlockAsk, DrawdownBudget, costInBlock, decideDrawdowns } from './drawdown';
import { SpendBlockRow, drawDownMoney, lockSpendBlock, readDrawnDown } from './drawdown.store';
import { readSnapshot } from './reservation.store';

interface DrawdownRequest extends NamespaceRef {
  block: string;
  asks: SpendAsk[];
}

/** Draws the asks of a run from the block that holds the run's money. */
@Injectable()
export class DrawdownService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  /**
   * Locks the budget, then the block: so that spend and what others hold stay below the budget, and an ask is drawn once.
   * A refused ask pauses nothing.
   * @throws Problem `invalid_request` when an ask does not name its place in the block
   */
  async draw(request: DrawdownRequest): Promise<SpendReserved> {
    const asks = placed(request.asks);
    const askIds = asks.map(({ ask_id }) => ask_id);
    return this.database.transaction('billing.draw', async (tx) => {
      await lockBudget(tx, request);
      const row = await lockSpendBlock(tx, request, request.block);
      const [snapshot, drawn] = await this.look(tx, request, askIds);
      const budget: DrawdownBudget | null =
        snapshot.budget_usd === null ? null : { ...snapshot, usd: snapshot.budget_usd };
      const fresh = asks.filter(({ ask_id }) => !drawn.has(ask_id));
      const { holds, refused } = decideDrawdowns(fresh, restOf(row), budget, this.config.prices.tiers);
      await drawDownMoney(tx, request, request.block, holds);
      const replies = asks.map(({ ask_id, units, at_units }): SpendReply => {
        const refusal = refused.get(ask_id) ?? null;
        const from = row?.used_before ?? '0';
        const { tiers } = this.config.prices;
        return { ask_id, refusal, cost_usd: refusal ? 0 : costInBlock(from, at_units, units, tiers) };
      });
      return { asks: replies, paused: snapshot.paused };
    });
  }

  private async look(tx: Tx, request: DrawdownRequest, askIds: string[]) {
    const snapshot = await readSnapshot(tx, request, askIds);
    return [snapshot, await readDrawnDown(tx, request, request.block, askIds)] as const;
  }
}

function placed(asks: readonly SpendAsk[]): SpendBlockAsk[] {
  return asks.map((ask, index): SpendBlockAsk => {
    const { at_units } = ask;
    const path = `/asks/${index}/at_units`;
    if (at_units === undefined)
      throw invalid('missing_field', path, `\`${path}\` is missing; name the units of the block before the ask.`);
    return { ...ask, at_units };
  });
}

function restOf(row: SpendBlockRow | null) {
  return row?.is_live ? { usedBefore: row.used_before, units: row.rest_units, costUsd: row.rest_usd } : null;
}
