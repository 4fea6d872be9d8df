import { CLOCK, DATABASE } from '@app/boot';
import type { CalibrationReport } from '@app/contracts/calibration';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { scopeOf } from '../figure/fit/fit';
import { findLatestFit } from '../figure/fit/fit.store';
import type { Judgment } from '../judgment/judgment';
import { MarksService } from '../judgment/marks.service';
import type { Selection } from '../judgment/selection';
import type { LabelFilter } from '../outcome/label/label-filter';
import { readEpochs } from '../outcome/label/label.store';
import { maxLive } from './read-labels';

/** How long a report may be given again: the counts of answers beside its labels move without them. */
const maxAgeMs = 5 * 60_000;
/** A report has some 30 KB. */
const maxReports = 200;

/** What a report is asked about. */
export interface ReportQuery {
  judgment: Judgment;
  selection: Selection;
  filter: LabelFilter;
  epoch: string | undefined;
}

/**
 * Keeps reports of many labels that no fit has counted: their labels are all read, which takes seconds. One is given again while the
 * judgment, its fit and its labels are the same, for five minutes. Small ones are always counted anew.
 */
@Injectable()
export class KeptReports {
  private readonly kept: LRUCache<string, CalibrationReport>;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly marks: MarksService,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.kept = new LRUCache({ max: maxReports, ttl: maxAgeMs, perf: clock, ttlResolution: 0 });
  }

  async readOr(query: ReportQuery, count: () => Promise<CalibrationReport>): Promise<CalibrationReport> {
    const key = await this.readKey(query);
    if (key === null) return count();
    const kept = this.kept.get(key);
    if (kept) return kept;
    // The state was read before the labels: of labels that change in between, the next read has another key.
    const report = await count();
    this.kept.set(key, report);
    return report;
  }

  /** @returns null for few labels */
  private async readKey({ judgment, selection, filter, epoch }: ReportQuery): Promise<string | null> {
    const excludedPrefixes = await this.marks.readExcludedFrom(selection);
    const { active_version: version, judgment_id } = judgment;
    const labels = await readEpochs(this.database, { selection, version, filter, excludedPrefixes });
    if (labels.reduce((sum, { n }) => sum + n, 0) <= maxLive) return null;
    const { organization } = selection;
    const fit = await findLatestFit(this.database, { organization, judgment_id, scope: scopeOf(judgment), version });
    return JSON.stringify([selection, judgment, filter, epoch, excludedPrefixes, fit?.id, labels]);
  }
}
