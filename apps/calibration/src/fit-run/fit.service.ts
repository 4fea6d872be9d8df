import { BUS, CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { CalibrationOutcomeFilter, fitMade } from '@app/contracts/calibration';
import { makeEvent } from '@app/contracts/events';
import { calibrationMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Database, addToOutbox, eventRow, factRow, newId } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { countWaiting } from '../outcome/binding/waiting.store';
import { findFitBefore } from '../drift/fit-before.store';
import { ComputeThread } from '../figure/compute.thread';
import { answeredAnew } from '../figure/fit/answered-now';
import { FitRow, factOf, scopeOf } from '../figure/fit/fit';
import { FitInputs } from '../figure/fit/fit-inputs';
import { NewFit, addFit, findFit, findFitInForce } from '../figure/fit/fit.store';
import { minLabels } from '../figure/fit/make-fit';
import { Judgment } from '../judgment/judgment';
import { MarksService } from '../judgment/marks.service';
import { selectionOf } from '../judgment/selection';
import { filterOf, keepsAll } from '../outcome/label/label-filter';
import { LabelQuery, readEpochs } from '../outcome/label/label.store';
import { countLabels, loadLabels } from '../outcome/label/load-labels';
import { PopulationService } from '../population/population.service';
import { choiceView, reportOf } from '../report/report';
import { EndedFit, logFit } from './fit-line';
import { FlaggedShifts, flaggedShifts } from './flagged-shift';

/** Makes fits: loads the labels, computes in the thread, stores fit and facts in one transaction, and replicates. */
@Injectable()
export class FitService {
  private readonly fits;

  constructor(
    private readonly thread: ComputeThread,
    private readonly inputs: FitInputs,
    private readonly marks: MarksService,
    private readonly populations: PopulationService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.fits = metrics.counter(calibrationMetrics.fits);
    metrics.measured(calibrationMetrics.waitingOutcomes, async (gauge) => gauge.set(await countWaiting(database)));
  }

  /** The labels that a fit takes: those of the judgment's namespace, or of the production namespaces of its template. */
  async readQueryOf(
    organization: string,
    judgment: Judgment,
    outcomes?: CalibrationOutcomeFilter | null,
  ): Promise<LabelQuery> {
    const selection = selectionOf(organization, judgment.judgment_id, judgment.scope);
    const excludedPrefixes = await this.marks.readExcludedFrom(selection);
    return { selection, version: judgment.active_version, filter: filterOf(outcomes), excludedPrefixes };
  }

  /** @throws Problem `insufficient_labels` when these labels are too few for a fit */
  async assertEnough(query: LabelQuery): Promise<void> {
    const { count } = await countLabels(this.database, query);
    if (count < minLabels) throw tooFew(count);
  }

  /**
   * Makes a fit of the active version; counts how that ended, and logs it.
   * @param epoch whose answers the fit takes; left out: the epoch of the newest labelled answer
   * @param job that asked for it
   * @throws Problem `insufficient_labels`
   */
  async make(
    organization: string,
    judgment: Judgment,
    outcomes: CalibrationOutcomeFilter | null,
    { epoch, job }: { epoch?: string; job?: string } = {},
  ): Promise<FitRow> {
    const beganAtMs = performance.now();
    const logEnd = (ended: EndedFit): void =>
      logFit(this.logger, { organization, judgment, job }, ended, performance.now() - beganAtMs);
    try {
      const fit = await this.fit(organization, judgment, outcomes, epoch);
      this.fits.inc({ outcome: 'made' });
      logEnd({ fit });
      return fit;
    } catch (error) {
      this.fits.inc({ outcome: kindOf(error) });
      logEnd({ error });
      throw error;
    }
  }

  private async fit(
    organization: string,
    judgment: Judgment,
    outcomes: CalibrationOutcomeFilter | null,
    epoch?: string,
  ): Promise<FitRow> {
    const query = await this.readQueryOf(organization, judgment, outcomes);
    const floor = await this.inputs.readFloorOf(organization, judgment.scope, judgment.name);
    // Read before the labels: a label that changes in between leads to another fit in the next night.
    const epochs = await readEpochs(this.database, query);
    const loaded = await loadLabels(this.database, judgment, query, epoch);
    const { set, counted, epoch: own } = await this.populations.fill(loaded, { judgment, query, call: null });
    if (own === null || set.y.length < minLabels) throw tooFew(set.y.length);
    const task = { set, floor, fit: true, reads: null };
    const { made, raw, calibrated, featuresOnly, worth } = await this.thread.run(task, organization, null);
    if (!made) throw new Error('the thread made no fit');
    const key = { organization, judgment_id: judgment.judgment_id, scope: scopeOf(judgment), engine_version: own };
    const fit = { ...key, version: judgment.active_version, id: newId('fit'), read_with: made.readWith };
    const madeAt = new Date(this.clock.now());
    const at = { nowMs: madeAt.getTime(), isWhole: keepsAll(query.filter) };
    const before = await findFitBefore(this.database, { ...key, version: fit.version }, at);
    const report = reportOf({
      judgment,
      epoch: own,
      set: answeredAnew(set, made.heldOut),
      reads: made.heldOut,
      floor,
      counted,
      filter: query.filter,
      fit: { ...fit, made_at: madeAt, stored: made.stored, outcomes, labels: counted.labels },
      choice: choiceView(made.losses, made.chosen),
      featuresOnly,
      expected: calibrated?.metrics.log_loss ?? null,
      before,
      figures: { raw, calibrated, worth },
      nowMs: madeAt.getTime(),
    });
    const inForce = await findFitInForce(this.database, { ...key, version: fit.version });
    const shifts = flaggedShifts(set, { before: inForce, after: made, floor }, judgment.thresholds);
    const { n, changed_at } = epochs.find(({ engine_version }) => engine_version === own) ?? { n: 0, changed_at: null };
    return this.store(judgment, {
      ...fit,
      stored: made.stored,
      labels: counted.labels,
      floor,
      report,
      made_at: madeAt,
      outcomes,
      labelsSeen: n,
      labelsChangedAt: changed_at ?? madeAt,
      sample: { set, heldOut: made.heldOut },
      shifts,
    });
  }

  find(id: string): Promise<FitRow | null> {
    return findFit(this.database, id);
  }

  /** Asks documents and judgments to apply a fit now. @returns whether they have; if not, they apply the fact later */
  async replicate(row: FitRow, call: Call = Call.within()): Promise<boolean> {
    const { unacknowledged } = await replicate(this.bus.requester, fitMade, factOf(row), call);
    return unacknowledged.length === 0;
  }

  private store(judgment: Judgment, { shifts, ...fit }: NewFit & { shifts: FlaggedShifts | null }): Promise<FitRow> {
    return this.database.transaction('calibration.fit', async (tx) => {
      const stored = await addFit(tx, fit);
      const about = {
        id: newId('evt'),
        organization: fit.organization,
        namespace: judgment.scope,
        timestamp: fit.made_at.toISOString(),
      };
      const content = {
        judgment: judgment.name,
        version: fit.report.version ?? fit.version,
        engine_version: fit.engine_version,
        fit: fit.id,
        labels: fit.labels,
        drift_worse: fit.report.drift?.worse ?? false,
        ...(shifts && { thresholds: shifts }),
        drift_tests: fit.report.drift?.tests ?? [],
      };
      await addToOutbox(tx, [
        factRow(fitMade, factOf(stored)),
        eventRow(makeEvent('calibration.fitted', about, content)),
      ]);
      return stored;
    });
  }
}

function tooFew(labels: number): Problem {
  return new Problem(
    'insufficient_labels',
    `A fit needs ${minLabels} labelled answers and there are ${labels}; post more outcomes.`,
    { labels, labels_needed: minLabels },
  );
}
