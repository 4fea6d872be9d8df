import fc from 'fast-check';
import { scopeCovers, scopeWithin } from './key-scope';
import { scopePattern } from './names';

const level = fc.constantFrom('a', 'b', 't1', 't12', '');
const namespace = fc
  .array(level, { minLength: 1, maxLength: 4 })
  .map((levels) => levels.join('/'))
  .filter((name) => name !== '');
const scope = fc.oneof(
  fc.constant('*'),
  namespace,
  namespace.map((name) => `${name}*`),
  namespace.map((name) => `${name}/`),
  namespace.map((name) => `${name}/*`),
);

describe('a key scope', () => {
  it.each([
    ['a'.repeat(256), true],
    [`${'a'.repeat(256)}*`, true],
    ['a'.repeat(257), false],
    [`${'a'.repeat(257)}*`, false],
    ['*', true],
    ['..', false],
  ])('is no longer than a namespace: %# [defect W-L12]', (text, expected) => {
    expect(scopePattern.test(text)).toBe(expected);
  });

  it.each([
    ['*', 'acme/prod', true],
    ['acme/prod/tenant_1', 'acme/prod/tenant_1', true],
    ['acme/prod/tenant_1', 'acme/prod/tenant_1/x', false],
    ['acme/prod/tenant_1*', 'acme/prod/tenant_1', true],
    ['acme/prod/tenant_1*', 'acme/prod/tenant_1/x', true],
    ['acme/prod/tenant_1*', 'acme/prod/tenant_12', false],
    ['acme/prod/', 'acme/prod', false],
    ['acme/prod/', 'acme/prod/t', true],
    ['acme/prod/*', 'acme/prod', false],
    ['acme/prod/*', 'acme/prod/t/u', true],
    ['acme/prod/*', 'acme/production', false],
  ])('%s covers %s: %s [AUTH-05]', (given, name, expected) => {
    expect(scopeCovers(given, name)).toBe(expected);
  });

  it.each([
    ['acme/prod/*', 'acme/*', true],
    ['acme/prod*', 'acme/*', true],
    ['acme/*', 'acme*', true],
    ['acme*', 'acme/*', false],
    ['acme/prod', 'acme/prod/*', false],
    ['*', 'acme/*', false],
    ['*', '*', true],
    ['acme/t12*', 'acme/t1*', false],
    ['acme/t1*', 'acme/t1', false],
    ['acme/t1/', 'acme/t1*', true],
  ])('%s is within %s: %s [WHK-06]', (inner, outer, expected) => {
    expect(scopeWithin(inner, outer)).toBe(expected);
  });

  it('covers a subset of another exactly when it is within the other [WHK-06]', () => {
    fc.assert(
      fc.property(scope, scope, namespace, (inner, outer, name) => {
        if (scopeWithin(inner, outer)) return !scopeCovers(inner, name) || scopeCovers(outer, name);
        const stem = inner.replace(/\*$/, '');
        const witnesses = inner === '*' ? ['zz', 'zz/zz'] : [stem, `${stem}/zz`, `${stem}zz`];
        return witnesses.some((each) => scopeCovers(inner, each) && !scopeCovers(outer, each));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is within itself', () => {
    fc.assert(fc.property(scope, (given) => scopeWithin(given, given)));
  });
});
