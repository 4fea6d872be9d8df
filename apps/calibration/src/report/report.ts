import { CalibrationReport, ClassCount, FitChoiceView } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import { weightedShare } from '@app/statistics';
import { Figures } from '../figure/figures';
import { FitRow } from '../figure/fit/fit';
import { figureRule } from '../figure/rule';
import { Worth } from '../figure/worth';
import { Judgment } from '../judgment/judgment';
import { CountedLabels } from '../outcome/label/label-counts';
import { LabelFilter, filterOf, filterView } from '../outcome/label/label-filter';
import { LabelSet, rowsOf, widthOf } from '../outcome/label/label-set';
import { speaksFor } from '../outcome/label/speaks-for';
import { SampleDesign, designOf } from '../outcome/label/sample-design';
import { driftOf } from '../drift/drift';
import type { FitBefore } from '../drift/fit-before';
import { answersView, spokenFor } from './answers-beside';
import { noticesOf } from './notices';
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
  /** The fit that reads the labels of the last 30 days, see `findFitBefore`; null without one. */
  before: FitBefore | null;
  set: LabelSet;
  /** Held-out reads of the labels, see `heldOutReads`; null without a fit. */
  reads: Float64Array | null;
  floor: number;
  /** `worth` is null without labels, and where it was not counted with a stored report. */
  figures: { raw: Figures | null; calibrated: Figures | null; worth: Worth | null };
  counted: CountedLabels;
  /** Which labels the report takes. */
  filter: LabelFilter;
  nowMs: number;
}

/** The report of one version in one epoch. Pure: the same labels, fit and time give the same report, to the digit. */
export function reportOf(input: ReportInput): CalibrationReport {
  const { judgment, epoch, fit, set, reads, floor, figures, counted, nowMs, choice, expected, before } = input;
  const { raw, calibrated, worth } = figures;
  const labels = set.y.length;
  const design = designOf(set);
  const drift = reads && expected !== null ? driftOf(set, { before, reads, expected, floor, nowMs }) : null;
  const metrics = { raw: raw?.metrics ?? null, calibrated: calibrated?.metrics ?? null };
  const rate = judgment.type === 'bool' ? weightedShare({ y: set.y, ...design }) : null;
  const report: CalibrationReport = {
    version: shownVersion(judgment.copied, judgment.active_version),
    engine_version: epoch,
    rule: figureRule,
    type: judgment.type,
    fit: fit?.id ?? null,
    fitted_at: fit?.made_at.toISOString() ?? null,
    fit_outcomes: fit ? filterView(filterOf(fit.outcomes)) : null,
    fit_labels: fit?.labels.count ?? null,
    read_with: fit?.read_with ?? 'raw',
    base_rate: rate?.value ?? null,
    base_rate_interval: rate?.interval ?? null,
    classes: classesOf(set, design),
    labels: {
      ...counted.labels,
      documents: design.documents,
      used: labels,
      sampled: counted.sampled,
      outcomes: filterView(input.filter),
    },
    excluded: counted.excluded,
    bins: (calibrated ?? raw)?.bins ?? [],
    raw_bins: raw?.bins ?? [],
    histogram: (calibrated ?? raw)?.histogram ?? [],
    raw_histogram: raw?.histogram ?? [],
    held_out: { ...metrics, features_only: input.featuresOnly, ...gainIn(worth) },
    raw: {
      log_loss: raw?.metrics.log_loss ?? null,
      brier: raw?.metrics.brier ?? null,
      accuracy: raw?.metrics.accuracy ?? null,
    },
    thresholds: labels === 0 ? {} : thresholdPerformances(set, design, judgment.thresholds),
    drift,
    agreement: counted.agreement ?? null,
    choice,
    confusion: worth?.confusion,
    level_bias: worth?.level_bias,
    answers: answersView(set),
    notices: noticesOf({ fit, set, design, counted, reads, floor, drift, metrics, worth }),
    computed_at: new Date(nowMs).toISOString(),
  };
  // While what happens has moved, labels of before and of now together are not what the answers of now are.
  return spokenFor(report, drift?.worse ? 'labelled' : speaksFor(set));
}

function gainIn(worth: Worth | null) {
  if (worth === null) return {};
  const { base_rate, skill, skill_interval } = worth;
  return { base_rate, skill, skill_interval };
}

/** The candidate maps of a fit as the API shows them. */
export function choiceView(losses: Record<string, number>, chosen: string): FitChoiceView {
  return {
    out_of_sample: false,
    candidates: Object.entries(losses).map(([map, log_loss]) => ({ map, log_loss, chosen: map === chosen })),
  };
}

function classesOf({ form, y, reads }: LabelSet, { weights }: SampleDesign): ClassCount[] {
  // Options that each answer has for itself are no classes.
  if (form.type === 'bool' || form.optionsVary) return [];
  const names = form.type === 'choice' ? [...form.options, null] : form.levels.map(String);
  const rows = rowsOf(reads, widthOf(form));
  const weightOf = (label: number) => (weights ? weights[label] : 1);
  const all = y.length === 0 ? 1 : y.reduce((sum, _, label) => sum + weightOf(label), 0);
  return names.map((value, k) => {
    const labels = y.reduce((sum, happened) => sum + (happened === k ? 1 : 0), 0);
    const share = y.reduce((sum, happened, label) => sum + (happened === k ? weightOf(label) : 0), 0) / all;
    const given = rows.reduce((sum, row, label) => sum + weightOf(label) * row[k], 0);
    return { value, labels, share, mean_p: given / all };
  });
}
