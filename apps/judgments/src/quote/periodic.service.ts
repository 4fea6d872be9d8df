import { CLOCK, DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { PeriodicCost, PeriodicCostFound } from '@app/contracts/judgments';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { readRevisionOf } from '../judgment/definition/judgment.store';
import { EstimateService } from './estimate.service';

interface CacheEntry {
  revision: number;
  untilMs: number;
  found: PeriodicCostFound;
}

/** A read of a namespace shows this figure; compiling a sample for each would cost too much. */
const keptMs = 60_000;

/** What the intervals of a namespace cost a month: each document once an interval, at the mean of a sample. */
@Injectable()
export class PeriodicService {
  private readonly entries = new LRUCache<string, CacheEntry>({ max: 1000 });

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly judgments: JudgmentService,
    private readonly estimates: EstimateService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A figure for the judgments as they are now, from documents as they were at most a minute ago. */
  async readCost(ref: PeriodicCost): Promise<PeriodicCostFound> {
    const key = `${ref.organization}\n${ref.namespace}`;
    const revision = await readRevisionOf(this.db, ref.organization);
    const entry = this.entries.get(key);
    if (entry?.revision === revision && this.clock.now() < entry.untilMs) return entry.found;
    const found = { usd_per_month: await this.readUsdPerMonth(ref) };
    this.entries.set(key, { revision, untilMs: this.clock.now() + keptMs, found });
    return found;
  }

  private async readUsdPerMonth({ organization, namespace }: NamespaceRef): Promise<number> {
    let units = 0;
    for (const { definition, freshness } of await this.judgments.readEffective({ organization, scope: namespace })) {
      if (freshness.policy !== 'interval') continue;
      units += await this.estimates.readIntervalUnits({ organization, namespace, definition, freshness });
    }
    return units === 0 ? 0 : (await this.estimates.priceUnits(organization, [units]))[0];
  }
}
