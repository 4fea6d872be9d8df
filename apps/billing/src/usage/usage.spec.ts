import { NamespaceMonth, reportOf, visible } from './usage';

const row = (namespace: string, units: string, cost_usd: string): NamespaceMonth => ({
  namespace,
  units,
  tokens: '10',
  cost_usd,
  by_judgment: { late: units },
});

describe('visible', () => {
  const rows = ['acme', 'acme/t1', 'acme/t12', 'beta'].map((namespace) => ({ namespace }));
  it.each([
    ['*', undefined, ['acme', 'acme/t1', 'acme/t12', 'beta']],
    ['acme/*', undefined, ['acme/t1', 'acme/t12']],
    ['acme*', 'acme/t1', ['acme/t1']],
    ['acme/t1*', 'acme*', ['acme/t1']],
    ['beta', 'acme*', []],
  ])('scope %s with prefix %s shows %j', (scope, prefix, expected) => {
    expect(visible(rows, scope, prefix).map(({ namespace }) => namespace)).toEqual(expected);
  });
});

describe('reportOf', () => {
  it('sums exactly and rounds what is shown', () => {
    const report = reportOf('2026-03', [row('a', '0.25', '0.0000004'), row('b', '1.5', '0.0000004')]);
    expect(report).toEqual({
      month: '2026-03',
      judgment_units: 1.75,
      tokens: 20,
      cost_usd: 0.000001,
      active_namespaces: 2,
      namespaces: [
        { namespace: 'a', judgment_units: 0.25, tokens: 10, cost_usd: 0, by_judgment: { late: 0.25 } },
        { namespace: 'b', judgment_units: 1.5, tokens: 10, cost_usd: 0, by_judgment: { late: 1.5 } },
      ],
    });
  });
});
