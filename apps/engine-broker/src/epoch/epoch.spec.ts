import { epochLabel, epochName, nextEpoch } from './epoch';

const at = (time: string) => Date.parse(time);

describe('epochs', () => {
  it('counts from 1 on each UTC day [ENG-10]', () => {
    const first = nextEpoch(null, at('2026-03-04T00:00:00Z'));
    const second = nextEpoch(first, at('2026-03-04T09:00:00Z'));
    const third = nextEpoch(second, at('2026-03-04T23:59:59.999Z'));
    const nextDay = nextEpoch(third, at('2026-03-05T00:00:00Z'));
    expect([first, second, third, nextDay].map(epochLabel)).toEqual([
      'current+2026-03-04.1',
      'current+2026-03-04.2',
      'current+2026-03-04.3',
      'current+2026-03-05.1',
    ]);
  });

  it('gives no name twice when the clock steps back over midnight', () => {
    expect(nextEpoch({ day: '2026-03-05', n: 1 }, at('2026-03-04T23:59:59Z'))).toEqual({ day: '2026-03-05', n: 2 });
  });

  it('reads a name as it writes it', () => {
    const name = { day: '2026-03-05', n: 12 };
    expect(epochName(epochLabel(name))).toEqual(name);
    expect(() => epochName('2')).toThrow('no epoch is named 2');
  });
});
