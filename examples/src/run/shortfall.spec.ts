import type { HeldOutMetrics } from '@app/contracts/calibration';
import { Agreement } from '../loader/compare/agreement';
import type { ReadReport } from '../report/report.read';
import { shortfalls } from './shortfall';

const agreement = (more: Partial<Agreement>): Agreement => ({
  judgment: 'late',
  type: 'bool',
  pairs: 200,
  accuracy: 0.45,
  baseline: 0.75,
  baseRate: 0.25,
  saidYes: 0.8,
  ...more,
});
const reportOf = (calibrated: Partial<HeldOutMetrics> | null) => ({
  namespace: 'shop',
  judgment: 'late',
  seconds: 0,
  file: null,
  report: {
    base_rate: 0.25,
    classes: [],
    held_out: {
      raw: null,
      calibrated,
      features_only: null,
      base_rate: { log_loss: 0.562, brier: 0.1875, accuracy: 0.75 },
    },
  } as never as ReadReport['report'],
});

it('says why the answers are right less often than the commonest outcome, and what the fit made of it', () => {
  expect(shortfalls([agreement({})], [reportOf({ accuracy: 0.81, log_loss: 0.4 })])).toEqual([
    'late: right in 45.0 %, the commonest outcome alone in 75.0 %. It said yes (0.5 or more) in 80.0 % and 25.0 % came true: ' +
      'before a fit its numbers lean to yes. The fit makes it 81.0 % (log loss 0.400, base rates alone 0.562), held out.',
  ]);
  const [useless] = shortfalls([agreement({ saidYes: 0.3 })], [reportOf({ accuracy: 0.75, log_loss: 0.57 })]);
  expect(useless).toMatch(/though of other documents.*so the answers add nothing to the base rates\.$/);
});

it('says so where there is no fit, and of options how they are chosen', () => {
  const choice = agreement({ type: 'choice', saidYes: undefined, baseRate: undefined });
  expect(shortfalls([choice], [reportOf(null)])).toEqual([
    expect.stringMatching(/The likeliest option is chosen without regard .* There is no fit\.$/),
  ]);
});

it('is silent about judgments that reach the baseline or have no pair', () => {
  expect(shortfalls([agreement({ accuracy: 0.75 }), agreement({ accuracy: null, baseline: null })], [])).toEqual([]);
});
