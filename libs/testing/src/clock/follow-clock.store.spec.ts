import { Client } from 'pg';
import { testEnvironment } from '../boot/environment';
import { eventually } from '../eventually';
import { installClock, moveDatabase, movedClock, setClock } from './clock';
import { followClock } from './follow-clock';

const dayMs = 24 * 3_600_000;
const { adminUrl } = testEnvironment();
let admin: Client;
let following: { stop(): Promise<void> } | undefined;

/** How far this process's clock is ahead, in days. */
const aheadDays = (): number => Math.round((movedClock.now() - Date.now()) / dayMs);

/** Process ids of the connections that follow the clock. */
async function listeners(): Promise<number[]> {
  const following = `select pid from pg_stat_activity where query like 'select (extract(epoch from moved)%'`;
  const { rows } = await admin.query<{ pid: number }>(following);
  if (rows.length === 0) throw new Error('Nobody listens.');
  return rows.map(({ pid }) => pid);
}

beforeAll(async () => {
  await installClock(adminUrl);
  admin = new Client({ connectionString: adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await following?.stop();
  await setClock(adminUrl, 0);
});
afterAll(() => admin.end());

describe('a process that follows the clock', () => {
  it('starts where the clock stands, and moves with it [GEN-09]', async () => {
    await moveDatabase(adminUrl, 3 * dayMs);
    following = followClock(adminUrl);
    await eventually(() => expect(aheadDays()).toBe(3));
    await moveDatabase(adminUrl, 5 * dayMs);
    await eventually(() => expect(aheadDays()).toBe(5));
  });

  it('follows again once its connection was lost, also a move of meanwhile [GEN-09]', async () => {
    following = followClock(adminUrl);
    const [pid] = await eventually(listeners);
    await admin.query('select pg_terminate_backend($1)', [pid]);
    await moveDatabase(adminUrl, 7 * dayMs);
    await eventually(() => expect(aheadDays()).toBe(7));
  });

  it('hears nothing after it was stopped', async () => {
    const stopped = followClock(adminUrl);
    await eventually(listeners);
    await stopped.stop();
    await eventually(() => expect(listeners()).rejects.toThrow('Nobody listens'));
    await moveDatabase(adminUrl, 2 * dayMs);
    expect(aheadDays()).toBe(0);
  });
});
