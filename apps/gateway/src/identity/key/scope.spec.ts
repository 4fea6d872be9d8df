import { scopeCovers, scopeWithin } from '@app/contracts';
import fc from 'fast-check';

const level = fc.constantFrom('a', 'b', 'ab', 't_1', 't_12', '');
const namespace = fc
  .array(level, { minLength: 1, maxLength: 4 })
  .map((levels) => levels.join('/'))
  .filter((name) => name !== '' && !name.endsWith('/'));
const target = fc.oneof(
  namespace,
  namespace.map((name) => `${name}/*`),
);
const scope = fc.oneof(
  fc.constant('*'),
  namespace,
  namespace.map((n) => `${n}*`),
  namespace.map((n) => `${n}/`),
  namespace.map((n) => `${n}/*`),
);

describe('a scope', () => {
  it.each([
    ['*', 'a/*', true],
    ['x', 'x', true],
    ['x', 'x/y', false],
    ['x', 'x/*', false],
    ['x*', 'x', true],
    ['x*', 'x/y', true],
    ['x*', 'x/*', true],
    ['x*', 'xy', false],
    ['x/tenant_1*', 'x/tenant_1/a', true],
    ['x/tenant_1*', 'x/tenant_12', false],
    ['x/tenant_1*', 'x/tenant_1x/a', false],
    ['x/', 'x', false],
    ['x/', 'x/y/z', true],
    ['x/*', 'x', false],
    ['x/*', 'x/*', true],
    ['x/*', 'x/y/*', true],
    ['x/y/*', 'x/*', false],
  ])('%s covers %s: %s [AUTH-05]', (held, name, covered) => expect(scopeCovers(held, name)).toBe(covered));

  it('covers a template exactly when it covers every namespace under it', () => {
    fc.assert(
      fc.property(scope, namespace, fc.constantFrom('z', 'a', 'b/c'), (held, name, below) => {
        if (scopeCovers(held, `${name}/*`)) expect(scopeCovers(held, `${name}/${below}`)).toBe(true);
        else expect(scopeCovers(held, `${name}/neverNamed`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('`p/` equals `p/*`, and `p*` covers p as well', () => {
    fc.assert(
      fc.property(namespace, target, (p, name) => {
        expect(scopeCovers(`${p}/`, name)).toBe(scopeCovers(`${p}/*`, name));
        expect(scopeCovers(`${p}*`, name)).toBe(name === p || scopeCovers(`${p}/*`, name));
      }),
      { numRuns: 2000 },
    );
  });

  it('covers every namespace of a narrower scope', () => {
    fc.assert(
      fc.property(scope, scope, target, (outer, inner, name) => {
        if (scopeWithin(inner, outer) && scopeCovers(inner, name)) expect(scopeCovers(outer, name)).toBe(true);
        expect(scopeWithin(inner, inner)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
