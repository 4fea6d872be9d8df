import type { DriftReason, DriftView, IntervalView } from '@app/contracts/calibration';
import { type LabelSet, pick } from '../outcome/label/label-set';
import { speaksFor } from '../outcome/label/speaks-for';
import { type FitBefore, windowStartMs } from './fit-before';
import { meansView, testsView } from './test-view';
import { windowSeen, windowTests } from './window-tests';

export interface DriftInput {
  /** The last fit from before the window, see `findFitBefore`; null without one. */
  before: FitBefore | null;
  /** Held-out reads of all labels by the fit in force, see `heldOutReads`. */
  reads: Float64Array;
  /** Held-out log loss of the fit in force when it was made, in nats. */
  expected: number;
  floor: number;
  nowMs: number;
}

/**
 * Compares the labels of the last month with what a fit from before it reads and promised. Without such a fit nothing is tested, and
 * the figures are those of the fit in force, which knows the labels.
 * @returns null without labels of that time
 */
export function driftOf(set: LabelSet, { before: fit, reads, expected, floor, nowMs }: DriftInput): DriftView | null {
  const sinceMs = windowStartMs(nowMs);
  const { window, before } = sidesOf(set, sinceMs, nowMs);
  if (window.length === 0) return null;
  const found = fit && windowTests(set, { ...fit, before, window }, fit.floor);
  const seen = found?.seen ?? windowSeen(set, window, reads, floor);
  const tests = found ? testsView(found, set.form) : [];
  const means = meansView(seen, set.form);
  const isReadBy = found && fit;
  return {
    since: new Date(sinceMs).toISOString(),
    until: new Date(nowMs).toISOString(),
    labels: window.length,
    documents: new Set(window.map((label) => set.units[label])).size,
    fit: isReadBy ? fit.id : null,
    fit_made_at: isReadBy ? fit.madeAt.toISOString() : null,
    log_loss: seen.loss,
    expected_log_loss: found?.promised ?? expected,
    log_loss_interval: seen.interval as IntervalView | null,
    ...means,
    mean_p: set.form.type === 'bool' ? means.mean_read : null,
    slope: found?.slope?.slope ?? null,
    tests,
    reason: tests.length > 0 ? null : reasonOf(fit, before),
    worse: found !== null && found.failed.length > 0,
    speaks_for: speaksFor(pick(set, window)),
  };
}

/** Whether the labels of the last month are not what a fit from before it reads, beyond noise. */
export function isDrifting(set: LabelSet, fit: FitBefore | null, nowMs: number): boolean {
  const sides = sidesOf(set, windowStartMs(nowMs), nowMs);
  if (fit === null) return false;
  return (windowTests(set, { ...fit, ...sides }, fit.floor)?.failed.length ?? 0) > 0;
}

function sidesOf({ observedMs }: LabelSet, sinceMs: number, nowMs: number) {
  const all = Array.from(observedMs.keys());
  return {
    window: all.filter((label) => observedMs[label] >= sinceMs && observedMs[label] < nowMs),
    before: all.filter((label) => observedMs[label] < sinceMs),
  };
}

function reasonOf(fit: FitBefore | null, before: readonly number[]): DriftReason {
  if (fit === null) return 'no_fit_before';
  return before.length === 0 ? 'no_labels_before' : 'too_few_documents';
}
