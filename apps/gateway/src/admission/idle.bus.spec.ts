import { eventually, statementsOf } from '@app/testing';
import type { SentStatement } from '@app/testing';
import { GatewayClient, openGateway } from '../testing/gateway-client';
import { RateLimits } from './limit/rate-limits';

let gateways: GatewayClient[];
beforeAll(async () => {
  gateways = [await openGateway()];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
});

const leads = (gateway: GatewayClient) => gateway.running.app.get(RateLimits).isLeader;
const moved = 'admission_revision where value <>';
const isDue = `name = 'keeper'`;
const takes = (sent: readonly SentStatement[]) => sent.filter(({ name }) => name === 'lease-take-role').length;
/** What the gateways send in so many milliseconds. */
const sentIn = (ms: number) => statementsOf(() => new Promise((done) => setTimeout(done, ms)));

it('a gateway alone looks at the revision of admission and at its lead of the rate limits by one statement', async () => {
  await eventually(() => expect(leads(gateways[0])).toBe(true));
  // Loops begin at moments of their own, and rest alike soon.
  await sentIn(1500);
  const sent = await sentIn(3000);
  const looks = sent.filter(({ text }) => text.includes(moved));
  expect(looks.length).toBeGreaterThan(2);
  expect(looks.filter(({ text }) => !text.includes(isDue))).toEqual([]);
  // Beside gauges, which are measured as long as somebody may scrape, and have no names.
  const named = new Set(sent.flatMap(({ name }) => name ?? []));
  for (const name of ['lease-take-role', 'lease-take', 'read-clock']) named.delete(name);
  expect([...named]).toEqual([]);
  expect(takes(sent)).toBeLessThanOrEqual(2);
  expect(leads(gateways[0])).toBe(true);
});

it('renews its lead again and again once another gateway waits for it, and that one leads soon after its end', async () => {
  gateways.push(await GatewayClient.start({ REPLICA: '1' }));
  await sentIn(1500);
  expect(gateways.map(leads)).toEqual([true, false]);
  expect(takes(await sentIn(2500))).toBeGreaterThanOrEqual(6);
  expect(gateways.map(leads)).toEqual([true, false]);
  const [first] = gateways.splice(0, 1);
  await first.close();
  await eventually(() => expect(gateways.map(leads)).toEqual([true]), 5_000);
}, 30_000);
