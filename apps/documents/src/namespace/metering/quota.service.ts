import { BUS, DATABASE, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Caller } from '@app/contracts';
import { PlanQuota, listQuotas } from '@app/contracts/billing';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Totals, readTotalsOf } from './meter.store';
import { Growth, assertWithinQuota } from './plan-quota';

const quotasKeptMs = 60_000;
const totalsKeptMs = 2_000;
const askMs = 2_000;

/** Refuses growth past the plan of a caller. @throws Problem `plan_required` */
export type AssertWithinQuota = (growth: Growth) => void;

/**
 * Checks writes against the quota of the caller's plan. It uses the totals of the last measurement, so that no write
 * waits for a sum: an organization may pass its quota by what it writes between two measurements.
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
          // Writes go on while billing does not answer: the known quotas hold, and without any there is no quota.
          logger.warn({ err: error }, 'billing did not answer with the quotas of the plans');
          return stale ?? [];
        }
      },
    });
    this.totals = new LRUCache({
      max: 10_000,
      ttl: totalsKeptMs,
      allowStale: true,
      fetchMethod: (organization) => readTotalsOf(database, organization),
    });
  }

  /** The check of a caller's growth. Call this before anything is locked, because it may ask billing. */
  async readFor({ organization, plan }: Pick<Caller, 'organization' | 'plan'>): Promise<AssertWithinQuota> {
    const quotas = (await this.quotas.fetch('')) ?? [];
    const own = quotas.find((quota) => quota.plan === plan);
    if (!own || (own.namespaces === null && own.documents === null && own.gib === null)) return () => undefined;
    const held = await this.totals.fetch(organization);
    return (growth) => {
      if (held) assertWithinQuota(plan, quotas, held, growth);
    };
  }
}
