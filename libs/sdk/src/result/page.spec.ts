import { openFaultRoom } from '../testing/fault-room';
import { json } from '../testing/fault-server';

const room = openFaultRoom();
const page = (ids: number[], next_cursor: string | null) =>
  json(200, { documents: ids.map((id) => ({ id: String(id) })), next_cursor, stale_count: 0 });

it('gives every item of every page, and goes on after an empty one [SDK-05]', async () => {
  room.server.play(page([1, 2], 'c1'), page([], 'c2'), page([3], null));
  const ids: string[] = [];
  for await (const { id } of room.client().namespace('a').query({ limit: 2 })) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  const cursors = room.server.heard.map(({ body }) => (JSON.parse(body) as { cursor?: string }).cursor);
  expect(cursors).toEqual([undefined, 'c1', 'c2']);
});

it('sends pageSize as the limit of each page, in a body and in a query, beside the cursor [SDK-05]', async () => {
  const { server } = room;
  server.play(page([1], 'c1'), page([2], null));
  const ids: string[] = [];
  for await (const { id } of room.client().namespace('a').query({ pageSize: 1 })) ids.push(id);
  const bodies = server.heard.map(({ body }) => JSON.parse(body) as unknown);
  expect([ids, bodies]).toEqual([
    ['1', '2'],
    [{ limit: 1 }, { limit: 1, cursor: 'c1' }],
  ]);
  server.play(json(200, { jobs: [], next_cursor: 'c1' }), json(200, { jobs: [], next_cursor: null }));
  for await (const _ of room.client().jobs.list({ pageSize: 7, status: 'done' })) continue;
  const urls = server.heard.map(({ url }) => url);
  expect(urls).toEqual(['/v1/jobs?status=done&limit=7', '/v1/jobs?status=done&limit=7&cursor=c1']);
});

it('sends numbers and lists of patterns as the wire has them [SDK-08]', async () => {
  const { server } = room;
  server.play(json(200, {}), json(200, { events: [], next_cursor: null }));
  const client = room.client();
  const asked = { on: 'p', target: 'precision', at_least: 0.9 } as const;
  await client.namespace('a').judgments.get('late').recommendation(asked);
  await client.events.read({ types: ['job.*', 'subscription.entered'], wait: 1 });
  const [first, second] = server.heard.map(({ url }) => new URL(url, 'http://x').searchParams);
  expect(first?.get('at_least')).toBe('0.9');
  expect([second?.get('types'), second?.get('wait')]).toEqual(['job.*,subscription.entered', '1']);
});

it('raises when a cursor does not move [SDK-08]', async () => {
  room.server.play(page([], 'c1'), page([], 'c1'), page([], 'c1'));
  const read = async () => {
    for await (const _ of room.client().namespace('a').query()) continue;
  };
  await expect(read()).rejects.toThrow(/would never end/);
});
