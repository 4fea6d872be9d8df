import { secondsOf } from '../month/month';
import { NamespaceMonth, WholeMonth, reportOf } from './usage';

const line = (namespace: string, units: string, cost_usd: string): NamespaceMonth => ({
  namespace,
  units,
  tokens: '10',
  cost_usd,
  by_judgment: { late: units },
  active: true,
  byte_seconds: '0',
});

const whole = (sums: Partial<WholeMonth>): WholeMonth => ({
  units: '0',
  tokens: '0',
  cost_usd: '0',
  by_judgment: {},
  active: 0,
  byte_seconds: '0',
  ...sums,
});

const fees = { tenantUsd: '0.5', pinnedUsdPerGib: '4' };
const open = { fees, closedAt: null, nextCursor: null };

describe('reportOf', () => {
  it('rounds only the figures of the report, whose sums are of every namespace and not of the page [BILL-10]', () => {
    const sums = whole({
      units: '1.75',
      tokens: '20',
      cost_usd: '0.0000008',
      by_judgment: { late: '1.75' },
      active: 2,
    });
    const lines = [line('a', '0.25', '0.0000004')];
    const report = reportOf({ ...open, month: '2026-03', whole: sums, lines, nextCursor: 'next' });
    expect(report).toEqual({
      month: '2026-03',
      judgment_units: 1.75,
      tokens: 20,
      cost_usd: 0.000001,
      by_judgment: { late: 1.75 },
      active_namespaces: 2,
      namespaces: [
        {
          namespace: 'a',
          judgment_units: 0.25,
          by_judgment: { late: 0.25 },
          tokens: 10,
          cost_usd: 0,
          pinned_gib_months: 0,
        },
      ],
      next_cursor: 'next',
      tenant_fee_usd: 1,
      pinned_gib_months: 0,
      pinned_cost_usd: 0,
      total_cost_usd: 1.000001,
      closed_at: null,
    });
  });

  it('bills pinned namespaces by size and time, and takes no tenant fee from one that was only pinned [BILL-09]', () => {
    const gibFor = (seconds: number, gib: number) => gib * 2 ** 30 * seconds;
    const month = secondsOf('2026-02');
    const [one, half] = [gibFor(month, 1), gibFor(month / 4, 2)];
    const lines = [
      { ...line('whole', '1', '2'), byte_seconds: String(one) },
      { ...line('half', '0', '0'), active: false, byte_seconds: String(half) },
    ];
    const sums = whole({ cost_usd: '2', active: 1, byte_seconds: String(one + half) });
    expect(reportOf({ ...open, month: '2026-02', whole: sums, lines })).toMatchObject({
      namespaces: [{ pinned_gib_months: 1 }, { pinned_gib_months: 0.5 }],
      pinned_gib_months: 1.5,
      pinned_cost_usd: 6,
      active_namespaces: 1,
      tenant_fee_usd: 0.5,
      total_cost_usd: 8.5,
    });
  });
});
