import { secondsOf } from '../month/month';
import { NamespaceMonth, reportOf, visible } from './usage';

const row = (namespace: string, units: string, cost_usd: string): NamespaceMonth => ({
  namespace,
  units,
  tokens: '10',
  cost_usd,
  by_judgment: { late: units },
  active: true,
  byte_seconds: '0',
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

const fees = { tenantUsd: '0.5', pinnedUsdPerGib: '4' };

describe('reportOf', () => {
  it('sums exactly and rounds only the figures of the report', () => {
    const rows = [row('a', '0.25', '0.0000004'), row('b', '1.5', '0.0000004')];
    const report = reportOf({ month: '2026-03', rows, fees, closedAt: null });
    const line = { tokens: 10, cost_usd: 0, pinned_gib_months: 0 };
    expect(report).toEqual({
      month: '2026-03',
      judgment_units: 1.75,
      tokens: 20,
      cost_usd: 0.000001,
      active_namespaces: 2,
      namespaces: [
        { namespace: 'a', judgment_units: 0.25, by_judgment: { late: 0.25 }, ...line },
        { namespace: 'b', judgment_units: 1.5, by_judgment: { late: 1.5 }, ...line },
      ],
      tenant_fee_usd: 1,
      pinned_gib_months: 0,
      pinned_cost_usd: 0,
      total_cost_usd: 1.000001,
      closed_at: null,
    });
  });

  it('bills pinned namespaces by size and time, and takes no tenant fee from one that was only pinned [BILL-09]', () => {
    const gibFor = (seconds: number, gib: number) => String(gib * 2 ** 30 * seconds);
    const month = secondsOf('2026-02');
    const rows = [
      { ...row('whole', '1', '2'), byte_seconds: gibFor(month, 1) },
      { ...row('half', '0', '0'), active: false, byte_seconds: gibFor(month / 4, 2) },
    ];
    expect(reportOf({ month: '2026-02', rows, fees, closedAt: null })).toMatchObject({
      namespaces: [{ pinned_gib_months: 1 }, { pinned_gib_months: 0.5 }],
      ...{ pinned_gib_months: 1.5, pinned_cost_usd: 6, active_namespaces: 1, tenant_fee_usd: 0.5 },
      total_cost_usd: 8.5,
    });
  });
});
