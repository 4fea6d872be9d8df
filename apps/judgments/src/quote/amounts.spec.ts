import { amountsOf, toEstimate } from './amounts';

const onChange = { policy: 'on_change', debounce_ms: 0, max_wait_ms: 0, interval: null } as const;

describe('an estimate', () => {
  it('counts a month of changes and the stored documents, and shows what billing quotes [JDG-25]', () => {
    const counts = { documents: 16_959, changesPerDay: 100 };
    const amounts = amountsOf(onChange, counts, 1, 16_958.9);
    expect(amounts).toEqual({ monthly: 3000, existing: 16_959 });
    expect(toEstimate(counts, 16_959, amounts, { monthly: 2.4, existing: 13.5672 })).toMatchObject({
      judgments_per_month: 3000,
      replay_cost_usd_per_month: 2.4,
      existing: { documents: 16_959, judgment_units: 16_959, cost_usd: 13.5672 },
    });
  });

  it('says for how long changes were observed, where documents say it [REL-F1]', () => {
    const amounts = { monthly: 0, existing: 0 };
    const counts = { documents: 1, changesPerDay: 1 };
    expect(toEstimate({ ...counts, observedDays: 0 }, 1, amounts, amounts)).toMatchObject({ observed_days: 0 });
    expect(toEstimate(counts, 1, amounts, amounts)).not.toHaveProperty('observed_days');
  });

  it('adds every interval of every document, and nothing for judging on reads', () => {
    const counts = { documents: 10, changesPerDay: 1 };
    expect(amountsOf({ ...onChange, policy: 'interval', interval: '1d' }, counts, 2, 0).monthly).toBe(660);
    expect(amountsOf({ ...onChange, policy: 'on_read' }, counts, 2, 0).monthly).toBe(0);
  });
});
