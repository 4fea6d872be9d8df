import { OpenStores, moveClock } from '../testing/open-stores';
import { CountedAttempt, countAttempts } from './count-attempts';

let stores: OpenStores;
let endpointId: string;

beforeEach(async () => {
  stores = await OpenStores.open('org_health');
  endpointId = await stores.addEndpoint();
});
afterEach(() => stores.close());

const failure = (): CountedAttempt => ({
  endpointId,
  succeeded: false,
  test: false,
  error: 'http_status',
  statusCode: 500,
});
const count = (attempts: CountedAttempt[]): Promise<void> =>
  stores.database.transaction('spec', async (tx) => {
    await tx.query('select 1 from endpoint_turn where endpoint_id = $1 for no key update', [endpointId]);
    await countAttempts(tx, attempts);
  });
const raised = async (): Promise<unknown[]> =>
  (await stores.database.query<{ subject: string }>('select subject from outbox order by id')).rows.map(
    (row) => row.subject,
  );

describe('concurrent processes', () => {
  it('raise one event for each change [WHK-15] [WHK-17]', async () => {
    await count(Array.from({ length: 9 }, failure));
    await moveClock(25 * 3_600_000);
    await Promise.all(Array.from({ length: 8 }, () => count([failure()])));
    expect(await raised()).toEqual(['platform.event.raised.webhook-endpoint.failing.v1']);
    await moveClock(121 * 3_600_000);
    await Promise.all(Array.from({ length: 8 }, () => count([failure()])));
    expect(await raised()).toEqual([
      'platform.event.raised.webhook-endpoint.failing.v1',
      'platform.event.raised.webhook-endpoint.disabled.v1',
    ]);
    const { rows } = await stores.database.query(
      'select status, failed_attempts, failing_since = first_failure_at as since from endpoint',
    );
    expect(rows).toEqual([{ status: 'disabled', failed_attempts: 18, since: true }]);
  });

  it('count in the order in which attempts ended [WHK-16]', async () => {
    await count([failure(), { ...failure(), succeeded: true, error: null, statusCode: 200 }, failure()]);
    const { rows } = await stores.database.query('select failed_attempts from endpoint');
    expect(rows).toEqual([{ failed_attempts: 1 }]);
  });
});
