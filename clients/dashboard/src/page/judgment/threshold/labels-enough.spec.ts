import type { Schema } from '@app/sdk/client';
import { missingLabels } from './labels-enough';

const report = (used: number, base_rate: number | null, classes: object[] = []) =>
  ({ labels: { used }, base_rate, classes }) as unknown as Schema<'CalibrationReport'>;

it('says what is missing before a threshold can be held to labels [DASH-06]', () => {
  expect(missingLabels(report(12, 0.5), 'p', 'gte')).toContain('18 to go');
  expect(missingLabels(report(40, 0), 'p', 'gte')).toContain('None of the 40 labels is positive');
  expect(missingLabels(report(40, 1), 'p', 'gte')).toContain('All 40 labels are positive');
  expect(missingLabels(report(40, 0.3), 'p', 'gte')).toBeNull();
  expect(missingLabels(report(40, 0.3), 'p', 'lte')).toContain('only the volume');
  expect(missingLabels(report(40, null), 'escape_p', 'gte')).toContain('only the volume');
  const classes = [
    { value: 'a', share: 0 },
    { value: 'b', share: 0.6 },
  ];
  expect(missingLabels(report(40, null, classes), 'dist.a', 'gte')).toContain('None');
  expect(missingLabels(report(40, null, classes), 'dist.b', 'gte')).toBeNull();
});
