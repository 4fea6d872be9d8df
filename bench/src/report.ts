import { CaseResult } from './cases/case';
import { PacedComparison } from './cases/deliveries';
import { JudgingResult } from './cases/judging';
import { median, spread } from './statistics';

/** One line a case: medians and spread over the rounds, and whether the goal was reached. */
export function reportCase(result: CaseResult): string {
  const ratio = median(result.ratios);
  return [
    result.name.padEnd(72),
    `raw ${median(result.rawPerSecond).toFixed(0).padStart(7)}/s`,
    `own ${median(result.ownPerSecond).toFixed(0).padStart(7)}/s`,
    `p50 ${median(result.ownP50Ms).toFixed(1).padStart(6)} ms`,
    `p99 ${median(result.ownP99Ms).toFixed(1).padStart(6)} ms`,
    `ratio ${ratio.toFixed(2)} (${spread(result.ratios)})`,
    `goal ${result.goal.toFixed(2)} ${ratio >= result.goal ? 'reached' : 'MISSED'}`,
  ].join('  ');
}

export function reportJudging(results: JudgingResult[]): string {
  const ratios = results.map(({ ratio }) => ratio);
  const answers = median(results.map(({ answersPerSecond }) => answersPerSecond));
  const ideal = results[0].idealPerSecond;
  const reached = median(ratios) >= 0.85 ? 'reached' : 'MISSED';
  return `judging, 50 ms engine, 32 in flight: ${answers.toFixed(0)} answers/s of ${ideal.toFixed(0)} ideal  ratio ${median(ratios).toFixed(2)} (${spread(ratios)})  goal 0.85 ${reached}`;
}

const mostTimesQueue = 4;

/** The service's time from the commit against BullMQ's from the call of its `add`. */
export function reportPaced({ own, queue }: PacedComparison): string {
  const ratios = own.map(({ fromKeptP50Ms }, round) => fromKeptP50Ms / queue[round].fromCallP50Ms);
  const ms = (of: number[]): string => `${median(of).toFixed(1)} ms`;
  return [
    'deliveries, 100 a second, of BullMQ and Redis'.padEnd(72),
    `own p50 ${ms(own.map((one) => one.fromKeptP50Ms))} from the commit`,
    `p99 ${ms(own.map((one) => one.fromKeptP99Ms))}`,
    `BullMQ p50 ${ms(queue.map((one) => one.fromCallP50Ms))} from add (${ms(queue.map((one) => one.fromKeptP50Ms))} from its return)`,
    `ratio ${median(ratios).toFixed(2)} (${spread(ratios)})`,
    `goal under ${mostTimesQueue} ${median(ratios) < mostTimesQueue ? 'reached' : 'MISSED'}`,
  ].join('  ');
}
