import type { GroupValue } from '@app/contracts/documents';
import { keyBands, memberNames } from './tenant-state';

const value = (key: GroupValue['key'], n: number, documents = 8): GroupValue => ({
  key,
  documents,
  stale: 0,
  aggregates: { n },
});

it('publishes keys 1 and "1", true and "true" apart, and a text key by its text [REL-F7]', () => {
  const values = [value(1, 66, 12), value('1', 124), value(true, 1), value('true', 100), value(7, 2), value('x', 3)];
  expect(keyBands(values, { n: [50, 100] })).toEqual({
    '1 (number)': { n: '50 to below 100' },
    '1': { n: '100 or more' },
    'true (boolean)': { n: 'below 50' },
    true: { n: '100 or more' },
    '7': { n: 'below 50' },
    x: { n: 'below 50' },
  });
});

it('a key keeps its text while no text key of the same name is shown [REL-F7]', () => {
  expect(keyBands([value(1, 66), value('1', 124, 4)], { n: [50] })).toEqual({ '1': { n: '50 or more' } });
});

it('no two keys get one name, whatever the texts [REL-F7]', () => {
  const keys = [1, '1 (number)', true, '1', 'true', '1 (number) (number)', '__proto__', false, -0.5];
  const names = memberNames(keys);
  expect(new Set(names).size).toBe(keys.length);
  keys.forEach((key, n) => typeof key === 'string' && expect(names[n]).toBe(key));
  expect(names[0]).toBe('1 (number) (number) (number)');
});
