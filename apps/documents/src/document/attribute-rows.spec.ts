import { attributeDifferences } from './attribute-rows';

type Attributes = Parameters<typeof attributeDifferences>[1];

/** How many rows are added, how many of these take the place of another, and how many are removed. */
function differences(before: Attributes, after: Attributes): { added: number; replacing: number; removed: number } {
  const { added, removed } = attributeDifferences(1, before, after);
  const replacing = added.filter(({ replaces }) => replaces !== undefined).length;
  return { added: added.length, replacing, removed: removed.length };
}

describe('rows of attributes', () => {
  it.each<[string, Attributes, Attributes, ReturnType<typeof differences>]>([
    ['one value for another', { total: 1 }, { total: 2 }, { added: 1, replacing: 1, removed: 0 }],
    ['the same value', { total: 1 }, { total: 1 }, { added: 0, replacing: 0, removed: 0 }],
    ['a new attribute', {}, { total: 1 }, { added: 1, replacing: 0, removed: 0 }],
    ['a value that goes', { total: 1 }, { total: null }, { added: 0, replacing: 0, removed: 1 }],
    ['one of several values', { tags: ['a', 'b'] }, { tags: ['a', 'c'] }, { added: 1, replacing: 1, removed: 0 }],
    ['several values', { tags: ['a', 'b'] }, { tags: ['c', 'd'] }, { added: 2, replacing: 0, removed: 2 }],
    ['a value twice', { tags: ['a'] }, { tags: ['b', 'b'] }, { added: 1, replacing: 1, removed: 0 }],
  ])('%s', (_, before, after, expected) => expect(differences(before, after)).toEqual(expected));
});
