import { systemClock } from '@app/observability';
import { databaseName, prepareDatabase, serviceAccounts } from '@app/servers';
import { Client } from 'pg';
import { testEnvironment } from '../boot/environment';
import { movedClock, setClock } from './clock';

const dayMs = 24 * 3_600_000;
/** Far more than a statement takes, far less than a day. */
const slackMs = 60_000;
let service: Client;

beforeAll(async () => {
  service = new Client({ connectionString: testEnvironment().urls.documents });
  await service.connect();
});
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await service.end();
});

/** How far the database's clock is ahead of this process's, as a service reads it. */
async function databaseAheadMs(): Promise<number> {
  const { rows } = await service.query<{ now: Date }>('select app.now() as now');
  return rows[0].now.getTime() - Date.now();
}

/** The database as production's set-up leaves it: the same call, nothing of the specs after it. */
function prepareAsInProduction(): Promise<void> {
  const adminUrl = new URL(testEnvironment().adminUrl);
  adminUrl.pathname = `/${databaseName}`;
  return prepareDatabase(
    adminUrl.href,
    serviceAccounts((one) => `test-${one}`),
  );
}

describe('the clock', () => {
  it('moves in a build for tests, in the database and in the process alike [GEN-09]', async () => {
    await setClock(testEnvironment().adminUrl, 30 * dayMs);
    expect(Math.abs((await databaseAheadMs()) - 30 * dayMs)).toBeLessThan(slackMs);
    expect(Math.abs(movedClock.now() - Date.now() - 30 * dayMs)).toBeLessThan(slackMs);
    // What production runs on does not hear of it.
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(slackMs);
  });

  it('stands for nobody in production: its set-up leaves no offset, and no service may put one there [GEN-09]', async () => {
    await setClock(testEnvironment().adminUrl, dayMs);
    await prepareAsInProduction();
    expect(Math.abs(await databaseAheadMs())).toBeLessThan(slackMs);
    const denied = { code: '42501' };
    await expect(service.query('update app.clock set moved = $1', ['1 day'])).rejects.toMatchObject(denied);
    await expect(service.query('create table app.mine (moved interval)')).rejects.toMatchObject(denied);
    const replace = `create or replace function app.now() returns timestamptz language sql stable as 'select now()'`;
    await expect(service.query(replace)).rejects.toMatchObject(denied);
    expect(Math.abs(await databaseAheadMs())).toBeLessThan(slackMs);
  });
});
