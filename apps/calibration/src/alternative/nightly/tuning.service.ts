import { CLOCK, CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { calibrationSettings } from '../../app.config';
import { ownCaller } from '../../judgment/own-caller';
import { labelsValues } from '../sample/key';
import { Plan, packPlan } from '../quote/plan';
import { PricingService } from '../quote/pricing.service';
import { runIdOf } from '../run/run-id';
import { addRun } from '../run/run.store';
import { keepSkips } from '../run/skips';
import { markMonthTuned } from '../sample/month.store';
import { narrowingsIn } from '../subject/candidate';
import { Subject } from '../subject/subject';
import { SubjectService } from '../subject/subject.service';
import { chosenNarrowings } from './narrowing-choice';
import { countFreeAsks } from './nightly-alternatives.store';

const limitMs = 60_000;

/**
 * Starts the free run of the month: narrowings of the version that save enough, within the bound of the operator. Once a
 * paid run has fixed the labels of the month, they are asked about those that they miss, so that all rows have the same.
 */
@Injectable()
export class TuningService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly pricing: PricingService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof calibrationSettings>,
  ) {}

  get isOff(): boolean {
    return this.config.tuningAsksAMonth === 0;
  }

  async start(subject: Subject): Promise<void> {
    const { labelled, month, key, active, basis } = subject;
    if (!labelled || basis.kind !== 'fit') return;
    const taken = new Set(subject.candidates.map(({ id }) => id));
    const narrowings = narrowingsIn(active, await this.subjects.readSalt()).filter(({ id }) => !taken.has(id));
    const call = Call.within(limitMs, ownCaller(key.organization));
    const { plan, rows } = await this.pricing.plan(subject, narrowings, call);
    const left = this.config.tuningAsksAMonth - (await countFreeAsks(this.database, key.organization, month));
    const chosen = chosenNarrowings(rows, plan.versionUnits, left);
    await this.store(subject, { ...plan, rows: chosen });
  }

  /** A month without a narrowing that saves enough is tuned as well. */
  private async store({ labelled, month, judgment, key }: Subject, plan: Plan): Promise<void> {
    if (!labelled) return;
    const packed = await packPlan(plan);
    const labels = labelled.sample.isFrozen ? 'tuning of fixed labels' : 'tuning';
    const run = runIdOf(...labelsValues(labelled.key), month, labels);
    await this.database.transaction('calibration.alternatives-tuning', async (tx) => {
      await markMonthTuned(tx, labelled.key, month);
      if (plan.rows.length === 0) return;
      const free = { generation: '0', free: true, automatic: true, job: null, block: null, detectable: null };
      await addRun(tx, {
        ...labelled.key,
        ...free,
        run,
        name: judgment.name,
        plan: packed,
        rows: plan.rows.map(({ id }) => id),
      });
      await keepSkips(tx, { ...key, run }, plan, new Date(this.clock.now()));
    });
  }
}
