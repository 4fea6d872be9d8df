import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, type QueryUse, clashes, queryUses } from './query-uses';

const root = join(__dirname, '../../../../clients/dashboard/src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!spec)\.tsx?$/.test(file));
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const shown = ({ file, line, key }: QueryUse) => `${file}:${line} ${JSON.stringify(key)}`;

it('two places keep the same under keys that can be equal [DASH-06]', async () => {
  const { keys } = (await import(join(root, 'api/query-keys.ts'))) as { keys: Keys };
  const uses = queryUses(sources, keys);
  expect(uses.length).toBeGreaterThan(60);
  expect(clashes(uses).map((pair) => pair.map(shown))).toEqual([]);
});

describe('a clash of keys is found', () => {
  const keys = {
    subscriptions: {
      in: (ns: string) => ['subscriptions', ns],
      first: (ns: string) => ['subscriptions', ns],
      one: (ns: string, id: string) => ['subscriptions', ns, id],
    },
    judgments: {
      of: (ns: string) => ['judgments', ns],
      today: ['judgments', 'today'],
      dearest: ['judgments', 'of today'],
    },
  };
  const subscriptions = `usePages(keys.subscriptions.in(name), () => client.namespace(name).subscriptions.list());`;
  const found = (...texts: string[]) => {
    const named = texts.map((text, i) => [`${i}.tsx`, text] as const);
    return clashes(queryUses(Object.fromEntries(named), keys)).length;
  };

  it('of pages and what is no page [DASH-06]', () => {
    const one = `useQuery({ queryKey: keys.subscriptions.in(ns), queryFn: () => client.namespace(ns).subscriptions.list() });`;
    expect(found(subscriptions, one)).toBe(1);
  });

  it('of two calls of the API, also under a name of a key [DASH-06]', () => {
    expect(
      found(subscriptions, `usePages(keys.subscriptions.first(other), () => client.namespace(other).groups.list());`),
    ).toBe(1);
  });

  it('of a word that may be the name of a namespace [DASH-06]', () => {
    const ofNamespace = `useQuery({ queryKey: keys.judgments.of(ns), queryFn: () => list(ns) });`;
    expect(found(ofNamespace, `useQuery({ queryKey: keys.judgments.today, queryFn: dearestToday });`)).toBe(1);
    expect(found(ofNamespace, `useQuery({ queryKey: keys.judgments.dearest, queryFn: dearestToday });`)).toBe(0);
  });

  it('and not of one call under other names, nor of keys of other lengths [DASH-06]', () => {
    const same = `usePages(keys.subscriptions.in(ns), async () => await client.namespace(ns).subscriptions.list());`;
    const longer = `useQuery({ queryKey: keys.subscriptions.one(ns, id), queryFn: () => read(id) });`;
    expect(found(subscriptions, same, longer)).toBe(0);
  });
});

it('a key that is spelt where it is used is refused [DASH-06]', () => {
  const spelt = `useQuery({ queryKey: ['judgments', ns], queryFn: () => list(ns) });`;
  expect(() => queryUses({ 'a.tsx': spelt }, {})).toThrow("a.tsx: a key is one of `keys`, not ['judgments', ns]");
});
