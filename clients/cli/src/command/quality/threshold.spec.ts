import { json, refuse } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;
const filters = () =>
  server.heard
    .filter(({ url }) => url.endsWith('/query'))
    .map(({ body }) => (JSON.parse(body) as { filter: object }).filter);

describe('threshold set', () => {
  const read = json(200, { thresholds: { alarm: 0.4 } });
  const counted = (count: number) => json(200, { documents: [], next_cursor: null, stale_count: 0, count });
  const flagged = { 'answers.late.thresholds.alarm': true };
  const set = (...words: string[]) => room.terminal.run(['threshold', 'set', '-j', 'late', ...words]);

  it('shows what the new value flags, and who enters and leaves, before it asks', async () => {
    server.play(read, counted(412), counted(390), counted(22));
    const { code, err } = await set('alarm=0.62');
    expect([code, server.heard.map(({ method }) => method)]).toEqual([5, ['GET', 'POST', 'POST', 'POST']]);
    expect(err).toContain(
      'alarm: 0.4 becomes 0.62. It flags 412 documents, and would flag 390: 0 enter, 22 leave.\njudgment: Set',
    );
    expect(filters()).toEqual([
      flagged,
      { 'answers.late.p': { gte: 0.6199999995 } },
      { 'answers.late.p': { gte: 0.3999999995, lt: 0.6199999995 } },
    ]);
  });

  it('counts a new one, one that goes, and one that is turned', async () => {
    server.play(read, counted(7));
    expect((await set('other=0.9')).err).toContain('other: not set becomes 0.9. It would flag 7 documents.');
    server.play(read, counted(1));
    expect((await set('alarm=null')).err).toContain('It flags 1 document, all of which leave.');
    server.play(read, counted(4), counted(9), counted(8), counted(3));
    expect((await set('alarm={"feature":"age","lte":3}')).err).toContain(
      'It flags 4 documents, and would flag 9: 8 enter, 3 leave.',
    );
  });

  it('sets it without the count where too many documents would be read for it', async () => {
    server.play(read, refuse(400, 'invalid_request', { reason: 'scan_too_large' }));
    expect((await set('alarm=0.62')).err).toContain('What it flags is not counted');
  });

  it.each([
    [['--yes'], ''],
    [[], 'y\r'],
  ])('with %j, or a yes on a terminal, sets it and shows what it flags then', async (words, typed) => {
    room.terminal.isTerminal = true;
    server.play(read, counted(412), counted(390), counted(22), json(200, { status: 'updated' }), counted(390));
    const { code, out } = await room.terminal.run(['threshold', 'set', '-j', 'late', 'alarm=0.62', ...words], typed);
    expect([code, out]).toEqual([0, 'alarm flags 390 documents now.\n']);
    expect(server.heard[4]).toMatchObject({ method: 'PATCH', body: '{"thresholds":{"alarm":0.62}}' });
  });

  it('refuses what is no threshold before it changes anything', async () => {
    server.play();
    for (const given of ['alarm', 'alarm=high']) expect(await set(given)).toMatchObject({ code: 2 });
    expect(server.heard).toEqual([]);
    server.play(read, counted(1));
    expect(await set('alarm={"gte":0.5}', '--yes')).toMatchObject({ code: 2 });
  });
});

it('threshold recommend is refused before a request where the target lacks its number', async () => {
  server.play();
  const lines = [
    ['--target', 'precision'],
    ['--target', 'recall', '--at-least', '1'],
    ['--target', 'recall', '--at-least', 'high'],
    ['--target', 'cost', '--cost-false-positive', '1'],
  ];
  for (const words of lines) {
    const { code, err } = await room.terminal.run(['threshold', 'recommend', '-j', 'late', ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining('such as')]);
  }
  expect(server.heard).toEqual([]);
});
