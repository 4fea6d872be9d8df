import { usageCsv } from './usage-csv';

it('is a table of namespaces with their judgments below them', () => {
  const line = { judgment_units: 1.25, tokens: 318, cost_usd: 0.0025, pinned_gib_months: 0.5 };
  const report = { month: '2026-03', judgment_units: 1.25, tokens: 318, cost_usd: 0.0025, active_namespaces: 1 };
  const namespaces = [{ namespace: 'acme/prod/t1', ...line, by_judgment: { late: 1, angry: 0.25 } }];
  expect(usageCsv({ ...report, namespaces })).toBe(
    [
      'month,namespace,judgment,judgment_units,tokens,cost_usd,pinned_gib_months',
      '2026-03,acme/prod/t1,,1.25,318,0.0025,0.5',
      '2026-03,acme/prod/t1,late,1,,,',
      '2026-03,acme/prod/t1,angry,0.25,,,',
      '',
    ].join('\r\n'),
  );
});
