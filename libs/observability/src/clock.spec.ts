import { machineBehindMs, setDatabaseTime, systemClock } from './clock';

const minuteMs = 60_000;

/** Steps this machine's clock, as an operator or a wrong time server does. */
function step(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

afterEach(() => jest.restoreAllMocks());

describe('the clock of a process', () => {
  it("is the machine's before the database's was read", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(minuteMs);
    step(10 * minuteMs);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(minuteMs);
    expect(machineBehindMs()).toBe(0);
  });

  it.each([10, -10])("is the database's from then on, and a step of %d minutes does not move it [T36]", (minutes) => {
    const databaseMs = Date.now() + 3 * minuteMs;
    setDatabaseTime(databaseMs, performance.now());
    step(minutes * minuteMs);
    expect(Math.abs(systemClock.now() - databaseMs)).toBeLessThan(minuteMs);
    expect(Math.abs(machineBehindMs() - (3 - minutes) * minuteMs)).toBeLessThan(minuteMs);
  });
});
