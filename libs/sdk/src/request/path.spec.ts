import { JudgmentClient } from '../client';
import { openFaultRoom, refusalOf } from '../testing/fault-room';
import { json } from '../testing/fault-server';

const room = openFaultRoom();

it.each(['a%2Fb', '100%', 'ü/✓', '123', 'true', '..x'])(
  'document %s and its namespace keep their bytes [SDK-04]',
  async (id) => {
    room.server.play(json(200, { id }));
    await room.client().namespace('acme/prod').documents.get(id);
    const [, , , ns, , sent] = (room.server.heard[0]?.url ?? '').split('/');
    expect([ns, decodeURIComponent(sent ?? '')]).toEqual(['acme%2Fprod', id]);
  },
);

it('deletes a document by a write, so that no id stands in a path that a proxy may read as a folder [SDK-04]', async () => {
  room.server.play(json(200, {}));
  await room.client().namespace('a').documents.delete('x/y');
  expect(room.server.heard.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/v1/namespaces/a/documents', { delete: [{ id: 'x/y' }] }],
  ]);
});

it.each(['', '.', '..', 'a\ud800'])('refuses namespace %j before anything is sent [SDK-04]', async (ns) => {
  room.server.play();
  expect(await refusalOf(room.client().namespace(ns).read())).toMatchObject({ code: 'usage' });
  expect(room.server.heard).toHaveLength(0);
});

it.each(['http://judge.example.com/v1', 'https://judge.example.com', 'judge/v1'])(
  'refuses the address %s [SDK-04]',
  (baseUrl) => expect(() => new JudgmentClient({ baseUrl, apiKey: 'k' })).toThrow(/baseUrl must/),
);
