import { DriftView, HeldOutMetrics, ReportNotice } from '@app/contracts/calibration';
import { minLabelsToCompare } from '@app/report';
import { Figure, meanInterval } from '@app/statistics';
import { driftedMessage } from '../drift/drift-words';
import { lossesOf } from '../figure/figures';
import { FitRow } from '../figure/fit/fit';
import { minLabels } from '../figure/fit/make-fit';
import { Worth } from '../figure/worth';
import { rankingOf } from '../figure/fit/ranking';
import { answersNotice } from '../outcome/label/answers-notice';
import { CountedLabels, EpochsInTurn } from '../outcome/label/label-counts';
import { LabelSet, sources } from '../outcome/label/label-set';
import { SampleDesign } from '../outcome/label/sample-design';
import { Consequences, rankingNotice } from '../figure/fit/ranking-notice';

/** What notices of a report are about. */
export interface Noticed {
  fit: Pick<FitRow, 'stored'> | null;
  set: LabelSet;
  design: SampleDesign;
  counted: CountedLabels;
  /** Held-out reads of the labels; null without a fit. */
  reads: Float64Array | null;
  floor: number;
  drift: DriftView | null;
  metrics: { raw: HeldOutMetrics | null; calibrated: HeldOutMetrics | null };
  worth: Worth | null;
}

/** Calibrated reads whose error is above this many times what noise alone gives are reported as miscalibrated. */
const noiseTimes = 3;

/** What a reader of a report must know before the figures, most basic first. */
export function noticesOf(about: Noticed): ReportNotice[] {
  const { fit, reads, drift, metrics } = about;
  const notices = labelNotices(about);
  const add = (code: string, message: string) => notices.push({ code, message });
  if (reads && isWorseThanRaw(about, reads)) {
    add(
      'worse_than_raw',
      'The fit reads these labels worse than the raw answers do, beyond noise: what happens has changed since. Make a fit of recent outcomes.',
    );
  }
  if (drift?.worse) add('drifted', driftedMessage(drift, about.set.form.type === 'score'));
  const ranking = rankingNotice(aurocOf(metrics.raw), consequencesOf(fit, reads));
  if (ranking) notices.push(ranking);
  if (isNoBetter(about)) {
    add(
      'no_better_than_base_rate',
      'These labels do not show that the answers are better than always saying the base rate: the interval of the gain (`held_out.skill`) does not lie above 0. Do not act on them yet; make the question more exact, or give the engine context that tells more.',
    );
  }
  const { ece = null, ece_noise_floor: noise = null } = metrics.calibrated ?? {};
  if (ece !== null && noise !== null && ece > noiseTimes * noise.mean) {
    add(
      'still_miscalibrated',
      `The calibrated answers have a calibration error of ${ece.toFixed(3)} where noise alone gives ${noise.mean.toFixed(3)}: no map of the fit is right for what is wrong. Do not take a single probability at its word; make the question or its criteria more exact.`,
    );
  }
  return notices;
}

function aurocOf(raw: HeldOutMetrics | null): Figure | null {
  return raw === null || raw.auroc === null ? null : { value: raw.auroc, interval: raw.auroc_interval };
}

/** What a fit makes of answers that rank backwards or nothing. */
function consequencesOf(fit: Noticed['fit'], reads: Float64Array | null): Consequences {
  const isTurned = fit !== null && rankingOf(fit.stored) === 'falling';
  const turned = isTurned ? ' Until then the fit reads them the other way round.' : '';
  const isBaseRate = reads !== null && spreadOf(reads) < baseRateSpread;
  return {
    backwards: `; check the wording of the question.${turned}`,
    nothing: isBaseRate
      ? ', and the fit reads them as the base rate. Ask in other words, or give the engine context that tells more.'
      : null,
  };
}

/** Reads within a tenth of each other, but for the outermost tenth of them, say no more than the base rate. */
const baseRateSpread = 0.1;

/** The distance between the fifth and the ninety-fifth percentile. */
function spreadOf(reads: Float64Array): number {
  const sorted = reads.slice().sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return sorted.length === 0 ? 0 : at(0.95) - at(0.05);
}

const queue = sources.indexOf('queue');

/** Notices about which labels there are. */
function labelNotices({ fit, set, counted }: Noticed): ReportNotice[] {
  const notices: ReportNotice[] = [];
  const add = (code: string, message: string) => notices.push({ code, message });
  const { count } = counted.labels;
  if (counted.inTurn) add('epochs_in_turn', inTurnMessage(counted.inTurn));
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
      `The review queue chose ${drawn} of ${set.y.length} labels, mostly where answers are unsure. Every figure weights them to stand for all answers.`,
    );
  }
  if (counted.sampled) {
    add('sampled', `The figures stand on a fixed sample of ${set.y.length} of ${count} labels.`);
  }
  const isSaid = set.population !== null || counted.areAnswersMissing === true;
  const unlike = isSaid ? answersNotice(set, 'base rate, recall and every figure of all answers') : null;
  if (unlike) notices.push(unlike);
  return notices;
}

function inTurnMessage({ epochs, labels }: EpochsInTurn): string {
  const [others, them] = epochs === 1 ? ['another epoch', 'it'] : [`${epochs} other epochs`, 'them'];
  return `The engine answered in this epoch and in ${others} in turn: ${labels} labels stand in ${them}, and no figure joins them. Each needs ${minLabels} labels for a fit of its own; \`engine_version=\` reads the report of another epoch.`;
}

/** Whether the gain over the base rate may be chance, where there are labels enough to say so. */
function isNoBetter({ set, worth }: Noticed): boolean {
  const gain = worth?.skill_interval;
  return set.y.length >= minLabelsToCompare && Boolean(gain && gain[0] <= 0);
}

/** Less than this share of the raw loss is no reason to act. */
const leastCost = 0.01;

/**
 * Whether the held-out reads lose more than the raw ones, by the interval of the weighted difference over documents, and more than
 * learning costs where nothing changed and raw reads are right: the two numbers of a map one nat over the documents (Akaike 1973), and
 * the choice among maps as much again.
 * @see docs/methods.md#maps-of-one-probability, where the chosen map costs 0.0098 to 0.026 at 50 labels and 0.0045 to 0.0087 at 200
 */
function isWorseThanRaw({ set, design, floor }: Noticed, reads: Float64Array): boolean {
  const { units, weights, documents } = design;
  const raw = lossesOf(set, set.reads, floor);
  const cost = lossesOf(set, reads, floor).map((loss, label) => loss - raw[label]);
  const interval = meanInterval(cost, units, 0.95, weights);
  if (interval === null || interval[0] <= 0) return false;
  return meanOf(cost, weights) > Math.max(leastCost * meanOf(raw, weights), 2 / documents);
}

function meanOf(losses: Float64Array, weights: Float64Array | null): number {
  const weightOf = (label: number) => (weights ? weights[label] : 1);
  const all = losses.reduce((sum, _, label) => sum + weightOf(label), 0);
  return losses.reduce((sum, loss, label) => sum + weightOf(label) * loss, 0) / all;
}
