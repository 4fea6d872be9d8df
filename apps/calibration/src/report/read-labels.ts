import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { FitBefore } from '../drift/fit-before';
import { findFitBefore } from '../drift/fit-before.store';
import { FitRow, FitSample, scopeOf } from '../figure/fit/fit';
import { findFitInForce, findLatestFit, readSample } from '../figure/fit/fit.store';
import { answeredAnew, answeredNow } from '../figure/fit/answered-now';
import { heldOutReads } from '../figure/fit/held-out';
import { Judgment } from '../judgment/judgment';
import { MarksService } from '../judgment/marks.service';
import { Selection, selectionOf } from '../judgment/selection';
import { LabelFilter } from '../outcome/label/label-filter';
import type { LabelSet } from '../outcome/label/label-set';
import { LoadedLabels, loadLabels } from '../outcome/label/load-labels';
import { PopulationService } from '../population/population.service';
import { assertLabelled } from './labelled-epoch';

/** Up to this many labels a read counts the report anew. Above, it returns the report that was counted with the fit. */
export const maxLive = 10_000;

/** Labels of the active version in its newest epoch. */
export interface LiveLabels extends LoadedLabels {
  /** The fit in force; null without one. */
  fit: FitRow | null;
  /** How the fit reads the labels, each held out; null without a fit. */
  reads: Float64Array | null;
}

/** The call that waits for labels: counts of answers are had within it, and within 2 s. */
type Waiting = Pick<Call, 'leftMs'>;

/** Loads the labels of a judgment with the counts of the answers that they should stand for, and the reads of its fit in force. */
@Injectable()
export class ReadLabels {
  constructor(
    private readonly marks: MarksService,
    private readonly populations: PopulationService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** The labels of now, or those of the latest fit where they are too many to be read anew. */
  async read(
    organization: string,
    judgment: Judgment,
    namespace: string,
    filter: LabelFilter,
    call?: Waiting,
  ): Promise<{ set: LabelSet; reads: Float64Array | null }> {
    const large = await this.readOfLargeFit(organization, judgment, namespace);
    if (large) return { set: large.sample.set, reads: large.sample.heldOut };
    return this.readLive(judgment, selectionOf(organization, judgment.judgment_id, namespace), filter, call);
  }

  /** All labels of now with the numbers that thresholds compare: those which their answers have now. */
  async readAnswered(
    judgment: Judgment,
    selection: Selection,
    filter: LabelFilter,
    call?: Waiting,
    asked?: string,
  ): Promise<LoadedLabels> {
    // Of other judgments no fit moves these numbers, so that its labels need not be read.
    const isMoved = (judgment.parts ?? []).length > 0;
    return isMoved
      ? this.readLive(judgment, selection, filter, call, asked)
      : this.load(judgment, selection, filter, call, asked);
  }

  /**
   * All labels of now, as the fit in force reads them.
   * @param asked the epoch; left out: that of the newest labelled answer
   * @throws Problem `invalid_request` without labels of the epoch
   */
  async readLive(
    judgment: Judgment,
    selection: Selection,
    filter: LabelFilter,
    call?: Waiting,
    asked?: string,
  ): Promise<LiveLabels> {
    const { organization, judgmentId: judgment_id } = selection;
    const loaded = await this.load(judgment, selection, filter, call, asked);
    const { epoch, set } = loaded;
    const key = { organization, judgment_id, scope: scopeOf(judgment), version: judgment.active_version };
    const fit = epoch === null ? null : await findFitInForce(this.database, { ...key, engine_version: epoch });
    const reads = fit && heldOutReads(set, fit, await readSample(this.database, fit.id));
    return { ...loaded, set: answeredNow(set, reads), fit, reads };
  }

  private async load(
    judgment: Judgment,
    selection: Selection,
    filter: LabelFilter,
    call: Waiting = Call.within(),
    asked?: string,
  ): Promise<LoadedLabels> {
    const excludedPrefixes = await this.marks.readExcludedFrom(selection);
    const query = { selection, version: judgment.active_version, filter, excludedPrefixes };
    if (asked !== undefined) await assertLabelled(this.database, query, asked);
    const loaded = await loadLabels(this.database, judgment, query, asked);
    // `answeredNow` gives labels of a composite the reads that its current answers are counted by.
    return this.populations.fill(loaded, { judgment, query, call, isCombined: true });
  }

  /** The fit from before the last 30 days that reads them, of the version and epoch of the fit in force. */
  findFitBefore(
    judgment: Judgment,
    { organization, judgment_id, version, engine_version }: FitRow,
    at: { nowMs: number; isWhole: boolean },
  ): Promise<FitBefore | null> {
    const key = { organization, judgment_id, scope: scopeOf(judgment), version, engine_version };
    return findFitBefore(this.database, key, at);
  }

  /**
   * The latest fit when it was made of more labels than a read counts; null for a namespace of a template.
   * @param asked the epoch of the fit; left out: any
   */
  async readOfLargeFit(
    organization: string,
    judgment: Judgment,
    namespace: string,
    asked?: string,
  ): Promise<{ fit: FitRow; sample: FitSample } | null> {
    if (namespace !== judgment.scope) return null;
    const { judgment_id, active_version: version } = judgment;
    const key = { organization, judgment_id, scope: scopeOf(judgment), version };
    const fit =
      asked === undefined
        ? await findLatestFit(this.database, key)
        : await findFitInForce(this.database, { ...key, engine_version: asked });
    if (fit === null || fit.labels.count <= maxLive) return null;
    const sample = await readSample(this.database, fit.id);
    return sample && { fit, sample: { ...sample, set: answeredAnew(sample.set, sample.heldOut) } };
  }
}
