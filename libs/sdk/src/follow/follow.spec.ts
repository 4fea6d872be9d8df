import { GapError } from '../client';
import { openFaultRoom, refusalOf } from '../testing/fault-room';
import { cut, json, refuse } from '../testing/fault-server';

const room = openFaultRoom();
const { server } = room;
const page = (ids: string[], next_cursor: string) => json(200, { events: ids.map((id) => ({ id })), next_cursor });
const expired = refuse(400, 'invalid_request', { reason: 'cursor_expired' });

it('follows the feed across faults, each event once, and moves past empty pages [SDK-08]', async () => {
  server.play(page(['e1', 'e2'], 'e1'), cut, page(['e2', 'e3'], 'e3'), page([], 'e4'), page(['e5'], 'e5'));
  const ids: string[] = [];
  const cursors: string[] = [];
  const onCursor = (cursor: string) => void cursors.push(cursor);
  for await (const { id } of room.client().events.follow({ from: 'e0', onCursor })) {
    ids.push(id);
    if (id === 'e5') break;
  }
  expect(ids).toEqual(['e1', 'e2', 'e3', 'e5']);
  expect(cursors).toEqual(['e1', 'e3', 'e4']);
});

it('raises a gap, or goes on at the oldest event when the caller says so [FEED-03]', async () => {
  server.play(expired);
  await expect(room.client().events.follow({ from: 'e0' }).next()).rejects.toBeInstanceOf(GapError);
  server.play(expired, page(['e9'], 'e9'));
  const { value } = await room.client().events.follow({ from: 'e0', onGap: 'oldest' }).next();
  expect(value).toEqual({ id: 'e9' });
});

it('raises when even the oldest event is refused as expired, instead of asking for ever [FEED-03]', async () => {
  server.play(...Array.from({ length: 50 }, () => expired));
  const error = await refusalOf(room.client().events.follow({ from: 'e0', onGap: 'oldest' }).next());
  expect(error).toBeInstanceOf(GapError);
  expect(server.heard).toHaveLength(2);
});

it.each([0, 31, 2.5])('refuses to wait for %d seconds [SDK-08]', async (waitS) => {
  server.play();
  expect(await refusalOf(room.client().events.follow({ waitS }).next())).toMatchObject({ code: 'usage' });
});

it('begins behind the latest event, or at the first one where none is kept [SDK-08]', async () => {
  const cursors = (): (string | null)[] =>
    server.heard.map(({ url }) => new URL(url, 'http://x').searchParams.get('cursor'));
  server.play(page([], 'e7'), page(['e8'], 'e8'));
  expect((await room.client().events.follow({ from: 'latest' }).next()).value).toEqual({ id: 'e8' });
  expect(cursors()).toEqual(['latest', 'e7']);
  server.play(json(200, { events: [], next_cursor: null }), page(['e1'], 'e1'));
  expect((await room.client().events.follow({ from: 'latest' }).next()).value).toEqual({ id: 'e1' });
  expect(cursors().slice(-2)).toEqual(['latest', null]);
});
