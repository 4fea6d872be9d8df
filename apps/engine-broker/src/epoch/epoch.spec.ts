import { EpochMemory, epochLabel, epochOf, nextEpoch } from './epoch';

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

  const memory: EpochMemory = {
    label: 'current+2026-03-04.2',
    reportedModel: 'b',
    openedAtMs: 10_000,
    before: { label: 'current+2026-03-04.1', reportedModel: 'a', leftAtMs: 10_000 },
  };
  it.each([
    ['the model in force', 'b', 20_000, 21_000, { label: memory.label }],
    ['the one before, asked before the change', 'a', 9_000, 25_000, { label: memory.before?.label }],
    ['the one before, while both answer', 'a', 10_500, 11_000, { label: memory.before?.label }],
    ['the one before, come back', 'a', 13_000, 13_100, 'open'],
    ['another', 'c', 10_500, 11_000, 'open'],
  ])('puts an answer of %s into its epoch [ENG-05]', (_case, model, startedAtMs, nowMs, expected) => {
    expect(epochOf(memory, model, startedAtMs, nowMs)).toEqual(expected);
  });

  it('learns the model of an epoch that has not answered yet', () => {
    expect(epochOf({ ...memory, reportedModel: null }, 'c', 0, 0)).toBe('learn');
  });
});
