import { describeMachine, measureMachine } from './machine.cjs';

describe('the machine of a run', () => {
  it('is measured by work in processor seconds, and is quiet while the wall time is at most 1.2 times these', () => {
    expect(describeMachine({ rounds: 7_200, cpuS: 2, wallS: 2.4 })).toMatchObject({ isQuiet: true });
    expect(describeMachine({ rounds: 7_200, cpuS: 2, wallS: 2.41 })).toMatchObject({ isQuiet: false });
  });

  it('is of the slow class from 1.8 times the time of the quick one on, and never quicker than that', () => {
    const at = (rate: number) => describeMachine({ rounds: 2 * rate, cpuS: 2, wallS: 2 });
    expect(at(4_300)).toMatchObject({ slowness: 1, line: expect.stringContaining('quick class, quiet') as string });
    expect(at(9_000)).toMatchObject({ slowness: 1 });
    expect(at(2_150)).toMatchObject({ slowness: 2, line: expect.stringContaining('slow class') as string });
  });

  it('keeps the processor busy for as long as it is asked to', () => {
    const { rounds, cpuS, wallS } = measureMachine(0.05);
    expect(rounds).toBeGreaterThan(0);
    expect(cpuS).toBeGreaterThanOrEqual(0.05);
    expect(wallS).toBeGreaterThan(0);
  });
});
