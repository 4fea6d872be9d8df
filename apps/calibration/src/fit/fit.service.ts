import { BUS, CLOCK, DATABASE } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { CalibrationOutcomeFilter, fitMade, makeEvent } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database, addToOutbox, eventRow, newId, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment, placeOf } from '../judgment/judgment';
import { LabelLoader } from '../report/label.loader';
import { filterOf } from '../report/label-filter';
import { LabelQuery, LabelStore } from '../report/label.store';
import { choiceView, reportOf } from '../report/report';
import { FitRow, factOf, scopeOf } from './fit';
import { FitStore } from './fit.store';
import { FitThread } from './fit.thread';
import { leastLabels } from './make-fit';
import { SurroundingsService } from './surroundings.service';

/**
 * Makes fits: labels, thread, one transaction with its facts, and then documents must apply the fit before the reply.
 */
@Injectable()
export class FitService {
  constructor(
    private readonly labels: LabelLoader,
    private readonly seen: LabelStore,
    private readonly store: FitStore,
    private readonly thread: FitThread,
    private readonly surroundings: SurroundingsService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The labels that a fit of a judgment is made of: those of a template's production, or of its one namespace. */
  async queryOf(
    organization: string,
    judgment: Judgment,
    outcomes?: CalibrationOutcomeFilter | null,
  ): Promise<LabelQuery> {
    const place = placeOf(organization, judgment.judgment_id, judgment.scope);
    const without = place.under === null ? [] : await this.surroundings.nonProduction(organization);
    return { place, version: judgment.active_version, filter: filterOf(outcomes), without };
  }

  /** @throws Problem `insufficient_labels` when a fit could not be made of these labels now */
  async assertEnough(query: LabelQuery): Promise<void> {
    const { count } = await this.labels.count(query);
    if (count < leastLabels) throw tooFew(count);
  }

  /**
   * Makes a fit of the active version, in the epoch of its newest labelled answer unless another is named.
   * @throws Problem `insufficient_labels`
   */
  async make(
    organization: string,
    judgment: Judgment,
    outcomes: CalibrationOutcomeFilter | null,
    epoch?: string,
  ): Promise<FitRow> {
    const query = await this.queryOf(organization, judgment, outcomes);
    const floor = await this.surroundings.floorOf(organization, judgment.scope, judgment.name);
    const before = await this.seen.seen(query);
    const { set, counted, epoch: own } = await this.labels.gather(judgment, query, epoch);
    if (own === null || set.y.length < leastLabels) throw tooFew(set.y.length);
    const { made, raw, calibrated } = await this.thread.run({ set, floor, fit: true, reads: null });
    if (!made) throw new Error('the thread made no fit');
    const key = { organization, judgment_id: judgment.judgment_id, scope: scopeOf(judgment), engine_version: own };
    const fit = { ...key, version: judgment.active_version, id: newId('fit'), read_with: made.readWith };
    const madeAt = new Date(this.clock.now());
    const report = reportOf({
      ...{ judgment, epoch: own, set, reads: made.heldOut, floor, counted },
      fit: { id: fit.id, made_at: madeAt, read_with: made.readWith, stored: made.stored },
      choice: choiceView(made.losses, made.chosen),
      expected: calibrated?.metrics.log_loss ?? null,
      figures: { raw, calibrated },
      nowMs: madeAt.getTime(),
    });
    const { n, changed_at } = before.find(({ engine_version }) => engine_version === own) ?? { n: 0, changed_at: null };
    return this.keep(judgment, {
      ...fit,
      ...{ stored: made.stored, labels: counted.labels, floor, report, made_at: madeAt, outcomes },
      labelsSeen: n,
      labelsChangedAt: changed_at ?? madeAt,
      sample: { set, heldOut: made.heldOut },
    });
  }

  find(id: string): Promise<FitRow | null> {
    return this.store.find(id);
  }

  /** Asks documents to apply a fit now. @returns whether it has; when not, the fact comes to it later */
  async announce(row: FitRow, call: Call = Call.within()): Promise<boolean> {
    const { unacknowledged } = await replicate(this.bus.requester, fitMade, factOf(row), call);
    return unacknowledged.length === 0;
  }

  private async keep(judgment: Judgment, fit: Parameters<FitStore['add']>[1]): Promise<FitRow> {
    const row = await this.database.transaction('calibration.fit', async (tx) => {
      const stored = await this.store.add(tx, fit);
      const occasion = {
        ...{ id: newId('evt'), organization: fit.organization, namespace: judgment.scope },
        timestamp: fit.made_at.toISOString(),
      };
      const content = {
        ...{ judgment: judgment.name, version: fit.report.version ?? fit.version },
        ...{ engine_version: fit.engine_version, fit: fit.id, labels: fit.labels },
      };
      await addToOutbox(tx, [
        factRow(fitMade, factOf(stored)),
        eventRow(makeEvent('calibration.fitted', occasion, content)),
      ]);
      return stored;
    });
    return row;
  }
}

function tooFew(labels: number): Problem {
  return new Problem(
    'insufficient_labels',
    `Post outcomes: ${leastLabels} labelled answers are needed for a fit, ${labels} are there.`,
    { labels, labels_needed: leastLabels },
  );
}
