import type { Schema } from '@app/sdk/client';
import { answersText, driftText } from './drift-text';

const drift: Schema<'DriftView'> = {
  since: '2026-10-28T00:00:00.000Z',
  until: '2026-11-27T00:00:00.000Z',
  labels: 300,
  log_loss: 0.551,
  expected_log_loss: 0.632,
  log_loss_interval: [0.519, 0.587],
  mean_p: 0.4,
  mean_read: 0.4,
  observed: 0.18,
  worse: true,
};

it('says what came true where what was read, and whether that is beyond noise [ST-F1]', () => {
  expect(driftText(drift, 'bool')).toBe('significantly different: actual 18.0 %, predicted 40.0 %');
  expect(driftText({ ...drift, worse: false, mean_read: 3.9, observed: 3.2 }, 'score')).toBe(
    'as before: actual 3.20, predicted 3.90',
  );
  const tests = [{ test: 'mean' as const, option: null, statistic: -3, p: 0.01 }];
  const options = [{ option: null, mean_read: 0.5, observed: 0.1 }];
  const choice = { ...drift, mean_read: null, observed: null, tests, options };
  expect(driftText(choice, 'choice')).toContain('none of these actual 10.0 %');
});

it('says why nothing is tested, and reads a reply of before the tests [ST-F1]', () => {
  expect(driftText(null, 'bool')).toBe('not enough labels');
  expect(driftText({ ...drift, reason: 'no_fit_before' }, 'bool')).toBe('not tested: no fit is from before them');
  const { mean_read: _, ...earlier } = drift;
  expect(driftText(earlier, 'bool')).toBe('significantly different');
});

it('says how the answers of the last counted week lie beside those of before, once there are some [ST-F1]', () => {
  const at = (psi: number | null) => ({
    week: '2026-11-23',
    counted_at: '2026-11-24T02:00:00.000Z',
    n: 1200,
    sampled: false,
    psi,
    p: psi,
  });
  expect([answersText([]), answersText([at(null)])]).toEqual([null, null]);
  expect(answersText([at(0.4), at(0.02)])).toContain(
    'of the week of 2026-11-23 are distributed as before (stability index 0.02)',
  );
  expect(answersText([at(0.1)])).toContain('are distributed somewhat differently from before');
  expect(answersText([at(0.3)])).toContain('are distributed very differently from before');
});
