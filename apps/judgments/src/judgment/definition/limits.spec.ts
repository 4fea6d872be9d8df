import { refuseTooMany } from './limits';

const names = (scope: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ scope, name: `j${from + i}` }));

describe('refuseTooMany', () => {
  it('allows 50 own names of a namespace, whatever it inherits [JDG-32]', () => {
    expect(() => refuseTooMany('a/b', 'new', [...names('a/b', 49), ...names('a/*', 50, 100)])).not.toThrow();
    expect(() => refuseTooMany('a/b', 'new', names('a/b', 50))).toThrow('50');
  });

  it('counts the names on one chain of templates, for a new name at either end [JDG-32]', () => {
    const taken = [...names('a/*', 25), ...names('a/b/*', 25, 25)];
    expect(() => refuseTooMany('a/*', 'new', taken)).toThrow('50');
    expect(() => refuseTooMany('a/b/*', 'new', taken)).toThrow('50');
    expect(() => refuseTooMany('a/c/*', 'new', taken)).not.toThrow();
    expect(() => refuseTooMany('a/b/*', 'j0', taken)).not.toThrow();
  });

  it('names the templates that hold the names of a chain [defect J-19]', () => {
    expect(() => refuseTooMany('r/*', 'new', names('r/lim/*', 50))).toThrow('`r/lim/*` already has 50 judgments');
    const both = [...names('r/*', 25), ...names('r/b/*', 25, 25)];
    expect(() => refuseTooMany('r/b/*', 'new', both)).toThrow('`r/*`, `r/b/*` together already have 50 judgments');
  });

  it('lets eight templates stand one inside another', () => {
    const scopes = Array.from({ length: 8 }, (_, i) => `${'x/'.repeat(i + 1)}*`);
    const taken = scopes.map((scope, i) => ({ scope, name: `j${i}` }));
    expect(() => refuseTooMany(scopes[7], 'more', taken)).not.toThrow();
    expect(() => refuseTooMany(`${'x/'.repeat(9)}*`, 'more', taken)).toThrow('8');
  });
});
