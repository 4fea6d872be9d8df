import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type QueryUse, clashes, queryUses } from './query-uses';

const root = join(__dirname, '../../../../clients/dashboard/src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!spec)\.tsx?$/.test(file));
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const shown = ({ file, line, key }: QueryUse) => `${file}:${line} ${JSON.stringify(key)}`;

it('two places keep the same under keys that can be equal [DASH-06]', () => {
  const uses = queryUses(sources);
  expect(uses.length).toBeGreaterThan(60);
  expect(clashes(uses).map((pair) => pair.map(shown))).toEqual([]);
});

describe('a clash of keys is found', () => {
  const subscriptions = `usePages(['subscriptions', name], () => client.namespace(name).subscriptions.list());`;
  const found = (...texts: string[]) => {
    const named = texts.map((text, i) => [`${i}.tsx`, text] as const);
    return clashes(queryUses(Object.fromEntries(named))).length;
  };

  it('of pages and what is no page [DASH-06]', () => {
    const one = `useQuery({ queryKey: ['subscriptions', ns], queryFn: () => client.namespace(ns).subscriptions.list() });`;
    expect(found(subscriptions, one)).toBe(1);
  });

  it('of two calls of the API, also under a name of a key [DASH-06]', () => {
    const key = `export const key = ['subscriptions', other] as const;`;
    expect(found(subscriptions, key, `usePages(key, () => client.namespace(other).groups.list());`)).toBe(1);
  });

  it('of a word that may be the name of a namespace [DASH-06]', () => {
    const ofNamespace = `useQuery({ queryKey: ['judgments', ns], queryFn: () => list(ns) });`;
    expect(found(ofNamespace, `useQuery({ queryKey: ['judgments', 'today'], queryFn: dearestToday });`)).toBe(1);
    expect(found(ofNamespace, `useQuery({ queryKey: ['judgments', 'of today'], queryFn: dearestToday });`)).toBe(0);
  });

  it('and not of one call under other names, nor of keys of other lengths [DASH-06]', () => {
    const same = `usePages(['subscriptions', ns], async () => await client.namespace(ns).subscriptions.list());`;
    const longer = `useQuery({ queryKey: ['subscriptions', ns, id], queryFn: () => read(id) });`;
    expect(found(subscriptions, same, longer)).toBe(0);
  });
});
