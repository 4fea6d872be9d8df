import { bar } from './bar';
import { ProgressLine } from './progress-line';

describe('a progress line', () => {
  let nowMs = 0;
  const options = { nowMs: () => nowMs, drawEveryMs: 200, plainEveryMs: 5_000 };
  const at = (ms: number, write: () => string): string => {
    nowMs = ms;
    return write();
  };
  const clear = '\r\u001b[2K';

  it('is drawn over itself on a terminal, cut to its width, and no oftener than is asked', () => {
    const line = new ProgressLine({ isTerminal: true, columns: 5 }, options);
    expect([0, 100, 200].map((ms) => at(ms, () => line.draw(`${ms} rows`)))).toEqual([
      `${clear}0 ro`,
      '',
      `${clear}200 `,
    ]);
    expect([line.finish('done'), line.finish('more')]).toEqual([`${clear}done\n`, 'more\n']);
  });

  it('elsewhere is a whole line at each interval, the first after one, or only what is finished', () => {
    nowMs = 0;
    const line = new ProgressLine({ isTerminal: false, columns: 5 }, options);
    expect([0, 4_999, 5_000].map((ms) => at(ms, () => line.draw(`${ms} rows`)))).toEqual(['', '', '5000 rows\n']);
    expect(line.finish('done')).toBe('done\n');
    const quiet = new ProgressLine({ isTerminal: false, columns: 5 });
    expect([quiet.draw('x'), quiet.finish('done')]).toEqual(['', 'done\n']);
  });

  it('has a bar that never leaves its brackets', () => {
    expect([bar(0, 0, 4), bar(1, 2, 4), bar(9, 2, 4)]).toEqual(['[....] 0 %', '[##..] 50 %', '[####] 100 %']);
  });
});
