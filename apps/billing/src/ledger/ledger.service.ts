import { CLOCK, CONFIG, DATABASE, METRICS } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { AnswerRecorded } from '@app/contracts';
import { Metrics } from '@app/observability';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { billingSettings } from '../app.config';
import { BudgetService } from '../budget/budget.service';
import { bookedMonth } from '../month/month';
import { asksOf, chargesOf, namesOf } from './ledger';
import { LedgerStore } from './ledger.store';

const namesRemembered = 10_000;

/** Turns recorded asks into charges: the ask id is the ledger's key, so twice or late does no harm. */
@Injectable()
export class LedgerService {
  private readonly lag;
  private readonly kept = new LRUCache<string, string>({ max: namesRemembered });

  constructor(
    private readonly store: LedgerStore,
    private readonly budgets: BudgetService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.lag = metrics.seconds('billing_settle_lag_seconds', 'From an answer recorded to its charge.');
  }

  async settle(facts: AnswerRecorded[]): Promise<void> {
    const asks = asksOf(facts);
    if (asks.length === 0) return;
    const nowMs = this.clock.now();
    const names = [...namesOf(facts)].filter(([key, { name }]) => this.kept.get(key) !== name);
    await this.database.transaction('billing.settle', async (tx) => {
      const held = await this.store.heldPrices(
        tx,
        asks.map(({ ask_id }) => ask_id),
      );
      const unheld = asks.filter(({ ask_id }) => !held.has(ask_id));
      const used = await this.store.usedNow(
        tx,
        unheld.map(({ organization, recorded_at }) => ({ organization, month: bookedMonth(recorded_at, nowMs) })),
      );
      const charged = await this.store.charge(tx, chargesOf(asks, held, used, this.config.prices.tiers, nowMs));
      await this.store.keepNames(
        tx,
        names.map(([, name]) => name),
      );
      if (charged.length > 0) await this.budgets.pauseReached(tx, charged);
    });
    for (const [key, { name }] of names) this.kept.set(key, name);
    for (const { recorded_at } of asks) this.lag.observe(Math.max(0, Date.now() - Date.parse(recorded_at)) / 1000);
  }
}
