import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { oneOfEach } from './scenario/one-of-each';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

/** Shaped like a cursor of ours, and made by none of us. */
const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

it('refuses forged cursors on every list, whatever stands in them [ERR-07] [defect W-L7]', async () => {
  const { scenario, endpoint } = await oneOfEach(stack, 'cursors/forged');
  const at = `/namespaces/${encodeURIComponent(scenario.namespace)}`;
  const lists: [path: string, list: string, members: number][] = [
    ['/namespaces?', 'namespaces', 1],
    ['/namespaces?delimiter=/&', 'namespace-level', 1],
    ['/jobs?', 'jobs', 1],
    ['/judgments?', 'judgments', 2],
    ['/api-keys?', 'api-keys', 1],
    ['/usage?', 'usage', 1],
    ['/webhook-endpoints?', 'webhook-endpoints', 1],
    [`/webhook-endpoints/${endpoint}/deliveries?`, 'deliveries', 2],
    [`${at}/documents/a/answers/late/history?`, 'history', 1],
    [`${at}/groups?`, 'groups', 1],
    [`${at}/groups/by_seller?`, 'group-values', 4],
    [`${at}/judgments/late/versions?`, 'versions', 1],
    [`${at}/judgments/late/outcomes?`, 'outcomes', 1],
    [`${at}/judgments/late/calibration/history?`, 'fits', 1],
    [`${at}/subscriptions?`, 'subscriptions', 1],
  ];
  const members = ['a\0b', null, {}, [], 1e300, -1.5];
  for (const [path, list, length] of lists) {
    expect([path, (await stack.api('GET', path.slice(0, -1))).status]).toEqual([path, 200]);
    for (const member of members) {
      const cursor = forged(list, ...(Array(length).fill(member) as unknown[]));
      const { status, body } = await stack.api('GET', `${path}cursor=${cursor}`);
      expect([path, JSON.stringify(member), status, body]).toMatchObject([
        ...[path, JSON.stringify(member), 400],
        { error: { code: 'invalid_request', details: { reason: 'bad_cursor', path: '/cursor' } } },
      ]);
    }
  }
}, 60_000);
