import { linkToNext, usageCsv } from './usage-csv';

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

it('is no program of a spreadsheet: names that begin like a formula get a quote mark, and numbers none [DASH-06]', () => {
  const line = { judgment_units: 1, tokens: 1, cost_usd: 0, pinned_gib_months: 0 };
  const names = ['-2+3/t1', '=x', '+1', '@SUM', 'a-b'];
  const namespaces = names.map((namespace) => ({ namespace, ...line, by_judgment: { '-late': 1 } }));
  const report = { month: '2026-03', judgment_units: 5, tokens: 5, cost_usd: 0, active_namespaces: 5 };
  const cells = usageCsv({ ...report, namespaces })
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(','));
  expect(cells.filter(([, , judgment]) => judgment === '').map(([, namespace]) => namespace)).toEqual([
    ...["'-2+3/t1", "'=x", "'+1", "'@SUM", 'a-b'],
  ]);
  expect(cells.filter(([, , judgment]) => judgment !== '').map(([, , judgment]) => judgment)).toEqual(
    Array(5).fill("'-late"),
  );
});

it('leads to the next page of the same month, with what was asked', () => {
  const sums = { judgment_units: 0, tokens: 0, cost_usd: 0, active_namespaces: 0, namespaces: [] };
  const report = { month: '2026-03', ...sums, next_cursor: 'abc' };
  expect(linkToNext({}, report)).toBe('</v1/usage?format=csv&month=2026-03&cursor=abc>; rel="next"');
  expect(linkToNext({ namespace_prefix: 'acme/*', limit: 2 }, report)).toBe(
    '</v1/usage?format=csv&month=2026-03&cursor=abc&namespace_prefix=acme%2F*&limit=2>; rel="next"',
  );
});
