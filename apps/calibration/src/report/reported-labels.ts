import type { Call } from '@app/bus';
import type { ReadCalibration } from '@app/contracts/calibration';
import { defaultFloor } from '@app/statistics';
import { Injectable } from '@nestjs/common';
import { FitRow } from '../figure/fit/fit';
import { Judgment } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { Selection, selectionOf } from '../judgment/selection';
import { readSources, windowOf } from '../outcome/label/label-filter';
import type { LabelSet } from '../outcome/label/label-set';
import { filteredSample } from './filtered-sample';
import { ReadLabels } from './read-labels';

/** The labels that a report counts, and how it reads them. */
export interface Reported {
  judgment: Judgment;
  selection: Selection;
  /** The epoch of the labels; null without labels. */
  epoch: string | null;
  fit: FitRow | null;
  set: LabelSet;
  /** Held-out reads of the fit; null without a fit. */
  reads: Float64Array | null;
  floor: number;
  /** Whether the set is a share of the labels only. */
  sampled: boolean;
}

/** Loads the labels that a report of the same query counts, one by one. */
@Injectable()
export class ReportedLabels {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: ReadLabels,
  ) {}

  async read(query: ReadCalibration, call: Call): Promise<Reported> {
    const { organization } = call.who;
    const { namespace, engine_version: asked } = query;
    const filter = { sources: readSources(query.sources), ...windowOf(query) };
    const judgment = await this.judgments.find(organization, namespace, query.judgment);
    const selection = selectionOf(organization, judgment.judgment_id, namespace);
    const large = await this.labels.readOfLargeFit(organization, judgment, namespace, asked);
    if (large) {
      const { fit, sample } = large;
      const { set, heldOut: reads } = filteredSample(sample, filter);
      const { floor, engine_version: epoch, report } = fit;
      return { judgment, selection, epoch, fit, set, reads, floor, sampled: report.labels.sampled };
    }
    const { epoch, fit, set, reads, counted } = await this.labels.readLive(judgment, selection, filter, call, asked);
    const floor = fit?.floor ?? defaultFloor;
    return { judgment, selection, epoch, fit, set, reads, floor, sampled: counted.sampled };
  }
}
