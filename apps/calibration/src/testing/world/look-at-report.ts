import { figuresOf, gridFloor, meanWhere, performanceOf, steadyRate } from '@app/testing/world';
import { type Observation, covers, isTrue, tells } from './observation';
import type { JudgedWorld } from './judged-world';
import { alarm, worldNowMs } from './label-rows';
import { weeksOf } from '../../history/weeks';
import { speaksFor } from '../../outcome/label/speaks-for';
import type { Needs } from './needs';

/** Notices that claim a fault; which worlds need one is in `Needs`. */
const claims = ['worse_than_raw', 'drifted', 'still_miscalibrated', 'ranks_backwards', 'ranks_nothing'];
const unlike = 'labels_unlike_answers';

/** The figures of a report and its notices, beside what is true of the answers of now that it speaks for. */
export function lookAtReport({ report, truthOf }: JudgedWorld, needs: Needs): Observation[] {
  const { raw, calibrated } = report.held_out;
  const truth = truthOf(report.speaks_for ?? 'all');
  const trueRaw = figuresOf(truth.raw, gridFloor);
  const trueCalibrated = figuresOf(truth.calibrated, gridFloor);
  const see = (figure: string, interval: Parameters<typeof covers>[2], value: number) =>
    covers('report', figure, interval, value);
  return [
    ...see('base rate', report.base_rate_interval, trueRaw.baseRate),
    ...see('raw log loss', raw?.log_loss_interval, trueRaw.logLoss),
    ...see('raw Brier', raw?.brier_interval, trueRaw.brier),
    ...see('raw accuracy', raw?.accuracy_interval, trueRaw.accuracy),
    ...see('AUROC', raw?.auroc_interval, trueRaw.auroc),
    ...see('top 5 %', raw?.precision_at_5_interval, trueRaw.precisionAt5),
    ...see('top 10 %', raw?.precision_at_10_interval, trueRaw.precisionAt10),
    ...see('log loss', calibrated?.log_loss_interval, trueCalibrated.logLoss),
    ...see('Brier', calibrated?.brier_interval, trueCalibrated.brier),
    ...see('accuracy', calibrated?.accuracy_interval, trueCalibrated.accuracy),
    ...report.raw_bins.flatMap(({ low, high, interval }) =>
      see('bins', interval, meanWhere(truth.raw, (p) => low <= p && p <= high).share),
    ),
    ...noticesOf(report.notices, needs),
  ];
}

function noticesOf(notices: readonly { code: string }[], { drifts, isUnlike }: Needs): Observation[] {
  const has = (code: string) => notices.some((notice) => notice.code === code);
  // Where the truth has moved, the fit is wrong in more than one way, and each may be said.
  const claimed = drifts ? [] : claims.map((code) => isTrue('report', `notice ${code}`, !has(code)));
  const needed = drifts ? [tells('report', 'notice drifted', has('drifted'))] : [];
  if (isUnlike === 'may be') return [...claimed, ...needed];
  const other = isUnlike
    ? tells('report', `notice ${unlike}`, has(unlike))
    : isTrue('report', `notice ${unlike}`, !has(unlike));
  return [...claimed, ...needed, other];
}

/** The thresholds in force. */
export function lookAtThresholds({ report, truthOf }: JudgedWorld): Observation[] {
  const { precision_interval, recall_interval, flagged, speaks_for = 'all' } = report.thresholds['alarm'];
  const real = performanceOf(truthOf(speaks_for).raw, alarm);
  const all = performanceOf(truthOf('all').raw, alarm);
  return [
    ...covers('thresholds', 'precision', precision_interval, real.precision),
    ...covers('thresholds', 'recall', recall_interval, real.recall),
    isTrue('thresholds', 'flagged within 0.05', Math.abs(flagged - all.flagged) <= 0.05),
  ];
}

/** The labels of the last month beside what the fit from before it reads. */
export function lookAtDrift({ report: { drift }, readBefore }: JudgedWorld, { drifts, isNew }: Needs): Observation[] {
  if (isNew) return [isTrue('drift', 'says nothing without a fit from before', drift?.reason === 'no_fit_before')];
  if (drift === null || readBefore === null) return [];
  const real = figuresOf(readBefore, gridFloor);
  if (drifts) {
    return [
      tells('drift', 'worse', drift.worse),
      ...covers('drift', 'log loss of the month', drift.log_loss_interval, real.logLoss),
    ];
  }
  return [
    ...covers('drift', 'log loss of the month', drift.log_loss_interval, real.logLoss),
    isTrue('drift', 'worse', !drift.worse),
  ];
}

/** The labels by week. */
export function lookAtHistory({ set, reads, world }: JudgedWorld): Observation[] {
  const { population, labelled } = world;
  // Only worlds in which nothing moves have labels that are unlike the answers.
  const isOfLabelled = speaksFor(set) === 'labelled' && labelled !== population;
  const rateAt = isOfLabelled ? steadyRate(labelled) : world.rateAt;
  const dayMs = 86_400_000;
  return weeksOf(set, reads, { weeks: 26, nowMs: worldNowMs }).flatMap(({ week, interval }) => {
    const from = Date.parse(week);
    const ages = Array.from(set.observedMs)
      .filter((ms) => ms >= from && ms < from + 7 * dayMs)
      .map((ms) => (worldNowMs - ms) / dayMs);
    return covers('history', 'week', interval, ages.reduce((sum, age) => sum + rateAt(age), 0) / ages.length);
  });
}
