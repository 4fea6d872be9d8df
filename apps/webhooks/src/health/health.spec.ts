import fc from 'fast-check';
import { HealthState, afterAttempt, healthy } from './health';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
interface Attempt {
  atMs: number;
  succeeded: boolean;
}
const failures = (...hours: number[]): Attempt[] => hours.map((hour) => ({ atMs: hour * hourMs, succeeded: false }));
const success = (hour: number): Attempt => ({ atMs: hour * hourMs, succeeded: true });
const many = (count: number, hour: number): number[] => new Array<number>(count).fill(hour);
const run = (attempts: Attempt[], from: HealthState = healthy) => {
  const changes: (string | null)[] = [];
  let state = from;
  for (const { succeeded, atMs } of attempts) {
    const next = afterAttempt(state, succeeded, atMs);
    state = next.state;
    if (next.change) changes.push(`${next.change} ${atMs / hourMs}`);
  }
  return { state, changes };
};

describe('an endpoint', () => {
  it('turns failing when 24 hours and 10 failed attempts have both passed, at an attempt [WHK-15]', () => {
    expect(run(failures(...many(10, 0), 1)).state.status).toBe('active');
    expect(run(failures(...many(8, 0), 25)).state.status).toBe('active');
    expect(run(failures(...many(8, 0), 25, 26)).changes).toEqual(['failing 26']);
    expect(run(failures(...many(10, 0), 23.99)).state.status).toBe('active');
    expect(run(failures(...many(10, 0), 24)).changes).toEqual(['failing 24']);
  });

  it('counts from the first failure after the last success [WHK-15]', () => {
    const { state, changes } = run([...failures(...many(9, 0)), success(1), ...failures(...many(9, 2), 25.9)]);
    expect(changes).toEqual([]);
    expect(state).toEqual({ status: 'active', firstFailureAtMs: 2 * hourMs, failedAttempts: 10 });
    expect(run(failures(26), state).changes).toEqual(['failing 26']);
  });

  it('raises one event while it goes on failing, and is healthy after one success [WHK-16]', () => {
    const failing = run(failures(...many(10, 0), 24, 30, 40));
    expect(failing.changes).toEqual(['failing 24']);
    expect(run([success(41)], failing.state)).toEqual({ state: healthy, changes: [] });
  });

  it('is disabled five days after the first failure, from failing and from active, with one event [WHK-17]', () => {
    expect(run(failures(...many(10, 0), 24, 119.99, 120, 121)).changes).toEqual(['failing 24', 'disabled 120']);
    expect(run(failures(0, 120)).changes).toEqual(['disabled 120']);
    expect(run([...failures(0, 120), success(121)]).state.status).toBe('disabled');
  });

  it('is not disabled by time without attempts: the count begins with a failure [WHK-17]', () => {
    expect(run([success(0), ...failures(6 * 24)]).state.status).toBe('active');
    expect(run(failures(6 * 24)).state.status).toBe('active');
  });

  it('neither fails nor is disabled by one single delivery with nine attempts [WHK-15] [WHK-17]', () => {
    const waitsH = [0, 5 / 3600, 1 / 12, 0.5, 2, 6, 12, 24, 24].map((wait) => wait * 1.2);
    let at = 0;
    expect(run(failures(...waitsH.map((wait) => (at += wait)))).changes).toEqual([]);
  });

  it('raises at most one event of each status between two successes, for any attempts [WHK-15] [WHK-17]', () => {
    const attempts = fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: dayMs }), succeeded: fc.boolean() }));
    fc.assert(
      fc.property(attempts, (all) => {
        let [atMs, raised]: [number, string[]] = [0, []];
        let state = healthy;
        return all.every(({ gapMs, succeeded }) => {
          const next = afterAttempt(state, succeeded, (atMs += gapMs));
          raised = succeeded && state.status !== 'disabled' ? [] : raised;
          if (next.change) raised.push(next.change);
          state = next.state;
          return new Set(raised).size === raised.length && (next.change === null || next.change === state.status);
        });
      }),
    );
  });
});
