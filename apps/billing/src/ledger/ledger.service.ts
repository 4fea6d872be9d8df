import { CLOCK, CONFIG, DATABASE, LOGGER, METRICS } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { AnswerRecorded } from '@app/contracts/judgments';
import { billingMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { billingSettings } from '../app.config';
import { BudgetService } from '../budget/budget.service';
import { bookedMonth } from '../month/month';
import { returnMoney } from '../reservation/drawdown.store';
import { Charge, RecordedAsk, asksOf, chargesOf, namesOf } from './ledger';
import { addCharges, keepNames, readHeldPrices, readUsed } from './ledger.store';
import { PartitionService, Place } from './partition.service';

const maxCachedNames = 10_000;
const maxLogged = 10;
const uncharged = ['gone', 'no_time'] as const satisfies Place[];

/** Charges recorded asks. The ledger's key is the ask id, so a fact may come twice or late. */
@Injectable()
export class LedgerService {
  private readonly lag;
  private readonly uncharged;
  /** Names that the table `judgment_name` has already, by `<organization>/<id>`. */
  private readonly storedNames = new LRUCache<string, string>({ max: maxCachedNames });

  constructor(
    private readonly budgets: BudgetService,
    private readonly partitions: PartitionService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.lag = metrics.histogram(billingMetrics.settleLag);
    this.uncharged = metrics.counter(billingMetrics.uncharged);
  }

  /** Charges the asks of some facts together, and pauses the namespaces whose budget they reach. */
  async settle(facts: AnswerRecorded[]): Promise<void> {
    const found = asksOf(facts);
    const places = await this.partitions.place(found.map(({ ask_id }) => ask_id));
    const asks = this.chargeable(found, places);
    if (asks.length === 0) return;
    const names = [...namesOf(facts)].filter(([key, { name }]) => this.storedNames.get(key) !== name);
    const settling = this.database.transaction('billing.settle', async (tx) => {
      const { charged, returned } = await addCharges(tx, await this.price(tx, asks), places);
      await keepNames(
        tx,
        names.map(([, name]) => name),
      );
      if (charged.length > 0) await this.budgets.pauseReached(tx, charged);
      await returnMoney(tx, returned);
    });
    await settling.catch((error: unknown) => {
      this.partitions.forget();
      throw error;
    });
    for (const [key, { name }] of names) this.storedNames.set(key, name);
    for (const { recorded_at } of asks) this.lag.observe(Math.max(0, Date.now() - Date.parse(recorded_at)) / 1000);
  }

  /** Those whose month is not dropped: whether an older one was charged, nobody can say any more, so it is not charged again. */
  private chargeable(asks: RecordedAsk[], places: ReadonlyMap<string, Place>): RecordedAsk[] {
    for (const reason of uncharged) {
      const left = asks.filter(({ ask_id }) => places.get(ask_id) === reason);
      if (left.length === 0) continue;
      this.uncharged.inc({ reason }, left.length);
      const shown = left.slice(0, maxLogged).map(({ ask_id, recorded_at }) => ({ ask_id, recorded_at }));
      this.logger.error({ reason, count: left.length, asks: shown }, 'asks are not charged');
    }
    return asks.filter(({ ask_id }) => !uncharged.some((reason) => places.get(ask_id) === reason));
  }

  private async price(tx: Tx, asks: RecordedAsk[]): Promise<Charge[]> {
    const nowMs = this.clock.now();
    const held = await readHeldPrices(
      tx,
      asks.map(({ ask_id }) => ask_id),
    );
    const unreserved = asks.filter(({ ask_id }) => !held.has(ask_id));
    const used = await readUsed(
      tx,
      unreserved.map(({ organization, recorded_at }) => ({ organization, month: bookedMonth(recorded_at, nowMs) })),
    );
    return chargesOf(asks, held, used, this.config.prices.tiers, nowMs);
  }
}
