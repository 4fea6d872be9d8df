import { CONFIG, DATABASE, METRICS } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { NamespaceRef, Plan } from '@app/contracts';
import { SpendAsk, SpendReply, SpendReserved } from '@app/contracts/billing';
import { billingMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { priceOf, roundUsd } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import Big from 'big.js';
import type { billingSettings } from '../app.config';
import { BudgetService } from '../budget/budget.service';
import { lockBudget, readSpend } from '../budget/budget.store';
import { DrawdownService } from './drawdown.service';
import { Decision, decide } from './reservation';
import { SpendSnapshot, holdMoney, keepPlan, readSnapshot, releaseMoney } from './reservation.store';

interface ReserveRequest extends NamespaceRef {
  asks: SpendAsk[];
  /** Draws the asks from this block. */
  block?: string;
  /** The caller's plan. Left out for work that no caller waits for: it goes by the plan that a caller carried last. */
  plan?: Plan;
}

/** Holds money for asks before judgments asks an engine. An ask that gets no money is not judged. */
@Injectable()
export class ReservationService {
  private readonly asksTotal;

  constructor(
    private readonly budgets: BudgetService,
    private readonly draws: DrawdownService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.asksTotal = metrics.counter(billingMetrics.asks);
  }

  async reserve({ block, ...request }: ReserveRequest): Promise<SpendReserved> {
    const reserved = await (block === undefined
      ? this.reserveForJudging(request)
      : this.draws.draw({ ...request, block }));
    for (const { refusal } of reserved.asks) this.asksTotal.inc({ outcome: refusal ?? 'held' });
    return reserved;
  }

  private async reserveForJudging(request: ReserveRequest): Promise<SpendReserved> {
    const { organization, asks, plan } = request;
    const seen = await readSnapshot(this.database, request, idsOf(asks));
    if (plan && plan !== seen.plan) await keepPlan(this.database, organization, plan);
    const snapshot: SpendSnapshot = { ...seen, plan: plan ?? seen.plan };
    if (snapshot.budget_usd !== null && !snapshot.paused) return this.reserveWithinBudget(request, snapshot.plan);
    const decision = snapshot.paused ? refuseAll(asks, snapshot) : this.decide(asks, snapshot);
    await holdMoney(this.database, request, decision.holds);
    await killPoint('billing.reserve.after-commit');
    return this.reply(asks, snapshot, decision, snapshot.paused);
  }

  /** Locks the budget's row, so that each reservation sees what the others hold and no two pass the budget together. */
  private async reserveWithinBudget(request: ReserveRequest, plan: string | null): Promise<SpendReserved> {
    const { asks } = request;
    return this.database.transaction('billing.reserve', async (tx) => {
      const budget = await lockBudget(tx, request);
      const snapshot = await readSnapshot(tx, request, idsOf(asks));
      const decision = snapshot.paused ? refuseAll(asks, snapshot) : this.decide(asks, { ...snapshot, plan });
      await holdMoney(tx, request, decision.holds);
      const { refusedUsd } = decision;
      if (budget?.paused && !snapshot.paused) await this.budgets.resume(tx, budget, snapshot);
      // Read again: what this reservation has just held is spent as well, for the reader of the event.
      if (budget && refusedUsd !== null) await this.budgets.pause(tx, budget, await readSpend(tx, request), refusedUsd);
      return this.reply(asks, snapshot, decision, snapshot.paused || refusedUsd !== null);
    });
  }

  /** Prices each amount after what the organization has used and holds this month. Holds nothing. */
  async quote(organization: string, units: number[]): Promise<number[]> {
    const { used, held } = await readSnapshot(this.database, { organization, namespace: '' }, []);
    const from = new Big(used).plus(held).toFixed();
    return units.map((amount) => roundUsd(priceOf(from, amount, this.config.prices.tiers)));
  }

  /** @returns how many of the asks held money */
  release(ref: NamespaceRef, askIds: readonly string[]): Promise<number> {
    return this.database.transaction('billing.release', (tx) => releaseMoney(tx, ref, askIds));
  }

  private decide(asks: SpendAsk[], snapshot: SpendSnapshot): Decision {
    const { used, held, spent, plan, budget_usd: usd } = snapshot;
    const open = new Big(snapshot.open).plus(snapshot.in_blocks).toFixed();
    const { tiers, quotas } = this.config.prices;
    const quota = plan === null ? null : quotas[plan as Plan].judgments;
    const fanout = { share: snapshot.fanout_share, spent: snapshot.fanout_spent, open: snapshot.fanout_open };
    const budget = usd === null ? null : { usd, spent, open, fanout };
    const fresh = asks.filter(({ ask_id }) => !(ask_id in snapshot.known));
    return decide(fresh, { used, held, quota, budget }, tiers);
  }

  private reply(
    asks: SpendAsk[],
    { known }: SpendSnapshot,
    { holds, refused }: Decision,
    paused: boolean,
  ): SpendReserved {
    const costs = new Map(holds.map(({ ask_id, costUsd }) => [ask_id, costUsd]));
    const replies = asks.map(({ ask_id }): SpendReply => {
      const refusal = refused.get(ask_id) ?? null;
      return { ask_id, refusal, cost_usd: refusal ? 0 : roundUsd(costs.get(ask_id) ?? known[ask_id]) };
    });
    return { asks: replies, paused };
  }
}

/** While a namespace is paused, only asks that hold money already may run. */
function refuseAll(asks: SpendAsk[], { known }: SpendSnapshot): Decision {
  const refused = asks
    .filter(({ ask_id }) => !(ask_id in known))
    .map(({ ask_id }) => [ask_id, 'budget_exceeded'] as const);
  return { holds: [], refused: new Map(refused), refusedUsd: null };
}

function idsOf(asks: SpendAsk[]): string[] {
  return asks.map(({ ask_id }) => ask_id);
}
