import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, refuse } from '@app/sdk/testing';
import { openCliRoom } from '../testing/cli-room';

const room = openCliRoom();
const { server } = room;
const sent = () => server.heard.map(({ method, url, body }) => [method, url.replace('/v1', ''), body]);
const N = '/namespaces/a%2Fb';
const deleted = json(200, { deleted: true });

/** What asks before it deletes: words, replies to what it reads before, and the request that deletes. */
const deletions: [words: string, before: object[], request: string, after?: object][] = [
  ['namespaces delete a/b', [{ stats: { documents: 1_999 } }], `DELETE ${N}`],
  ['subscriptions delete hot', [{ members: 3 }], `DELETE ${N}/subscriptions/hot`],
  ['groups delete by_x', [], `DELETE ${N}/groups/by_x`],
  ['summary delete', [{ into: 'a/all' }], `DELETE ${N}/summary`],
  ['documents delete x', [], `POST ${N}/documents`],
  ['documents delete --filter {"id":"x"}', [{ documents: [], next_cursor: null, count: 1 }], `POST ${N}/documents`],
  ['endpoints delete whe_1', [{ url: 'https://x.example' }], 'DELETE /webhook-endpoints/whe_1'],
  ['keys revoke key_1', [], 'DELETE /api-keys/key_1'],
  ['alternatives remove -j late alt_1', [], `DELETE ${N}/judgments/late/alternatives/alt_1`],
];

it.each(deletions)(
  '%s asks before it deletes, and needs --yes where nobody can be asked',
  async (words, before, request) => {
    const script = [
      ...before.map((reply) => json(200, reply)),
      deleted,
      json(200, { id: 'job_1', status: 'done', progress: {} }),
    ];
    server.play(...script);
    const line = words.split(' ');
    const { code, out, err } = await room.terminal.run(line);
    expect([code, out]).toEqual([5, '']);
    // A log of a script says what would have gone.
    expect(err).toMatch(/judgment: (Delete|Revoke|Remove) .+\?.* Nothing was changed\. To go on: --yes\n$/);
    expect(sent()).toHaveLength(before.length);
    room.terminal.isTerminal = true;
    server.play(...script);
    expect(await room.terminal.run(line, 'n\r')).toMatchObject({ code: 5, out: '' });
    expect(sent()).toHaveLength(before.length);
    server.play(...script);
    await room.terminal.run(line, 'y\r');
    const [method, url] = sent()[before.length] ?? [];
    expect(`${method} ${url}`).toBe(request);
  },
);

it('a namespace is deleted after it was said what goes with it, and its job is followed to its end', async () => {
  const job = (status: string) =>
    json(status === 'queued' ? 202 : 200, { id: 'job_1', status, progress: { done: 5, total: 5 }, result: null });
  const stats = json(200, { stats: { documents: 1_999 } });
  server.play(stats, job('queued'), job('done'));
  const line = ['namespaces', 'delete', 'a/b', '--yes'];
  const { code, out, err } = await room.terminal.run(line);
  expect([code, out]).toEqual([0, 'id\tjob_1\nstatus\tdone\ndone\t5 of 5\n']);
  expect(err).toContain('a/b and its 1,999 documents go for good');
  server.play(json(200, { stats: { documents: 1 } }));
  expect((await room.terminal.run(line.slice(0, -1))).err).toContain('a/b and its 1 document goes for good');
  server.play(stats, job('queued'), job('failed'));
  expect(await room.terminal.run(line)).toMatchObject({ code: 1 });
  server.play(stats, job('queued'));
  expect(await room.terminal.run([...line, '--no-wait'])).toMatchObject({
    code: 0,
    err: expect.stringContaining('judgment jobs wait job_1') as string,
  });
  server.play(refuse(404, 'not_found'));
  expect(await room.terminal.run(line)).toMatchObject({ code: 4, out: '' });
});

it('documents of a file are read and deleted in requests of 100; of a damaged list nothing is done', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `9007199254740${n + 100}`);
  const file = join(room.terminal.home, 'ids.jsonl');
  writeFileSync(file, ids.map((id) => `{"key":${id}}\n`).join(''));
  const gone = (n: number) => json(200, { deleted: n, missing: 100 - n });
  server.play(gone(100), gone(50));
  const line = ['documents', 'delete', '--file', file, '--id', 'key', '--yes'];
  expect(await room.terminal.run(line)).toMatchObject({ code: 0, err: '150 deleted, 50 were not there.\n' });
  const batches = server.heard.map(({ body }) => (JSON.parse(body) as { delete: { id: string }[] }).delete);
  expect(batches.map((batch) => batch.map(({ id }) => id))).toEqual([ids.slice(0, 100), ids.slice(100)]);

  const got = (from: number, to: number, missing: string[]) =>
    json(200, { documents: ids.slice(from, to).map((id) => ({ id })), missing, remaining: [] });
  server.play(got(0, 100, []), got(100, 149, [ids[149] ?? '']));
  const read = await room.terminal.run(['documents', 'get', '--file', file, '--id', 'key']);
  expect([read.code, read.out.split('\n').length, read.err]).toEqual([8, 151, `Not there: ${ids[149]}.\n`]);
  server.play(got(0, 0, ['a']));
  expect(await room.terminal.run(['documents', 'get', 'a'])).toMatchObject({ code: 4, out: '' });

  server.play();
  writeFileSync(file, '{"key":"a"}\n{"key":}\n');
  expect(await room.terminal.run(line)).toMatchObject({ code: 2, err: expect.stringContaining('line 2') as string });
  writeFileSync(file, '{"key":"a"}\n{"other":"b"}\n');
  expect(await room.terminal.run(line)).toMatchObject({ code: 2, err: expect.stringContaining('line 2') as string });
  for (const words of [
    ['delete', '--yes'],
    ['delete', 'a', '--file', file, '--yes'],
    ['get', 'a', '--file', file],
  ]) {
    expect(await room.terminal.run(['documents', ...words])).toMatchObject({ code: 2 });
  }
  expect(await room.terminal.run(['documents', 'get', ...ids, '--json'])).toMatchObject({ code: 2 });
  expect(await room.terminal.run(['documents', 'put', '[]'])).toMatchObject({ code: 2 });
  expect(await room.terminal.run(['documents', 'put', JSON.stringify(Array(501).fill({ id: 'a' }))])).toMatchObject({
    code: 2,
    err: expect.stringContaining('give the file to "import"') as string,
  });
  expect(server.heard).toEqual([]);
});
