import { paced, slownessOf } from './pace.cjs';

const step = { name: 'jest e2e', command: ['jest', '--maxWorkers=3'] };

describe('the pace of a run', () => {
  it('is what its steps took by their shares; one without a share does not count', () => {
    expect(slownessOf([])).toBe(1);
    const rows = [{ seconds: 90, shareS: 30 }, { seconds: 10, shareS: 20 }, { seconds: 900 }];
    expect(slownessOf(rows)).toBe(2);
  });

  it('has two workers instead of three on a slow machine', () => {
    expect(paced(step, 1.9)).toBe(step);
    expect(paced(step, 2).command).toEqual(['jest', '--maxWorkers=2']);
  });
});
