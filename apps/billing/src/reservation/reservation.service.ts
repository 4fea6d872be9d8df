import { CONFIG, DATABASE, METRICS } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { Plan, SpendAsk, SpendReply, SpendReserved } from '@app/contracts';
import { Metrics } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { priceOf, roundUsd } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import Big from 'big.js';
import type { billingSettings } from '../app.config';
import { BudgetService } from '../budget/budget.service';
import { Decision, decide } from './reservation';
import { Look, ReservationStore } from './reservation.store';

interface Wanted {
  organization: string;
  namespace: string;
  asks: SpendAsk[];
  /** The caller's plan, where a person waits; work of our own goes by the plan last seen. */
  plan?: Plan;
}

/** Holds money for asks before an engine is asked; what is not held is not judged. */
@Injectable()
export class ReservationService {
  private readonly counted;

  constructor(
    private readonly store: ReservationStore,
    private readonly budgets: BudgetService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.counted = metrics.counter('billing_asks_total', 'Asks that wanted money, by outcome.', ['outcome']);
  }

  async reserve(wanted: Wanted): Promise<SpendReserved> {
    const { organization, namespace, asks, plan } = wanted;
    const look = await this.store.look(organization, namespace, idsOf(asks));
    if (plan && plan !== look.plan) await this.store.keepPlan(organization, plan);
    const known: Look = { ...look, plan: plan ?? look.plan };
    if (look.budget_usd !== null && !look.paused) return this.reserveWithin(wanted, known);
    const decision = look.paused ? refuseAll(asks, look) : this.decide(asks, known);
    await this.store.hold(organization, namespace, decision.held);
    await killPoint('billing.reserve.after-commit');
    return this.reply(asks, look, decision, look.paused);
  }

  /** Under the lock of the budget's row: what others hold is seen, so that no two of them pass it together. */
  private async reserveWithin(wanted: Wanted, { plan }: Look): Promise<SpendReserved> {
    const { organization, namespace, asks } = wanted;
    const reply = await this.database.transaction('billing.reserve', async (tx) => {
      const budget = await this.budgets.lock(tx, organization, namespace);
      const look = await this.store.look(organization, namespace, idsOf(asks), tx);
      const decision = look.paused ? refuseAll(asks, look) : this.decide(asks, { ...look, plan });
      await this.store.hold(organization, namespace, decision.held, tx);
      const { refusedUsd } = decision;
      if (budget?.paused && !look.paused) await this.budgets.resume(tx, budget, look);
      if (budget && refusedUsd !== null) await this.budgets.pause(tx, budget, look, refusedUsd);
      return this.reply(asks, look, decision, look.paused || refusedUsd !== null);
    });
    return reply;
  }

  /** What each amount would cost from where the month stands now, what is held included; holds nothing. */
  async quote(organization: string, units: number[]): Promise<number[]> {
    const { used, held } = await this.store.look(organization, '', []);
    const from = new Big(used).plus(held).toFixed();
    return units.map((amount) => roundUsd(priceOf(from, amount, this.config.prices.tiers)));
  }

  release(organization: string, namespace: string, askIds: string[]): Promise<number> {
    return this.store.release(organization, namespace, askIds);
  }

  private decide(asks: SpendAsk[], look: Look): Decision {
    const { used, held, spent, open, plan, budget_usd: usd } = look;
    const { tiers, quotas } = this.config.prices;
    const quota = plan === null ? null : quotas[plan as Plan].judgments;
    const budget = usd === null ? null : { usd, spent, open };
    const fresh = asks.filter(({ ask_id }) => !(ask_id in look.known));
    return decide(fresh, { used, held, quota, budget }, tiers);
  }

  private reply(asks: SpendAsk[], { known }: Look, { held, refused }: Decision, paused: boolean): SpendReserved {
    const costs = new Map(held.map(({ ask_id, costUsd }) => [ask_id, costUsd]));
    const replies = asks.map(({ ask_id }): SpendReply => {
      const refusal = refused.get(ask_id) ?? null;
      this.counted.inc({ outcome: refusal ?? 'held' });
      return { ask_id, refusal, cost_usd: refusal ? 0 : roundUsd(costs.get(ask_id) ?? known[ask_id]) };
    });
    return { asks: replies, paused };
  }
}

/** While paused nothing runs but what holds its money already. */
function refuseAll(asks: SpendAsk[], { known }: Look): Decision {
  const refused = asks
    .filter(({ ask_id }) => !(ask_id in known))
    .map(({ ask_id }) => [ask_id, 'budget_exceeded'] as const);
  return { held: [], refused: new Map(refused), refusedUsd: null };
}

function idsOf(asks: SpendAsk[]): string[] {
  return asks.map(({ ask_id }) => ask_id);
}
