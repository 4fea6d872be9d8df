import { CalibrationReport, ClassCount, DriftView, FitChoiceView, ReportNotice } from '@app/contracts';
import { shownVersion } from '@app/definition';
import { directionOf, meanInterval, weightedShare } from '@app/statistics';
import { Figures, lossesOf } from '../figure/figures';
import { FitRow } from '../fit/fit';
import { minLabels } from '../fit/make-fit';
import { Judgment } from '../judgment/judgment';
import { CountedLabels } from '../label/label-counts';
import { LabelFilter, filterOf, filterView } from '../label/label-filter';
import { LabelSet, rowsOf, sources, widthOf } from '../label/label-set';
import { weightsOf } from '../label/label-weights';
import { driftOf } from './drift';
import { thresholdPerformances } from './threshold-performance';

export interface ReportInput {
  judgment: Judgment;
  epoch: string | null;
  fit: Pick<FitRow, 'id' | 'made_at' | 'read_with' | 'stored' | 'outcomes' | 'labels'> | null;
  /** The candidates of the fit with their losses; null without a fit. */
  choice: FitChoiceView | null;
  /** Held-out log loss of the features alone when the fit was made, in nats; null without features or a fit. */
  featuresOnly: number | null;
  /** Held-out log loss when the fit was made, in nats; null without a fit. */
  expected: number | null;
  set: LabelSet;
  /** Held-out reads of the labels, see `heldOutReads`; null without a fit. */
  reads: Float64Array | null;
  floor: number;
  figures: { raw: Figures | null; calibrated: Figures | null };
  counted: CountedLabels;
  /** Which labels the report takes. */
  filter: LabelFilter;
  nowMs: number;
}

/** The report of one version in one epoch. Pure: the same labels, fit and time give the same report, to the digit. */
export function reportOf(input: ReportInput): CalibrationReport {
  const { judgment, epoch, fit, set, reads, floor, figures, counted, nowMs, choice, expected } = input;
  const { raw, calibrated } = figures;
  const labels = set.y.length;
  const weights = weightsOf(set, [...set.y.keys()]);
  const drift = reads && expected !== null ? driftOf(set, reads, { expected, floor, nowMs }) : null;
  const rate = judgment.type === 'bool' ? weightedShare({ y: set.y, weights }) : null;
  return {
    version: shownVersion(judgment.copied, judgment.active_version),
    engine_version: epoch,
    type: judgment.type,
    fit: fit?.id ?? null,
    fitted_at: fit?.made_at.toISOString() ?? null,
    fit_outcomes: fit ? filterView(filterOf(fit.outcomes)) : null,
    fit_labels: fit?.labels.count ?? null,
    read_with: fit?.read_with ?? 'raw',
    base_rate: rate?.value ?? null,
    base_rate_interval: rate?.interval ?? null,
    classes: classesOf(set),
    labels: { ...counted.labels, used: labels, sampled: counted.sampled, outcomes: filterView(input.filter) },
    excluded: counted.excluded,
    bins: (calibrated ?? raw)?.bins ?? [],
    raw_bins: raw?.bins ?? [],
    histogram: (calibrated ?? raw)?.histogram ?? [],
    raw_histogram: raw?.histogram ?? [],
    held_out: { raw: raw?.metrics ?? null, calibrated: calibrated?.metrics ?? null, features_only: input.featuresOnly },
    raw: {
      log_loss: raw?.metrics.log_loss ?? null,
      brier: raw?.metrics.brier ?? null,
      accuracy: raw?.metrics.accuracy ?? null,
    },
    thresholds: labels === 0 ? {} : thresholdPerformances(set, weights, judgment.thresholds),
    drift,
    choice,
    notices: noticesOf(input, drift),
    computed_at: new Date(nowMs).toISOString(),
  };
}

/** The candidate maps of a fit as the API shows them. */
export function choiceView(losses: Record<string, number>, chosen: string): FitChoiceView {
  return {
    out_of_sample: false,
    candidates: Object.entries(losses).map(([map, log_loss]) => ({ map, log_loss, chosen: map === chosen })),
  };
}

function classesOf({ form, y, reads }: LabelSet): ClassCount[] {
  // Options that each answer has for itself are no classes.
  if (form.type === 'bool' || form.optionsVary) return [];
  const names = form.type === 'choice' ? [...form.options, null] : form.levels.map(String);
  const rows = rowsOf(reads, widthOf(form));
  return names.map((value, k) => {
    const labels = y.reduce((sum, happened) => sum + (happened === k ? 1 : 0), 0);
    const given = rows.reduce((sum, row) => sum + row[k], 0);
    const all = Math.max(1, rows.length);
    return { value, labels, share: labels / all, mean_p: given / all };
  });
}

const queue = sources.indexOf('queue');

function noticesOf({ fit, set, counted, figures, reads, floor }: ReportInput, drift: DriftView | null): ReportNotice[] {
  const notices: ReportNotice[] = [];
  const add = (code: string, message: string) => notices.push({ code, message });
  const { count } = counted.labels;
  if (!fit) {
    add(
      'no_fit',
      `There is no fit yet, so answers read raw. From ${minLabels} labels on, fits are made each night and on demand.`,
    );
  }
  if (count > 0 && count < 50) add('few_labels', 'Below 50 labels the report gives no calibration error: it is noise.');
  if (count > 0 && set.y.every((y) => y === set.y[0])) {
    add('one_class', 'All labels have the same value; post outcomes of other values too, or a fit cannot learn them.');
  }
  const drawn = set.source.reduce((sum, source) => sum + (source === queue ? 1 : 0), 0);
  if (drawn > 0) {
    add(
      'queue_labels',
      `The review queue chose ${drawn} of ${set.y.length} labels, mostly where answers are unsure. Base rate and thresholds are weighted to stand for all answers; every other figure counts each label once.`,
    );
  }
  if (counted.sampled) {
    add('sampled', `The figures stand on a fixed sample of ${set.y.length} of ${count} labels.`);
  }
  if (reads && isWorseThanRaw(set, reads, floor)) {
    add(
      'worse_than_raw',
      'The fit reads these labels worse than the raw answers do, beyond noise: what happens has changed since. Make a fit of recent outcomes.',
    );
  }
  if (drift?.worse) {
    add('drifted', 'The labels of the last 30 days are worse than the fit promised, beyond noise; run a new fit.');
  }
  const map = fit?.stored.type === 'bool' ? fit.stored.map : null;
  const ranking = figures.raw?.metrics.auroc_interval ?? null;
  if (map && directionOf(map) === -1 && ranking !== null && ranking[1] < 0.5) {
    add('ranks_backwards', 'Higher answers came true less often; check the wording of the question.');
  }
  return notices;
}

/** Whether the held-out reads lose more than the raw ones, by the interval of the difference over documents. */
function isWorseThanRaw(set: LabelSet, reads: Float64Array, floor: number): boolean {
  const raw = lossesOf(set, set.reads, floor);
  const difference = meanInterval(
    lossesOf(set, reads, floor).map((loss, label) => loss - raw[label]),
    set.units,
  );
  return difference !== null && difference[0] > 0;
}
