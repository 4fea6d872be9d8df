import { Database, newId } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { EndpointStore } from '../endpoint/endpoint.store';
import { TallyStore } from '../tally/tally.store';
import { CountedAttempt, HealthStore } from './health.store';

const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);
let database: Database;
let health: HealthStore;
let endpointId: string;

beforeEach(async () => {
  await moveClock(0);
  database = await openFreshDatabase(webhooksSchema, 10);
  health = new HealthStore(new TallyStore(database));
  endpointId = newId('whe');
  const settings = { url: 'https://a.example.com/', events: [], namespacePrefix: '*', description: null };
  await database.transaction('spec', (tx) =>
    new EndpointStore(database).add(
      tx,
      { id: endpointId, organization: 'org_health', secret: Buffer.from('sealed') },
      { ...settings, maxPerSecond: null },
    ),
  );
});
afterEach(async () => {
  await database.close();
  await moveClock(0);
});

const failure = (): CountedAttempt => ({
  ...{ endpointId, succeeded: false, test: false },
  ...{ error: 'http_status', statusCode: 500 },
});
const count = (attempts: CountedAttempt[]): Promise<void> =>
  database.transaction('spec', async (tx) => {
    await tx.query('select 1 from endpoint_turn where endpoint_id = $1 for no key update', [endpointId]);
    await health.count(tx, attempts);
  });
const told = async (): Promise<unknown[]> =>
  (await database.query<{ subject: string }>('select subject from outbox order by id')).rows.map((row) => row.subject);

describe('processes that race', () => {
  it('tell of each change once [WHK-15] [WHK-17]', async () => {
    await count(Array.from({ length: 9 }, failure));
    await moveClock(25 * 3_600_000);
    await Promise.all(Array.from({ length: 8 }, () => count([failure()])));
    expect(await told()).toEqual(['platform.event.raised.webhook-endpoint.failing.v1']);
    await moveClock(121 * 3_600_000);
    await Promise.all(Array.from({ length: 8 }, () => count([failure()])));
    expect(await told()).toEqual([
      'platform.event.raised.webhook-endpoint.failing.v1',
      'platform.event.raised.webhook-endpoint.disabled.v1',
    ]);
    const { rows } = await database.query(
      'select status, failed_attempts, failing_since = first_failure_at as since from endpoint',
    );
    expect(rows).toEqual([{ status: 'disabled', failed_attempts: 18, since: true }]);
  });

  it('count in the order in which attempts ended [WHK-16]', async () => {
    await count([failure(), { ...failure(), succeeded: true, error: null, statusCode: 200 }, failure()]);
    const { rows } = await database.query('select failed_attempts from endpoint');
    expect(rows).toEqual([{ failed_attempts: 1 }]);
  });
});
