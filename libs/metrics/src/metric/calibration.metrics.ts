import { counter, gauge, histogram, measured } from './declare';

/** Outcomes, fits and reports. */
export const calibrationMetrics = {
  fits: counter('calibration_fits_total', {
    meaning: 'Fits that ended, by outcome: `made`, or the kind of failure.',
    why: 'Whether calibration keeps up with outcomes.',
    labels: ['outcome'],
  }),
  computeDuration: histogram('calibration_compute_duration_seconds', {
    meaning:
      'Time of one task of the computing thread, by kind: `figures` (a fit or a report), `row` and `side` (alternatives).',
    why: 'What the computing thread is busy with.',
    labels: ['kind'],
  }),
  computeWaiting: gauge('calibration_compute_waiting', {
    meaning: 'Tasks that wait for the computing thread of this process, by queue: `reports` or `rows`.',
    why: 'Reports are refused when too many wait.',
    labels: ['queue'],
  }),
  waitingOutcomes: measured('calibration_outcomes_waiting', {
    meaning: 'Outcomes that wait for the answer to which they belong, up to 10,000.',
    why: 'They count for nothing until it is known.',
  }),
};
