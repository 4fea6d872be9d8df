import { CLOCK } from '@app/boot';
import { PeriodicCost, PeriodicCostFound } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EngineService } from '../engine/engine.service';
import { EstimateService } from './estimate.service';
import { JudgmentService } from '../catalog/judgment.service';
import { JudgmentStore } from '../definition/judgment.store';

interface Known {
  revision: number;
  untilMs: number;
  found: PeriodicCostFound;
}

/** Compiling a sample for every look at a namespace would cost more than the figure is worth. */
const keptMs = 60_000;

/** What the intervals of a namespace cost a month: documents, each once an interval, at the mean of a sample. */
@Injectable()
export class PeriodicService {
  private readonly known = new LRUCache<string, Known>({ max: 1000 });

  constructor(
    private readonly store: JudgmentStore,
    private readonly judgments: JudgmentService,
    private readonly estimates: EstimateService,
    private readonly engines: EngineService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A minute old at most; of the judgments as they are now. */
  async cost({ organization, namespace }: PeriodicCost): Promise<PeriodicCostFound> {
    const key = `${organization}\n${namespace}`;
    const revision = await this.store.revisionOf(organization);
    const known = this.known.get(key);
    if (known?.revision === revision && this.clock.now() < known.untilMs) return known.found;
    const found = { usd_per_month: await this.usd(organization, namespace) };
    this.known.set(key, { revision, untilMs: this.clock.now() + keptMs, found });
    return found;
  }

  private async usd(organization: string, namespace: string): Promise<number> {
    const judgments = await this.judgments.effective(organization, namespace);
    const engines = await this.engines.known();
    let units = 0;
    for (const { definition, freshness } of judgments) {
      if (freshness.policy !== 'interval') continue;
      const weight = engines.of(definition.engine)?.weight ?? 1;
      units += await this.estimates.periodicUnits({ organization, namespace, definition, freshness, weight });
    }
    return units === 0 ? 0 : (await this.estimates.price(organization, [units]))[0];
  }
}
