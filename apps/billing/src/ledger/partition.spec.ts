import { madeAtMs } from '@app/persistence';
import { askIdAt } from '../testing/fixtures';
import { Partition, expiredOf, isInLedger, lackingOf, monthsToMake, partitionOf, partitionStateOf } from './partition';

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

it('an ask whose id has no time lies in the table that stood before there were months, and nowhere once that is emptied', () => {
  const ids = ['ask_1', `ask_${'f'.repeat(32)}`, `ask_${'0'.repeat(32)}`];
  const months = [partitionOf('2027-02')];
  expect(ids.map((id) => partitionStateOf(id, [ledger, ...months]))).toEqual(['there', 'there', 'there']);
  expect(ids.map((id) => isInLedger(id, [ledger, ...months]))).toEqual([true, true, true]);
  expect(ids.map((id) => partitionStateOf(id, months))).toEqual(['no_time', 'no_time', 'no_time']);
  // A hash that looks like an id with a time.
  const alike = `ask_${'f'.repeat(12)}7${'f'.repeat(3)}a${'f'.repeat(15)}`;
  expect(madeAtMs(alike)).not.toBeNull();
  expect([partitionStateOf(alike, months), isInLedger(alike, [ledger])]).toEqual(['no_time', true]);
  const [before, after] = ['2027-01-31T23:59:59.999Z', '2027-02-01T00:00:00.000Z'].map((instant) =>
    askIdAt(at(instant)),
  );
  expect([before, after].map((id) => isInLedger(id, [ledger, ...months]))).toEqual([true, false]);
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
