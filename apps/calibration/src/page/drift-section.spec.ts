import type { CalibrationReport, DriftView } from '@app/contracts/calibration';
import { parseHTML } from 'linkedom';
import { driftSection } from './drift-section';

const drift: DriftView = {
  since: '2026-10-28T00:00:00.000Z',
  until: '2026-11-27T00:00:00.000Z',
  labels: 300,
  documents: 120,
  fit: 'fit_0',
  fit_made_at: '2026-10-27T02:00:00.000Z',
  log_loss: 0.551,
  expected_log_loss: 0.632,
  log_loss_interval: [0.519, 0.587],
  mean_p: 0.401,
  mean_read: 0.401,
  observed: 0.183,
  options: [],
  slope: 0.9,
  tests: [
    { test: 'mean', statistic: -7.9, p: 0.0001 },
    { test: 'slope', statistic: -0.4, p: 1 },
    { test: 'loss', statistic: -2, p: 1 },
  ],
  reason: null,
  worse: true,
};

const textOf = (of: Partial<DriftView>, type: CalibrationReport['type'] = 'bool') => {
  const { text } = driftSection({ drift: { ...drift, ...of }, type } as CalibrationReport);
  const { document } = parseHTML(`<html><body>${text}</body></html>`);
  return (document.querySelector('body')?.textContent ?? '').replace(/\s+/g, ' ').trim();
};

describe('the last 30 days on the page', () => {
  it('say what was read and what came true, and what fails beyond noise [ST-F1]', () => {
    expect(textOf({})).toBe(
      'The last 30 days 300 labels of 120 documents, read by fit_0 of 2026-10-27: 18.3 % came true where 40.1 % was read; ' +
        'log loss 0.551 (0.519 to 0.587) against 0.632. That is beyond noise (mean p below 0.001).',
    );
  });

  it('say that what came true is within noise of what was read, test by test [ST-F1]', () => {
    const tests = [{ test: 'mean' as const, statistic: -1, p: 0.95 }];
    expect(textOf({ worse: false, tests, documents: 300 })).toContain('300 labels, read by fit_0');
    expect(textOf({ worse: false, tests })).toContain('That is within noise (mean p 0.950).');
  });

  it('say why nothing is tested, and show a report of before these tests [ST-F1]', () => {
    const none = { fit: null, fit_made_at: null, tests: [], worse: false };
    expect(textOf({ ...none, reason: 'no_fit_before' })).toContain(
      'Nothing is tested: no fit was made before they began.',
    );
    expect(textOf({ ...none, reason: 'no_labels_before' })).toContain('no label here is from before them');
    expect(driftSection({ drift: null } as CalibrationReport).text).toBe('');
  });

  it('list the options of a choice, and name the mean outcome of a score [ST-F1]', () => {
    const options = [
      { option: 'refund', mean_read: 0.4, observed: 0.18 },
      { option: null, mean_read: 0.6, observed: 0.82 },
    ];
    const tests = [{ test: 'mean' as const, option: 'refund', statistic: -5, p: 0.001 }];
    const text = textOf({ options, tests, mean_read: null, observed: null, mean_p: null }, 'choice');
    expect(text).toContain('refund came true in 18.0 % where 40.0 % was read');
    expect(text).toMatch(/none of these 60\.0.%\s*82\.0.%/);
    expect(textOf({ mean_read: 3.9, observed: 3.2 }, 'score')).toContain(
      'the mean outcome is 3.20 where 3.90 was read',
    );
  });
});
