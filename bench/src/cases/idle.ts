import { Case, Preparation } from '../case/case';
import { Measure } from '../case/figures';
import { ProcessAccount, readAccounts } from '../idle/processes';
import { IdleSite } from '../idle/site';
import { recordingStatements } from '../idle/statements';

/** What the eight together may do a second with nothing to do, and hold. */
const goals = { wakes: 45, statements: 18, memoryMib: 1024 };

const aSecond = (value: number): Measure => ({ value, unit: '/s', digits: 1 });
const percent = (value: number): Measure => ({ value, unit: ' % of a core', digits: 2 });
const mebibytes = (value: number): Measure => ({ value, unit: ' MiB', digits: 0 });

const pass = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000));

/** Judging leaves work behind that ends by itself: what it has written is forgotten, compiled code is let go. */
const rest: Preparation<IdleSite> = {
  name: 'the example, judged, and a rest of seconds after it',
  size: { normal: 120, short: 1 },
  make: async (_, { size }) => pass(size),
};

const shared = { goal: { below: 1 }, needs: [rest], maxRounds: 3, isOnDemand: true } as const;

function sumOf(accounts: ReadonlyMap<string, ProcessAccount>, key: keyof ProcessAccount): number {
  return [...accounts.values()].reduce((sum, account) => sum + account[key], 0);
}

const wakesCase: Case<IdleSite> = {
  ...shared,
  name: 'idle: wakes of the main threads of the eight services, of 45 a second',
  size: { normal: 60, short: 2, option: 'seconds' },
  round: async ({ site, size }) => {
    const before = readAccounts(site.stack.pid);
    const beganMs = performance.now();
    await pass(size);
    const after = readAccounts(site.stack.pid);
    const seconds = (performance.now() - beganMs) / 1000;
    const rate = (key: 'cpu' | 'wakes', service: string): number =>
      ((after.get(service)?.[key] ?? NaN) - (before.get(service)?.[key] ?? NaN)) / seconds;
    const services = [...before.keys()].sort();
    const sum = (key: 'cpu' | 'wakes'): number => services.reduce((total, service) => total + rate(key, service), 0);
    const each = services.flatMap((service): [string, Measure][] => [
      [service, aSecond(rate('wakes', service))],
      [`${service} CPU`, percent(100 * rate('cpu', service))],
    ]);
    const wakes = sum('wakes');
    return {
      ratio: wakes / goals.wakes,
      measures: { wakes: aSecond(wakes), CPU: percent(100 * sum('cpu')), ...Object.fromEntries(each) },
    };
  },
};

const statementsCase: Case<IdleSite> = {
  ...shared,
  name: 'idle: statements of the eight services, of 18 a second',
  size: { normal: 60, short: 2, option: 'seconds' },
  round: async ({ site, size }) => {
    const sent = await recordingStatements(site.stack, () => pass(size));
    const rates = (key: 'by' | 'what'): Record<string, Measure> => {
      const counts = new Map<string, number>();
      for (const { [key]: name } of sent) counts.set(name, (counts.get(name) ?? 0) + 1);
      const sorted = [...counts].sort(([, a], [, b]) => b - a);
      return Object.fromEntries(sorted.map(([name, count]) => [name, aSecond(count / size)]));
    };
    const all = sent.length / size;
    return { ratio: all / goals.statements, measures: { statements: aSecond(all), ...rates('by'), ...rates('what') } };
  },
};

const memoryCase: Case<IdleSite> = {
  ...shared,
  name: 'idle: resident memory of the eight services after the example, of 1 GiB',
  size: { normal: 1, short: 1 },
  maxRounds: 1,
  round: async ({ site }) => {
    const accounts = readAccounts(site.stack.pid);
    const rss = sumOf(accounts, 'rss');
    const each = [...accounts].map(([service, account]): [string, Measure] => [service, mebibytes(account.rss)]);
    return {
      ratio: rss / goals.memoryMib,
      measures: { RSS: mebibytes(rss), PSS: mebibytes(sumOf(accounts, 'pss')), ...Object.fromEntries(each) },
    };
  },
};

export const idleCases: readonly Case<IdleSite>[] = [memoryCase, wakesCase, statementsCase];
