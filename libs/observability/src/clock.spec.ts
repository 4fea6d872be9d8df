import { SharedClock } from './clock';

const minuteMs = 60_000;

/** Steps this machine's clock, as an operator or a wrong time server does. */
function step(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

afterEach(() => jest.restoreAllMocks());

describe('the clock of a process', () => {
  it("is the machine's before the database's was read", () => {
    const clock = new SharedClock();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minuteMs);
    step(10 * minuteMs);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minuteMs);
    expect(clock.machineBehindMs()).toBe(0);
  });

  it.each([10, -10])("is the database's from then on, and a step of %d minutes does not move it [T36]", (minutes) => {
    const databaseMs = Date.now() + 3 * minuteMs;
    const clock = new SharedClock();
    clock.read(databaseMs, performance.now());
    step(minutes * minuteMs);
    expect(Math.abs(clock.now() - databaseMs)).toBeLessThan(minuteMs);
    expect(Math.abs(clock.machineBehindMs() - (3 - minutes) * minuteMs)).toBeLessThan(minuteMs);
  });

  it("is the machine's again once nobody reads the database's", () => {
    const clock = new SharedClock();
    clock.read(Date.now() + 10 * minuteMs, performance.now());
    clock.forget();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minuteMs);
    expect(clock.machineBehindMs()).toBe(0);
  });
});
