import { scopeCovers } from '@app/contracts';
import { justBefore, rangeValues } from './covers';

const names = ['a', 'a-1', 'a.b', 'a/t1', 'a/t1/x', 'a/t12', 'a/t2', 'a0', 'b', 'b/t1', 'zz'];
const scopes = ['*', 'a', 'a*', 'a/', 'a/*', 'a/t1', 'a/t1*', 'b/*', 'z', 'zz*'];
const pairs = scopes.flatMap((scope) => scopes.map((prefix) => [scope, prefix] as const));

describe('the range of names that a report reads', () => {
  it.each(pairs)('holds every name that both %s and %s cover [S-F4]', (scope, prefix) => {
    const [from, before] = rangeValues(scope, prefix);
    const covered = names.filter((name) => scopeCovers(scope, name) && scopeCovers(prefix, name));
    expect(covered.filter((name) => name < from || name >= before || name <= justBefore(from))).toEqual([]);
  });

  it('holds no other tenant of a template [S-F4]', () => {
    const [from, before] = rangeValues('*', 'a/*');
    expect(names.filter((name) => name >= from && name < before)).toEqual(['a/t1', 'a/t1/x', 'a/t12', 'a/t2']);
    expect(names.filter((name) => name > justBefore('a/t1'))).toEqual(names.slice(3));
  });
});
