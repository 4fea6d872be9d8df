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

it('raises when a cursor does not move [SDK-08]', async () => {
  room.server.play(page([], 'c1'), page([], 'c1'), page([], 'c1'));
  const read = async () => {
    for await (const _ of room.client().namespace('a').query()) continue;
  };
  await expect(read()).rejects.toThrow(/would never end/);
});
