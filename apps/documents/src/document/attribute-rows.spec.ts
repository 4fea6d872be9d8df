import { AttributeRow, attributeDifferences } from './attribute-rows';

type Attributes = Parameters<typeof attributeDifferences>[1];

function differences(before: Attributes, after: Attributes): { add: number[]; remove: number } {
  const [add, remove]: [AttributeRow[], AttributeRow[]] = [[], []];
  attributeDifferences(1, before, after, add, remove);
  // A row has three members, one that takes another's place has four.
  return { add: add.map((row) => row.length), remove: remove.length };
}

describe('rows of attributes', () => {
  it.each<[string, Attributes, Attributes, { add: number[]; remove: number }]>([
    ['one value for another', { total: 1 }, { total: 2 }, { add: [4], remove: 0 }],
    ['the same value', { total: 1 }, { total: 1 }, { add: [], remove: 0 }],
    ['a new attribute', {}, { total: 1 }, { add: [3], remove: 0 }],
    ['a value that goes', { total: 1 }, { total: null }, { add: [], remove: 1 }],
    ['one of several values', { tags: ['a', 'b'] }, { tags: ['a', 'c'] }, { add: [4], remove: 0 }],
    ['several values', { tags: ['a', 'b'] }, { tags: ['c', 'd'] }, { add: [3, 3], remove: 2 }],
    ['a value twice', { tags: ['a'] }, { tags: ['b', 'b'] }, { add: [4], remove: 0 }],
  ])('%s', (_, before, after, expected) => expect(differences(before, after)).toEqual(expected));
});
