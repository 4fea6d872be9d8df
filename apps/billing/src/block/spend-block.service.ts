import { CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { Plan } from '@app/contracts';
import { BlockClosed, BlockExtended, BlockOpened, OpenBlock } from '@app/contracts/billing';
import { Database, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { roundUsd } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import Big from 'big.js';
import type { billingSettings } from '../app.config';
import { keepPlan, readSnapshot } from '../reservation/reservation.store';
import { SpendBlockPlan, checkSpendBlock, isAsQuoted, lackingMoney, planSpendBlock } from './spend-block';
import {
  SpendBlock,
  closeParts,
  countUnderWay,
  extendParts,
  lockSpendBlockBudgets,
  lockOpenings,
  readSpendBlock,
  writeSpendBlock,
} from './spend-block.store';

/** Holds the money of a whole run before its first ask, so that the run costs what its quote said. */
@Injectable()
export class SpendBlockService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  /**
   * Holds all units, or none and says why. A refusal pauses nothing.
   * @param plan the caller's; left out for a run that no caller waits for
   * @throws Problem `conflict` when the id belongs to another block or to one that has ended
   */
  async open(request: OpenBlock, plan?: Plan): Promise<BlockOpened> {
    checkSpendBlock(request);
    const { organization, block, namespaces } = request;
    return this.database.transaction('billing.block', async (tx) => {
      await lockOpenings(tx, organization);
      const known = await readSpendBlock(tx, block);
      if (known && !isOpenable(known, organization)) return this.replyKnown(request, known);
      const budgets = await lockSpendBlockBudgets(tx, organization, namespaces);
      if (plan) await keepPlan(tx, organization, plan);
      const month = await readSnapshot(tx, { organization, namespace: '' }, []);
      const usedBefore = new Big(month.used).plus(month.held).toFixed();
      const planned = planSpendBlock(usedBefore, request, this.config.prices.tiers);
      const refuse = (refusal: BlockOpened['refusal'], namespace: string | null = null): BlockOpened => ({
        refusal,
        namespace,
        cost_usd: planned.costUsd,
        expires_at: null,
      });
      if (!isAsQuoted(planned, request)) return refuse('quote_changed');
      if (this.isOverQuota(month.plan, usedBefore, planned)) return refuse('plan_required');
      const lacking = lackingMoney(planned, budgets);
      if (lacking !== null) return refuse('budget_exceeded', lacking);
      const expiresAt = await writeSpendBlock(tx, request, usedBefore, planned.parts);
      return { refusal: null, namespace: null, cost_usd: planned.costUsd, expires_at: expiresAt.toISOString() };
    });
  }

  async extend(organization: string, block: string): Promise<BlockExtended> {
    const until = await this.database.transaction('billing.block', (tx) => extendParts(tx, organization, block));
    return { expires_at: until?.toISOString() ?? null };
  }

  /** @throws Problem `not_found` when billing never held such a block, or has forgotten it */
  async close(organization: string, block: string): Promise<BlockClosed> {
    return this.database.transaction('billing.block', async (tx) => {
      await closeParts(tx, organization, block);
      const closed = await this.findBlock(tx, organization, block);
      return {
        judgment_units: Number(closed.drawnUnits),
        cost_usd: roundUsd(closed.drawnUsd),
        asks_under_way: await countUnderWay(tx, organization, block),
      };
    });
  }

  private async findBlock(tx: Tx, organization: string, block: string): Promise<SpendBlock> {
    const found = await readSpendBlock(tx, block);
    if (found?.organization !== organization)
      throw new Problem('not_found', `There is no block \`${block}\`; open one before you close it.`);
    return found;
  }

  private isOverQuota(plan: string | null, usedBefore: string, { units }: SpendBlockPlan): boolean {
    const quota = plan === null ? null : this.config.prices.quotas[plan as Plan].judgments;
    return quota !== null && new Big(usedBefore).plus(units).gt(quota);
  }

  private replyKnown(request: OpenBlock, known: SpendBlock): BlockOpened {
    const planned = planSpendBlock(known.usedBefore, request, this.config.prices.tiers);
    if (!known.isLive || known.organization !== request.organization || !holds(known, planned)) {
      const why = known.isLive ? 'holds other units' : 'has ended';
      throw new Problem('conflict', `The block \`${request.block}\` ${why}; open another one under a new id.`);
    }
    return {
      refusal: null,
      namespace: null,
      cost_usd: planned.costUsd,
      expires_at: known.expiresAt.toISOString(),
    };
  }
}

/** A block that expired before its first ask: the confirm that opened it died, and may come again at today's prices. */
function isOpenable({ organization, isLive, isClosed, drawnUnits }: SpendBlock, caller: string): boolean {
  return organization === caller && !isLive && !isClosed && new Big(drawnUnits).eq(0);
}

function holds({ parts }: SpendBlock, planned: SpendBlockPlan): boolean {
  return (
    Object.keys(parts).length === planned.parts.length &&
    planned.parts.every(({ namespace, units }) => namespace in parts && new Big(parts[namespace]).eq(units))
  );
}
