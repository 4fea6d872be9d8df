import { BUS, DATABASE, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Caller, PlanQuota, listQuotas } from '@app/contracts';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Totals, totalsOf } from './meter.store';
import { Growth, assertRoom } from './plan-quota';

const quotasKeptMs = 60_000;
const totalsKeptMs = 2_000;
const askMs = 2_000;

/**
 * Whether a plan has room for what is written. Totals are those measured last and a moment old, so that no write waits
 * for a sum: an organization may pass its quota by what it writes between two measurements.
 */
@Injectable()
export class QuotaService {
  private readonly quotas: LRUCache<string, readonly PlanQuota[]>;
  private readonly totals: LRUCache<string, Totals>;

  constructor(@Inject(DATABASE) database: Database, @Inject(BUS) bus: Bus, @Inject(LOGGER) logger: Logger) {
    this.quotas = new LRUCache({
      max: 1,
      ttl: quotasKeptMs,
      allowStale: true,
      fetchMethod: async (_, stale) => {
        try {
          return (await bus.requester.ask(listQuotas, {}, Call.within(askMs))).quotas;
        } catch (error) {
          // A quota is no safeguard: while billing is silent, what was known holds, and nothing when nothing was.
          logger.warn({ err: error }, 'the quotas of the plans are not known');
          return stale ?? [];
        }
      },
    });
    this.totals = new LRUCache({
      max: 10_000,
      ttl: totalsKeptMs,
      allowStale: true,
      fetchMethod: (organization) => totalsOf(database, organization),
    });
  }

  /** What refuses growth past the caller's plan; asked for before anything is locked. */
  async of({ organization, plan }: Pick<Caller, 'organization' | 'plan'>): Promise<(growth: Growth) => void> {
    const quotas = (await this.quotas.fetch('')) ?? [];
    const own = quotas.find((quota) => quota.plan === plan);
    if (!own || (own.namespaces === null && own.documents === null && own.gib === null)) return () => undefined;
    const held = await this.totals.fetch(organization);
    return (growth) => {
      if (held) assertRoom(plan, quotas, held, growth);
    };
  }
}
