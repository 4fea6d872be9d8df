import fc from 'fast-check';
import type { Freshness } from '../freshness/freshness';
import type { JudgmentSnapshot, SnapshotOverride } from './snapshot';
import { effectiveSnapshots } from './effective';
import { covers, isTemplate } from './scope';

const levels = ['org', 'prod', 'production', 't'];
const namespaceName = fc
  .array(fc.constantFrom(...levels), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));
const scopeName = fc.oneof(
  namespaceName,
  namespaceName.map((name) => `${name}/*`),
);
const thresholds = fc.dictionary(
  fc.constantFrom('a', 'b'),
  fc.integer({ min: 0, max: 10 }).map((n) => n / 10),
);
const freshness: fc.Arbitrary<Freshness> = fc.record({
  policy: fc.constantFrom('on_read', 'on_change', 'manual'),
  debounce_ms: fc.integer({ min: 0, max: 1000 }),
  max_wait_ms: fc.integer({ min: 1000, max: 9000 }),
  interval: fc.constant(null),
});
const columns = fc
  .uniqueArray(fc.record({ scope: scopeName, name: fc.constantFrom('x', 'y'), archived: fc.boolean(), thresholds }), {
    selector: ({ scope, name }) => `${scope} ${name}`,
    maxLength: 10,
  })
  .map((made) =>
    made.map((one): JudgmentSnapshot => ({ ...template, ...one, judgmentId: `jdg_${one.scope}_${one.name}` })),
  );

const template: JudgmentSnapshot = {
  judgmentId: '',
  organization: 'org_1',
  scope: '',
  name: '',
  revision: 1,
  activeVersion: 1,
  type: 'bool',
  policy: 'interval',
  debounceMs: 2_000,
  maxWaitMs: 20_000,
  intervalMs: 3_600_000,
  appliesTo: null,
  readPaths: [],
  thresholds: {},
  levels: [],
  options: [],
  features: [],
  parts: [],
  renderFormat: 1,
  archived: false,
};
const overridesOf = (
  made: readonly JudgmentSnapshot[],
  given: readonly Pick<SnapshotOverride, 'scope' | 'thresholds' | 'freshness'>[],
) => made.flatMap(({ judgmentId }) => given.map((one): SnapshotOverride => ({ ...one, judgmentId, revision: 2 })));
const override = fc.record({
  scope: namespaceName,
  thresholds: fc.option(thresholds, { nil: null }),
  freshness: fc.option(freshness, { nil: null }),
});
const perScope = fc.uniqueArray(override, { selector: ({ scope }) => scope, maxLength: 3 });

describe('inheritance with overrides, by property', () => {
  it('takes for each name the covering scope that contains no other covering scope [TPL-02] [TPL-03]', () => {
    fc.assert(
      fc.property(columns, namespaceName, (made, namespace) => {
        const found = effectiveSnapshots(made, namespace);
        for (const name of ['x', 'y']) {
          const covering = made.filter((one) => one.name === name && !one.archived && covers(one.scope, namespace));
          const best = found.find((one) => one.name === name);
          expect(best === undefined).toBe(covering.length === 0);
          for (const { scope } of covering) expect(scope.length).toBeLessThanOrEqual(best!.scope.length);
        }
      }),
    );
  });

  it('overrides single members of inherited judgments, in that namespace only [TPL-05] [TPL-11]', () => {
    fc.assert(
      fc.property(columns, namespaceName, perScope, (made, namespace, given) => {
        const overrides = overridesOf(made, given);
        const plain = effectiveSnapshots(made, namespace);
        const found = effectiveSnapshots(made, namespace, overrides);
        expect(found.map(({ judgmentId }) => judgmentId)).toEqual(plain.map(({ judgmentId }) => judgmentId));
        found.forEach((column, index) => {
          const inherited = isTemplate(column.scope);
          const own = inherited ? given.find(({ scope }) => scope === namespace) : undefined;
          expect(column.template).toBe(inherited ? column.scope : null);
          expect(column.thresholds).toEqual(own?.thresholds ?? plain[index].thresholds);
          expect(column.policy).toBe(own?.freshness?.policy ?? plain[index].policy);
          expect(column.debounceMs).toBe(own?.freshness?.debounce_ms ?? plain[index].debounceMs);
          expect(column.intervalMs).toBe(own?.freshness ? null : plain[index].intervalMs);
          expect(column.overrides).toEqual([
            ...(own?.thresholds ? ['thresholds'] : []),
            ...(own?.freshness ? ['freshness'] : []),
          ]);
        });
      }),
    );
  });

  it("follows later changes of the template's members that it does not override [TPL-05]", () => {
    fc.assert(
      fc.property(namespaceName, thresholds, thresholds, (namespace, own, later) => {
        const inherited: JudgmentSnapshot = { ...template, scope: 'org/*', name: 'x', judgmentId: 'jdg_x' };
        const override: SnapshotOverride = {
          judgmentId: 'jdg_x',
          scope: `org/${namespace}`,
          revision: 2,
          thresholds: own,
          freshness: null,
        };
        const changed: JudgmentSnapshot = { ...inherited, thresholds: later, policy: 'manual', intervalMs: null };
        expect(effectiveSnapshots([changed], `org/${namespace}`, [override])[0]).toMatchObject({
          thresholds: own,
          policy: 'manual',
        });
        expect(effectiveSnapshots([changed], `org/other/${namespace}`, [override])[0].thresholds).toEqual(later);
      }),
    );
  });

  it('keeps a detached copy and its template, which share a judgment id, apart [TPL-12]', () => {
    const inherited: JudgmentSnapshot = {
      ...template,
      scope: 'org/*',
      name: 'x',
      judgmentId: 'jdg_x',
      activeVersion: 3,
    };
    const copy: JudgmentSnapshot = {
      ...inherited,
      scope: 'org/t',
      thresholds: { a: 0.9 },
      copied: { stored: 3, shown: 1 },
    };
    const override = { judgmentId: 'jdg_x', scope: 'org/t', revision: 2, thresholds: { a: 0.1 }, freshness: null };
    const changed: JudgmentSnapshot = { ...inherited, activeVersion: 4 };
    expect(effectiveSnapshots([changed, copy], 'org/t', [override])).toMatchObject([
      { activeVersion: 3, template: null, overrides: [], thresholds: { a: 0.9 } },
    ]);
    expect(effectiveSnapshots([changed, copy], 'org/u', [override])).toMatchObject([{ activeVersion: 4 }]);
    const gone = effectiveSnapshots([changed, { ...copy, archived: true }], 'org/t', [override]);
    expect(gone).toMatchObject([{ activeVersion: 4, template: 'org/*', thresholds: { a: 0.1 } }]);
  });
});
