import type { Schema } from '@app/sdk/client';
import { domainOf, firstCut, numbersOf, stepOf, valueAt } from './editable';

type Definition = Schema<'JudgmentDefinition'>;
const bool = { type: 'bool', features: [{ name: 'orders' }] } as unknown as Definition;
const choice = { type: 'choice', options: [{ value: 'a' }, { value: 'b' }] } as unknown as Definition;
const related = { type: 'choice', options: { from: 'related' } } as unknown as Definition;
const score = { type: 'score', levels: [{ value: 5 }, { value: 1 }] } as unknown as Definition;

it('names the numbers that a threshold of each type may read [THR-08]', () => {
  expect([bool, choice, related, score].map(numbersOf)).toEqual([
    ['p', 'features.orders'],
    ['dist.a', 'dist.b', 'escape_p'],
    ['escape_p'],
    ['score', 'normalized'],
  ]);
});

it('begins with the threshold in force, else in the middle [THR-01]', () => {
  expect(firstCut(bool, 0.7)).toEqual({ on: 'p', side: 'gte', at: 0.7 });
  expect(firstCut(choice, { option: 'b', lte: 0.2 })).toEqual({ on: 'dist.b', side: 'lte', at: 0.2 });
  expect(firstCut(score, undefined)).toEqual({ on: 'score', side: 'gte', at: 3 });
});

it('moves by steps that fit the range of the number, and stays inside [DASH-06]', () => {
  expect([domainOf(score, 'score', []), domainOf(bool, 'features.orders', [2, 9])]).toEqual([
    [1, 5],
    [2, 9],
  ]);
  expect([stepOf([0, 1]), stepOf([1, 5]), stepOf([0, 1_000])]).toEqual([0.01, 0.01, 10]);
  expect([valueAt(0.123456, [0, 1]), valueAt(2, [0, 1]), valueAt(-1, [1, 5])]).toEqual([0.12, 1, 1]);
});
