import { newId } from '@app/persistence';
import { askIdAt } from '../testing/fixtures';
import { Partition, expiredOf, lackingOf, monthsToMake, partitionOf, partitionStateOf } from './partition';

const at = (instant: string) => Date.parse(instant);
const ledger: Partition = { name: 'ledger', from: '', to: partitionOf('2027-02').from };

it('a month of charges holds the asks of its first and last millisecond, and no other', () => {
  const november = partitionOf('2026-11');
  expect(november.name).toBe('charge_2026_11');
  const places = ['2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'].map((instant) =>
    partitionStateOf(askIdAt(at(instant)), [november]),
  );
  expect(places).toEqual(['there', 'there', 'missing']);
  expect(partitionStateOf(askIdAt(at('2026-10-31T23:59:59.999Z')), [november])).toBe('gone');
});

it('an id that no ask of ours has is refused, wherever it would lie', () => {
  const places = ['ask_1', 'ask_', 'ask_zz', `ask_${'0'.repeat(32)}`].map((id) => partitionStateOf(id, [ledger]));
  expect(places).toEqual(['no_time', 'no_time', 'no_time', 'no_time']);
  expect(partitionStateOf(newId('ask'), [{ name: 'ledger', from: '', to: 'ask_~' }])).toBe('there');
});

it('this month and two more are made, also over the turn of the year, and only where none takes their asks', () => {
  const months = monthsToMake(at('2026-12-31T23:59:59Z'));
  expect(months).toEqual(['2026-12', '2027-01', '2027-02']);
  expect(lackingOf(months, [ledger]).map(({ name }) => name)).toEqual(['charge_2027_02']);
  expect(lackingOf(months, [partitionOf('2027-01')]).map(({ name }) => name)).toEqual(['charge_2027_02']);
});

it('a month expires when it ended so many months ago, the oldest first', () => {
  const partitions = [partitionOf('2027-03'), ledger, partitionOf('2027-02')];
  expect(expiredOf(partitions, at('2028-02-29T23:59:59.999Z'), 13)).toBeNull();
  expect(expiredOf(partitions, at('2028-03-01T00:00:00.000Z'), 13)).toEqual(ledger);
  expect(expiredOf(partitions, at('2028-03-01T00:00:00.000Z'), 14)).toBeNull();
  expect(expiredOf(partitions.slice(0, 1), at('2028-04-30T23:59:59.999Z'), 13)).toBeNull();
  expect(expiredOf(partitions.slice(0, 1), at('2028-05-01T00:00:00.000Z'), 13)?.name).toBe('charge_2027_03');
  expect(expiredOf([], 0, 13)).toBeNull();
});
