import type { JudgmentSnapshot } from './snapshot';
import { effectiveSnapshots } from './effective';
import { covers, scopeChain } from './scope';

const column = (scope: string, name: string, more: Partial<JudgmentSnapshot> = {}): JudgmentSnapshot => ({
  judgmentId: `jdg_${scope}_${name}`,
  organization: 'org_1',
  scope,
  name,
  revision: 1,
  activeVersion: 1,
  type: 'bool',
  policy: 'on_read',
  debounceMs: 2_000,
  maxWaitMs: 20_000,
  intervalMs: null,
  appliesTo: null,
  readPaths: ['state.a'],
  thresholds: { t: 0.5 },
  levels: [],
  options: [],
  features: [],
  parts: [],
  renderFormat: 1,
  archived: false,
  ...more,
});

describe('inheritance', () => {
  it('matches whole levels of a name', () => {
    expect(scopeChain('org/prod/x')).toEqual(['org/prod/x', 'org/prod/*', 'org/*']);
    expect(scopeChain('org/prod/*')).toEqual(['org/prod/*', 'org/*']);
    expect(scopeChain('solo')).toEqual(['solo']);
    expect(scopeChain('/a//b')).toEqual(['/a//b', '/a//*', '/a/*']);
    for (const [namespace, covered] of Object.entries({
      'org/prod/x': true,
      'org/prod/x/y': true,
      'org/production/x': false,
      'org/prod': false,
    })) {
      expect([namespace, covers('org/prod/*', namespace)]).toEqual([namespace, covered]);
      expect(scopeChain(namespace).includes('org/prod/*')).toBe(covered);
    }
  });

  it('takes the most specific scope for each name', () => {
    const columns = [
      column('org/*', 'a'),
      column('org/prod/*', 'a'),
      column('org/*', 'b'),
      column('org/prod/x', 'b'),
      column('org/production/x', 'c'),
      column('org/prod/*', 'd', { archived: true }),
      column('org/*', 'd'),
    ];
    const found = effectiveSnapshots(columns, 'org/prod/x').map(({ name, scope, template }) => [name, scope, template]);
    expect(found).toEqual([
      ['a', 'org/prod/*', 'org/prod/*'],
      ['b', 'org/prod/x', null],
      ['d', 'org/*', 'org/*'],
    ]);
  });

  it("applies the namespace's overrides to inherited judgments only", () => {
    const inherited = column('org/*', 'a');
    const own = column('org/x', 'b');
    const fanout = { rolling_limit: 10 };
    const freshness = { policy: 'interval', debounce_ms: 0, max_wait_ms: 0, interval: '1h', fanout } as const;
    const overrides = [inherited, own].map(({ judgmentId }) => ({
      judgmentId,
      scope: 'org/x',
      revision: 2,
      thresholds: {},
      freshness,
    }));
    const [a, b] = effectiveSnapshots([inherited, own], 'org/x', overrides);
    expect(a).toMatchObject({
      thresholds: {},
      policy: 'interval',
      intervalMs: 3_600_000,
      fanout,
      overrides: ['thresholds', 'freshness'],
      thresholdsOverridden: true,
    });
    expect(b).toMatchObject({ thresholds: { t: 0.5 }, policy: 'on_read', overrides: [], thresholdsOverridden: false });
    expect(effectiveSnapshots([inherited], 'org/y', overrides)[0]).toMatchObject({ thresholds: { t: 0.5 } });
  });
});
