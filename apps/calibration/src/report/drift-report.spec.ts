import { makeFit } from '../figure/fit/make-fit';
import type { FitBefore } from '../drift/fit-before';
import { type LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { formOf } from '../outcome/label/load-labels';
import { judgment, label, nowMs, overconfident, report } from './report.fake';

const dayMs = 86_400_000;
const floor = 1e-6;

/** A fit of labels that were observed long ago. */
function fitOf(of: typeof judgment, rows: LabelRow[]): FitBefore {
  const builder = new LabelSetBuilder(formOf(of));
  rows.forEach((row, at) => builder.add({ ...row, answer_id: `old_${at}`, document: `d${at}` }));
  const { stored, losses, chosen } = makeFit(builder.build(), floor);
  const madeAt = new Date(nowMs - 40 * dayMs);
  return { id: 'fit_0', madeAt, stored, labels: rows.length, floor, promised: losses[chosen] };
}

describe('the last 30 days of a report', () => {
  const old = overconfident(500, 3).map((row) => ({ ...row, observed_at: new Date(nowMs - 60 * dayMs) }));
  const recent = overconfident(150, 4);
  const before = fitOf(judgment, old);
  /** Fewer come true than before, which no loss sees: what is unlikely has little to lose. */
  const fallen = recent.map((row, at) => ({ ...row, value: row.value === true && at % 3 !== 0 }));
  const of = (rows: LabelRow[], by: FitBefore | null = before) =>
    report(judgment, [...old, ...rows], true, { before: by });

  it('are what the fit from before them reads where nothing moved [ST-F1]', () => {
    const { drift, notices } = of(recent);
    expect(drift).toMatchObject({ labels: 150, documents: 150, fit: 'fit_0', reason: null, worse: false });
    expect(drift?.fit_made_at).toBe(before.madeAt.toISOString());
    expect(drift?.expected_log_loss).toBe(before.promised);
    expect(drift?.tests?.map(({ test }) => test)).toEqual(['mean', 'slope', 'loss']);
    expect(notices.map(({ code }) => code)).not.toContain('drifted');
  });

  it('say that they moved where fewer came true than was read, with both numbers and the test [ST-F1]', () => {
    const { drift, notices } = of(fallen);
    const observed = fallen.filter(({ value }) => value === true).length / 150;
    expect(drift).toMatchObject({ worse: true, observed, mean_p: drift?.mean_read });
    expect(drift?.mean_read).toBeGreaterThan(observed + 0.1);
    const mean = drift?.tests?.find(({ test }) => test === 'mean');
    expect(mean?.p).toBeLessThan(0.01);
    expect(mean?.statistic).toBeLessThan(0);
    const message = notices.find(({ code }) => code === 'drifted')?.message;
    const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
    expect(message).toContain(`${percent(observed)} came true where ${percent(drift?.mean_read ?? 0)} was read`);
    expect(message).toMatch(/by the fit of 2026-02-20, beyond noise \(mean/);
  });

  it('are tested by nothing without a fit from before them, or without labels from before: a reason says so [ST-F1]', () => {
    const { drift } = of(fallen, null);
    expect(drift).toMatchObject({ fit: null, fit_made_at: null, tests: [], reason: 'no_fit_before', worse: false });
    expect(drift?.mean_read).toBeLessThan(0.5);
    const alone = report(judgment, fallen, true, { before }).drift;
    expect(alone).toMatchObject({ fit: null, tests: [], reason: 'no_labels_before', worse: false });
    const one = of(recent.slice(0, 1)).drift;
    expect(one).toMatchObject({ labels: 1, documents: 1, fit: 'fit_0', tests: [], reason: 'too_few_documents' });
    expect(of([]).drift).toBeNull();
  });

  it('of some of the labels are compared with the loss of those from before, since the fit promised that of all [ST-F1]', () => {
    const hard = old.filter(({ number }) => Math.abs((number ?? 0) - 0.5) < 0.45);
    const now = recent.filter(({ number }) => Math.abs((number ?? 0) - 0.5) < 0.45);
    const promise = (promised: number | null) =>
      report(judgment, [...hard, ...now], true, { before: { ...before, promised } }).drift;
    expect(promise(before.promised)?.expected_log_loss).toBe(before.promised);
    expect(promise(null)?.expected_log_loss).toBeGreaterThan((before.promised ?? 0) + 0.1);
    expect(promise(null)?.worse).toBe(false);
  });

  it('name the option of a choice that moved, and the mean outcome of a score [ST-F1]', () => {
    const choice = { ...judgment, type: 'choice' as const, options: ['a', 'b'] };
    const said = (a: number) => ({ dist: { a, b: 0.9 - a }, escape_p: 0.1 });
    const rowOf = (value: string | null, observedMs: number, at: number) =>
      label({ value, escape: value === null, observed_at: new Date(observedMs), ...said(at % 2 === 0 ? 0.5 : 0.4) });
    const values = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', null];
    const rows = (from: (string | null)[], ms: number, times: number) =>
      Array.from({ length: times * from.length }, (_, at) => rowOf(from[at % from.length], ms, at));
    const past = rows(values, nowMs - 60 * dayMs, 20);
    const now = rows(['b', 'b', 'b', 'a', 'b'], nowMs - dayMs, 12);
    const { drift, notices } = report(choice, [...past, ...now], true, { before: fitOf(choice, past) });
    expect(drift).toMatchObject({ worse: true, mean_read: null, observed: null, mean_p: null });
    expect(drift?.options?.map(({ option }) => option)).toEqual(['a', 'b', null]);
    expect(drift?.options?.[1].observed).toBeCloseTo(0.8, 12);
    expect(drift?.tests?.[0]).toMatchObject({ test: 'mean', option: expect.stringMatching(/^[ab]$/) });
    expect(notices.find(({ code }) => code === 'drifted')?.message).toMatch(/[ab] came true in \d+\.\d % where/);

    const score = { ...judgment, type: 'score' as const, levels: [1, 3, 5] };
    const level = (value: number, ms: number) =>
      label({ value, number: 3, dist: { 1: 0.3, 3: 0.4, 5: 0.3 }, observed_at: new Date(ms) });
    const levels = (from: number[], ms: number) =>
      Array.from({ length: 120 }, (_, at) => level(from[at % from.length], ms));
    const [then, lower] = [
      levels([1, 1, 1, 3, 3, 3, 3, 5, 5, 5], nowMs - 60 * dayMs),
      levels([1, 1, 3, 1], nowMs - dayMs),
    ];
    const moved = report(score, [...then, ...lower], true, { before: fitOf(score, then) });
    expect(moved.drift).toMatchObject({ worse: true, observed: 1.5, options: [], mean_p: null });
    expect(moved.notices.find(({ code }) => code === 'drifted')?.message).toContain(
      'the mean outcome is 1.50 where 3.',
    );
  });
});
