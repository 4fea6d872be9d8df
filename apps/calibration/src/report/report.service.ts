import { CLOCK } from '@app/boot';
import { Call } from '@app/bus';
import { CalibrationReport, ReadCalibration } from '@app/contracts/calibration';
import type { Clock } from '@app/observability';
import { verdictOf } from '@app/report';
import { defaultFloor } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { Computed, Task } from '../figure/compute';
import { ComputeThread } from '../figure/compute.thread';
import { EpochSources } from '../epoch/epoch-sources';
import { FitRow, FitSample } from '../figure/fit/fit';
import { rankingOf } from '../figure/fit/ranking';
import { ruleOf } from '../figure/rule';
import { Judgment } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { Selection, selectionOf } from '../judgment/selection';
import { countsOf } from '../outcome/label/label-counts';
import { LabelFilter, keepsAll, readSources, windowOf } from '../outcome/label/label-filter';
import { LabelSet, sources } from '../outcome/label/label-set';
import { RepeatResultService } from '../repeat/repeat-result.service';
import { filteredSample } from './filtered-sample';
import { KeptReports } from './kept-reports';
import { ReadLabels } from './read-labels';
import { reportOf } from './report';
import { worthIn } from './stored-worth';
import { WrongLabels } from './wrong-labels';

/** Reports how right the answers of a judgment are. */
@Injectable()
export class ReportService {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly thread: ComputeThread,
    private readonly labels: ReadLabels,
    private readonly kept: KeptReports,
    private readonly wrong: WrongLabels,
    private readonly repeats: RepeatResultService,
    private readonly epochs: EpochSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(query: ReadCalibration, call: Call): Promise<CalibrationReport> {
    const { organization } = call.who;
    const filter = { sources: readSources(query.sources), ...windowOf(query) };
    const judgment = await this.judgments.find(organization, query.namespace, query.judgment);
    const selection = selectionOf(organization, judgment.judgment_id, query.namespace);
    const epoch = query.engine_version;
    const large = await this.labels.readOfLargeFit(organization, judgment, query.namespace, epoch);
    const report = large
      ? await this.readOfFit(judgment, selection, large, filter, call)
      : await this.kept.readOr({ judgment, selection, filter, epoch }, () =>
          this.readLive(judgment, selection, { filter, epoch }, call),
        );
    const repeatability = await this.repeats.read(organization, judgment, report.engine_version);
    return this.epochs.addTo(judgment, { ...report, repeatability, verdict: verdictOf(report) });
  }

  /** Counts all labels of now, as the fit in force reads them. */
  private async readLive(
    judgment: Judgment,
    selection: Selection,
    { filter, epoch: asked }: { filter: LabelFilter; epoch: string | undefined },
    call: Call,
  ): Promise<CalibrationReport> {
    const { epoch, set, counted, fit, reads } = await this.labels.readLive(judgment, selection, filter, call, asked);
    const floor = fit?.floor ?? defaultFloor;
    const ranking = fit ? rankingOf(fit.stored) : undefined;
    const task = { set, floor, fit: false, reads, ranking, readWith: fit?.read_with };
    const { raw, calibrated, worth } = await this.count(task, call);
    // The fit's figure is of all its labels: beside those of one tenant or one month it would say nothing.
    const isWhole = keepsAll(filter) && (selection.namespace ?? judgment.scope) === judgment.scope;
    const nowMs = this.clock.now();
    const report = reportOf({
      judgment,
      epoch,
      fit,
      set,
      reads,
      floor,
      counted,
      filter,
      figures: { raw, calibrated, worth },
      choice: fit?.report.choice ?? null,
      featuresOnly: isWhole ? (fit?.report.held_out.features_only ?? null) : null,
      expected: fit?.report.held_out.calibrated?.log_loss ?? null,
      before: fit && (await this.labels.findFitBefore(judgment, fit, { nowMs, isWhole })),
      nowMs,
    });
    const errors = await this.wrong.read(selection, judgment.active_version, set, { fit, heldOut: reads });
    return { ...report, errors };
  }

  private count(task: Task, { who, deadlineAtMs }: Call): Promise<Computed> {
    return this.thread.run(task, who.organization, deadlineAtMs);
  }

  /** The report that was counted with a large fit, with the thresholds of now applied to the fit's labels. */
  private async readOfFit(
    judgment: Judgment,
    selection: Selection,
    { fit, sample }: { fit: FitRow; sample: FitSample },
    filter: LabelFilter,
    call: Call,
  ): Promise<CalibrationReport> {
    const all = keepsAll(filter);
    const { set, heldOut: reads } = filteredSample(sample, filter);
    const { floor, report } = fit;
    const task = { set, floor, fit: false, reads, ranking: rankingOf(fit.stored), readWith: fit.read_with };
    const figures = all ? figuresIn(report) : await this.count(task, call);
    const nowMs = this.clock.now();
    const built = reportOf({
      judgment,
      epoch: fit.engine_version,
      fit,
      set,
      reads,
      floor,
      figures,
      filter,
      nowMs,
      counted: {
        labels: all ? fit.labels : countsOf(rowsToCount(set)),
        sampled: report.labels.sampled,
        areAnswersMissing: sample.set.population === null,
        excluded: { ...report.excluded, filtered: sample.set.y.length - set.y.length },
      },
      choice: report.choice,
      featuresOnly: all ? report.held_out.features_only : null,
      expected: report.held_out.calibrated?.log_loss ?? null,
      before: await this.labels.findFitBefore(judgment, fit, { nowMs, isWhole: all }),
    });
    const since = `Counted when the fit was made, ${fit.made_at.toISOString()}; the next fit will count later outcomes.`;
    const notices = [...built.notices, { code: 'stands_since', message: since }];
    const errors = await this.wrong.read(selection, judgment.active_version, set, { fit, heldOut: reads });
    if (!all) return { ...built, notices, errors };
    const { thresholds, drift, computed_at, labels, fit_outcomes, fit_labels } = built;
    return {
      ...report,
      rule: ruleOf(report),
      held_out: heldOutOf(report),
      labels,
      fit_outcomes,
      fit_labels,
      thresholds,
      drift,
      notices,
      errors,
      computed_at,
    };
  }
}

/** The figures that a stored report holds; reports from before distributions have none of them. */
function figuresIn(report: CalibrationReport) {
  const { held_out, bins, raw_bins, histogram = [], raw_histogram = [] } = report;
  const { raw, calibrated } = held_out;
  return {
    worth: worthIn(report),
    raw: raw && { metrics: raw, bins: raw_bins, histogram: raw_histogram },
    calibrated: calibrated && { metrics: calibrated, bins, histogram },
  };
}

/** The held-out figures of a stored report, without intervals of the calibration error, which earlier builds stored. */
function heldOutOf({ held_out }: CalibrationReport): CalibrationReport['held_out'] {
  const [raw, calibrated] = [held_out.raw, held_out.calibrated].map((one) => one && { ...one, ece_interval: null });
  return { ...held_out, raw, calibrated };
}

function rowsToCount({ source, hindsight }: LabelSet) {
  return Array.from(source, (at, label) => ({ source: sources[at], hindsight: hindsight[label] === 1, n: 1 }));
}
