import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import {
  CalibrationReport,
  IntervalView,
  ReadCalibration,
  SegmentView,
  SegmentsView,
} from '@app/contracts/calibration';
import { parsePath } from '@app/filter';
import { Database } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { SegmentFigures, familyLevel } from '@app/statistics';
import { ComputeThread } from '../figure/compute.thread';
import { ReportService } from '../report/report.service';
import { ReportedLabels } from '../report/reported-labels';
import { Division, KeptValue, divide } from './kept-value';
import { readKeptValues } from './kept-value.store';

const notKept: KeptValue = { kind: 'not_kept' };

/** The report, and its labels by the value of an attribute where `by` asks for one. */
@Injectable()
export class SegmentService {
  constructor(
    private readonly reports: ReportService,
    private readonly labels: ReportedLabels,
    private readonly thread: ComputeThread,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async read(query: ReadCalibration, call: Call): Promise<CalibrationReport> {
    const { by } = query;
    if (by === undefined) return this.reports.read(query, call);
    const attribute = attributeOf(by);
    const report = await this.reports.read(query, call);
    return { ...report, segments: await this.readSegments(query, by, attribute, call) };
  }

  private async readSegments(query: ReadCalibration, by: string, attribute: string, call: Call): Promise<SegmentsView> {
    const { organization } = call.who;
    const { judgment, selection, epoch, set, reads, floor } = await this.labels.read(query, call);
    if (set.y.length === 0) return { by, distinct: 0, values: [] };
    const labels = { selection, version: judgment.active_version, epoch };
    const kept = await readKeptValues(this.database, labels, attribute, set.answers);
    const division = divide(set.answers.map((answer) => kept.get(answer) ?? notKept));
    const { segments, names } = division;
    const task = { set, reads, floor, segments, count: names.length };
    const figures = await this.thread.readSegments(task, organization, call.deadlineAtMs);
    return segmentsView(by, division, figures, judgment.type === 'bool');
  }
}

/**
 * The name of the attribute of a path.
 * @throws Problem `invalid_request`, reason `bad_path`, for any other path
 */
function attributeOf(path: string): string {
  const parsed = parsePath(path, '/by');
  if (parsed.root === 'attributes') return parsed.name;
  throw invalid('bad_path', '/by', 'A report is divided by one attribute; write `attributes.<name>`.');
}

function segmentsView(
  by: string,
  { names, distinct }: Division,
  figures: readonly SegmentFigures[],
  isBool: boolean,
): SegmentsView {
  const values = figures.map((one, segment): SegmentView => {
    const { labels, documents, read, observed, interval, logLoss, gap, p } = one;
    return {
      ...names[segment],
      labels,
      documents,
      base_rate: isBool ? observed : null,
      mean_read: read,
      observed,
      observed_interval: interval as IntervalView | null,
      log_loss: logLoss,
      gap,
      gap_p: p,
      differs: p !== null && p < familyLevel,
    };
  });
  return { by, distinct, values };
}
