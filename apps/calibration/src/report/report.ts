import { CalibrationReport, ClassCount, FitChoiceView, LabelCounts, ReportNotice } from '@app/contracts';
import { shownVersion } from '@app/definition';
import { directionOf, wilson } from '@app/statistics';
import { FitRow } from '../fit/fit';
import { LabelSet, rowsOf, widthOf } from '../label/label-set';
import { leastLabels } from '../fit/make-fit';
import { Judgment } from '../judgment/judgment';
import { driftOf } from './drift';
import { Figures } from '../figure/figures';
import { thresholdPerformances } from './threshold-performance';

/** What is counted of labels and of what they leave out, beside the figures. */
export interface Counted {
  labels: LabelCounts;
  sampled: boolean;
  excluded: CalibrationReport['excluded'];
}

export interface ReportInput {
  judgment: Judgment;
  epoch: string | null;
  fit: Pick<FitRow, 'id' | 'made_at' | 'read_with' | 'stored'> | null;
  /** What the fit's choice stood on; null without a fit. */
  choice: FitChoiceView | null;
  /** Held-out log loss when the fit was made, nats; null without a fit. */
  expected: number | null;
  set: LabelSet;
  /** As the fit reads each label without having known it; null without a fit. */
  reads: Float64Array | null;
  floor: number;
  figures: { raw: Figures | null; calibrated: Figures | null };
  counted: Counted;
  nowMs: number;
}

/** The report of one version in one epoch. Pure: the same labels, fit and moment give the same report, to the digit. */
export function reportOf(input: ReportInput): CalibrationReport {
  const { judgment, epoch, fit, set, reads, floor, figures, counted, nowMs, choice, expected } = input;
  const { raw, calibrated } = figures;
  const labels = set.y.length;
  const yes = set.y.reduce((sum, y) => sum + y, 0);
  const hasRate = judgment.type === 'bool' && labels > 0;
  return {
    version: shownVersion(judgment.copied, judgment.active_version),
    engine_version: epoch,
    type: judgment.type,
    fit: fit?.id ?? null,
    fitted_at: fit?.made_at.toISOString() ?? null,
    read_with: fit?.read_with ?? 'raw',
    base_rate: hasRate ? yes / labels : null,
    base_rate_interval: hasRate ? wilson(yes, labels) : null,
    classes: classesOf(set),
    labels: { ...counted.labels, used: labels, sampled: counted.sampled },
    excluded: counted.excluded,
    bins: (calibrated ?? raw)?.bins ?? [],
    raw_bins: raw?.bins ?? [],
    held_out: { raw: raw?.metrics ?? null, calibrated: calibrated?.metrics ?? null, features_only: null },
    raw: {
      log_loss: raw?.metrics.log_loss ?? null,
      brier: raw?.metrics.brier ?? null,
      accuracy: raw?.metrics.accuracy ?? null,
    },
    thresholds: labels === 0 ? {} : thresholdPerformances(set, judgment.thresholds),
    drift: reads && expected !== null ? driftOf(set, reads, { expected, floor, nowMs }) : null,
    choice,
    notices: noticesOf(input),
    computed_at: new Date(nowMs).toISOString(),
  };
}

/** What the choice of a fit stood on, as it is shown. */
export function choiceView(losses: Record<string, number>, chosen: string): FitChoiceView {
  return {
    out_of_sample: false,
    candidates: Object.entries(losses).map(([map, log_loss]) => ({ map, log_loss, chosen: map === chosen })),
  };
}

/** Labels by source, of columns. */
export function countsOf(bySource: { source: string; hindsight: boolean; n: number }[]): LabelCounts {
  const of = (source: string) => bySource.reduce((sum, row) => sum + (row.source === source ? row.n : 0), 0);
  return {
    count: bySource.reduce((sum, { n }) => sum + n, 0),
    by_source: { posted: of('posted'), queue: of('queue'), rule: of('rule'), implicit: of('implicit') },
    hindsight: bySource.reduce((sum, { hindsight, n }) => sum + (hindsight ? n : 0), 0),
  };
}

function classesOf({ form, y, reads }: LabelSet): ClassCount[] {
  if (form.type === 'bool') return [];
  const names = form.type === 'choice' ? [...form.options, null] : form.levels.map(String);
  const rows = rowsOf(reads, widthOf(form));
  return names.map((value, k) => {
    const labels = y.reduce((sum, happened) => sum + (happened === k ? 1 : 0), 0);
    const given = rows.reduce((sum, row) => sum + row[k], 0);
    const all = Math.max(1, rows.length);
    return { value, labels, share: labels / all, mean_p: given / all };
  });
}

function noticesOf({ fit, set, counted }: ReportInput): ReportNotice[] {
  const notices: ReportNotice[] = [];
  const say = (code: string, message: string) => notices.push({ code, message });
  const { count } = counted.labels;
  if (!fit) {
    say(
      'no_fit',
      `No fit yet: answers read raw. Fits are made each night and on demand, from ${leastLabels} labels on.`,
    );
  }
  if (count > 0 && count < 50) say('few_labels', 'Below 50 labels there is no calibration error: it would be noise.');
  if (count > 0 && set.y.every((y) => y === set.y[0])) {
    say('one_class', 'All labels say the same: nothing can be learned of the others.');
  }
  if (counted.sampled) {
    say('sampled', `The figures stand on a fixed sample of ${set.y.length} of ${count} labels.`);
  }
  const map = fit?.stored.type === 'bool' ? fit.stored.map : null;
  if (map && directionOf(map) === -1) {
    say('ranks_backwards', 'Higher answers came true less often: look at the wording of the question.');
  }
  return notices;
}
