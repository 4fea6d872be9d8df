import { AskedRow } from '../quote/priced-labels';
import { chosenNarrowings, maxNarrowings } from './narrowing-choice';

const version = Array.from({ length: 100 }, () => 4);
/** A narrowing that asks `asks` labels at `units` each. */
const row = (id: string, units: number, asks = 100): AskedRow =>
  ({ id, asks: Array.from({ length: asks }, (_, label) => ({ label, units })), skipped: [] }) as unknown as AskedRow;

describe('chosen narrowings', () => {
  it('save at least one twentieth, those first that save most [ALT-28]', () => {
    const rows = [row('a', 4), row('b', 3.8), row('c', 3.9), row('d', 1), row('e', 3)];
    expect(chosenNarrowings(rows, version, 10_000).map(({ id }) => id)).toEqual(['d', 'e', 'b']);
  });

  it('are at most eight, and within the asks that the month leaves [ALT-46]', () => {
    const many = Array.from({ length: 12 }, (_, at) => row(`n${String(at).padStart(2, '0')}`, 1));
    expect(chosenNarrowings(many, version, 10_000)).toHaveLength(maxNarrowings);
    expect(chosenNarrowings([row('a', 1), row('b', 2, 30)], version, 40).map(({ id }) => id)).toEqual(['b']);
    expect(chosenNarrowings(many, version, 0)).toEqual([]);
  });

  it('save nothing that cannot be asked about', () => {
    expect(chosenNarrowings([row('a', 1, 0)], version, 100)).toEqual([]);
  });
});
