import { DATABASE } from '@app/boot';
import { CalibrationOutcomeFilter } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../../judgment/judgment';
import { MarksService } from '../../judgment/marks.service';
import { selectionOf } from '../../judgment/selection';
import { everyLabel, filterOf } from '../../outcome/label/label-filter';
import { AnswerCounts, LabelRow } from '../../outcome/label/label-row';
import { formOf } from '../../outcome/label/load-labels';
import { PopulationService } from '../../population/population.service';
import { LabelsKey } from './key';
import { findMonth } from './month.store';
import { LabelChange, drawSample, maxSampled, readLabelChange, readNamedLabels } from './sample.store';

/** The labels that all alternatives of a month are scored on. */
export interface Sample {
  /** The labels, in the order of a hash of their answers' ids. */
  labels: LabelRow[];
  /** Whether there are more labels than the sample has. */
  isSampled: boolean;
  /** Whether a run of the month fixed it. */
  isFrozen: boolean;
  change: LabelChange;
}

/** Draws samples of the labels that a fit made now would take. */
@Injectable()
export class SampleService {
  constructor(
    private readonly marks: MarksService,
    private readonly populations: PopulationService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * @param outcomes the filter of the labels; null keeps every label
   * @param without namespaces whose labels are left out of a new sample; one that a run fixed stays as it is
   */
  async draw(
    key: LabelsKey,
    judgment: Judgment,
    outcomes: CalibrationOutcomeFilter | null,
    month: string,
    without: readonly string[] = [],
  ): Promise<Sample> {
    const selection = selectionOf(key.organization, key.judgment_id, key.scope);
    const [excludedPrefixes, fixed] = await Promise.all([
      this.marks.readExcludedFrom(selection),
      findMonth(this.database, key, month),
    ]);
    const query = { selection, version: key.version, filter: filterOf(outcomes), excludedPrefixes };
    const [change, rows] = await Promise.all([
      readLabelChange(this.database, query, key.engine_version),
      fixed?.sample
        ? readNamedLabels(this.database, query, key.engine_version, fixed.sample)
        : drawSample(this.database, query, key.engine_version, formOf(judgment), without),
    ]);
    const isFrozen = Boolean(fixed?.sample);
    // The labels of a frozen sample are fewer than all, unless it holds every label there is.
    const isSampled = isFrozen ? rows.length < change.n : rows.length > maxSampled;
    return { labels: rows.slice(0, maxSampled), isSampled, isFrozen, change };
  }

  /**
   * Counts of the current answers that the labels of a table should stand for; null where they cannot be had, and once another version
   * is active.
   */
  async readPopulation(key: LabelsKey, judgment: Judgment | null): Promise<AnswerCounts | null> {
    if (judgment === null || judgment.active_version !== key.version) return null;
    const selection = selectionOf(key.organization, key.judgment_id, key.scope);
    const excludedPrefixes = await this.marks.readExcludedFrom(selection);
    const query = { selection, version: key.version, filter: everyLabel, excludedPrefixes };
    const found = await this.populations.read({ judgment, query, call: null }, key.engine_version);
    return found?.counts.some((answers) => answers > 0) ? found : null;
  }
}
