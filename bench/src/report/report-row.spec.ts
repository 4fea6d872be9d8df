import { Goal } from '../case/figures';
import { Measured, parseMeasured, renderRow } from './report-row';

const measured: Measured = {
  ratio: 0.9,
  spread: '0.85..0.97',
  date: '2026-11-28',
  commit: '5b3a5836',
  machine: { yardstick: 6345, otherCores: 0.1 },
  note: '',
};
const row = (goal: Goal | null, other: Partial<Measured> = {}): string =>
  renderRow({ name: 'point read', goal, measured: { ...measured, ...other } });

describe('a row of the report', () => {
  it('has goal, ratio with spread, day, commit, yardstick and what shared the cores', () => {
    expect(row({ atLeast: 0.6 })).toBe(
      '| point read | 0.60 | 0.90 (0.85..0.97) | reached | 2026-11-28 | 5b3a5836 | 6345 | 0.1 |',
    );
  });

  it.each<[string, Goal | null, string]>([
    ['a miss below the least', { atLeast: 0.95 }, '**missed**'],
    ['a miss at the limit that must not be reached', { below: 0.9 }, '**missed**'],
    ['what lies below its limit', { below: 2 }, 'reached'],
    ['nothing where there is no goal', null, ''],
  ])('names %s', (_, goal, said) => {
    expect(row(goal).split(' | ')[3].trim()).toBe(said);
  });

  it('says where other work shared the cores', () => {
    expect(row(null, { machine: { yardstick: 6345, otherCores: 1.7 } })).toContain('| 1.7 (busy) |');
  });

  it('says that it was never measured', () => {
    expect(renderRow({ name: 'new', goal: null, measured: null })).toBe(
      '| new | – | not since the table stands |  |  |  |  |  |',
    );
  });

  it('says of a figure that a person entered that no machine stands beside it, and what to know of it', () => {
    const entered = { machine: null, spread: null };
    const line = '| point read | 0.60 | 0.90 (–) | reached | 2026-11-28 | 5b3a5836 | – | by hand |';
    expect(row({ atLeast: 0.6 }, entered)).toBe(line);
    expect(row({ atLeast: 0.6 }, { ...entered, note: '60,000 documents' })).toBe(
      line.replace('by hand', 'by hand: 60,000 documents'),
    );
    for (const note of ['', '60,000 documents: half of them new']) {
      for (const spread of [null, '0.85..0.97']) {
        const kept = { ...measured, machine: null, note, spread };
        expect(parseMeasured(row(null, kept))).toEqual({ name: 'point read', measured: kept });
      }
    }
  });

  it('is read again as it was written', () => {
    for (const otherCores of [0.1, 1.7]) {
      const kept = { ...measured, machine: { yardstick: 6345, otherCores } };
      expect(parseMeasured(row({ below: 2 }, kept))).toEqual({ name: 'point read', measured: kept });
    }
    expect(parseMeasured(renderRow({ name: 'new', goal: null, measured: null }))).toBeNull();
    expect(parseMeasured('|---|---|---|---|---|---|---|---|')).toBeNull();
  });
});
