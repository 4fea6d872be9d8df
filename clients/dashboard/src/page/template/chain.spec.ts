import { chainOf, chainText, prefixesOf, standingText } from './chain';

const names = new Map([
  ['org/*', ['late', 'mood']],
  ['org/prod/*', ['late']],
]);
const chain = (template?: string, name = 'late', ns = 'org/prod/t1') => chainOf(ns, { name, template }, names);

it('lists the prefixes above a namespace and above a prefix, the broadest first [TPL-03]', () => {
  expect(prefixesOf('org/prod/t1')).toEqual(['org/*', 'org/prod/*']);
  expect(prefixesOf('org/prod/*')).toEqual(['org/*']);
  expect(prefixesOf('org')).toEqual([]);
});

it('shows every scope that has the name, and which is in force [TPL-02]', () => {
  expect(chainText(chain('org/prod/*'))).toBe('org/* → org/prod/* → here');
  expect(chain('org/prod/*').map(({ isInForce }) => isInForce)).toEqual([false, true, false]);
  expect(chainText(chain('org/*', 'mood'))).toBe('org/* → here');
  expect(chainText(chain(undefined, 'own'))).toBe('here');
});

it('says whether it is inherited, overridden, detached or made here [TPL-05] [TPL-12]', () => {
  expect(standingText(chain('org/prod/*'))).toBe('inherited');
  expect(standingText(chain('org/prod/*'), ['thresholds', 'freshness'])).toBe(
    'inherited, with its own thresholds and freshness',
  );
  expect(standingText(chain(undefined))).toBe('detached: its own copy');
  expect(standingText(chain(undefined, 'own'))).toBe('defined here');
});

it('keeps the prefix that a judgment is inherited from, also before the lists of the prefixes are read', () => {
  expect(chainText(chainOf('org/prod/t1', { name: 'late', template: 'org/*' }, new Map()))).toBe('org/* → here');
});
