import { services } from '@app/contracts';
import { eventually, openHouse } from '@app/testing';
import type { House } from '@app/testing';
import { Load } from './story/load';
import { Story, boolJudgment } from './story/story';
import { tellSupportDesk } from './story/support-desk';

let house: House;
beforeAll(async () => {
  house = await openHouse({ name: 'replicas', replicas: 2 });
}, 240_000);
afterAll(() => house?.close(), 60_000);

describe('the support desk over two replicas of each service', () => tellSupportDesk(() => house));

it('holds a rate limit over both gateways together [RATE-06] [RATE-02]', async () => {
  const limit = 60;
  const name = `rated-${Date.now()}`;
  const key = await house.operator.organization(name);
  await house.operator.run(['limits', '--org', name, '--requests-per-second-per-key', String(limit)]);
  await eventually(async () => {
    const { headers } = await house.api('GET', '/engines', undefined, { key });
    expect(headers['x-ratelimit-limit']).toBe(String(limit));
  });
  const begun = Date.now();
  const lastMs = 3_000;
  let taken = 0;
  let refused = 0;
  const client = async (): Promise<void> => {
    while (Date.now() - begun < lastMs) {
      const { status, headers, body } = await house.api<{ error: { details: object } }>('GET', '/engines', undefined, {
        key,
      });
      if (status === 200) taken += 1;
      else {
        refused += 1;
        expect(body.error.details).toMatchObject({ rate_limit: 'per_key' });
        expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': expect.any(String) as string });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  const seconds = (Date.now() - begun) / 1_000;
  expect(refused).toBeGreaterThan(0);
  // A window of about a second may begin anywhere: one more second's worth at most.
  expect(taken).toBeLessThanOrEqual(limit * (seconds + 1));
  expect(taken).toBeGreaterThanOrEqual(limit * seconds * 0.7);
}, 60_000);

it('goes on when one replica of each service is killed, while a judgment is changed', async () => {
  const story = new Story(house, 'replicas/kill');
  await house.api('POST', '/namespaces', { name: story.namespace });
  await story.judgment(boolJudgment('late', { thresholds: { bound: 0 } }));
  await story.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
  const load = new Load(story, 100);
  const written = load.write();
  for (const [i, service] of services.entries()) {
    await load.untilAcknowledged(i * 10);
    await house.services.kill(service, i % 2);
  }
  await written;
  await house.setClock(130_000); // past the leases of the dead
  await load.patchThreshold(0.5);
  await load.check();
}, 240_000);
