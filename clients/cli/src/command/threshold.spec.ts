import { json } from '@app/sdk/testing';
import { openCliRoom } from '../testing/cli-room';

const room = openCliRoom();
const { server } = room;

describe('threshold set', () => {
  const read = json(200, { thresholds: { alarm: 0.4 } });
  const counted = (count: number) => json(200, { documents: [], next_cursor: null, stale_count: 0, count });

  it('without a terminal shows what would change, changes nothing and ends with 5', async () => {
    server.play(read, counted(412));
    const { code, err } = await room.terminal.run(['threshold', 'set', '-j', 'late', 'alarm=0.62']);
    expect([code, server.heard.map(({ method }) => method)]).toEqual([5, ['GET', 'POST']]);
    expect(err).toContain('alarm: 0.4 becomes 0.62. It flags 412 documents.');
  });

  it.each([
    [['--yes'], ''],
    [[], 'y\r'],
  ])('with %j, or a yes on a terminal, sets it and shows what it flags then', async (words, typed) => {
    room.terminal.isTerminal = true;
    server.play(read, counted(412), json(200, { status: 'updated' }), counted(390));
    const { code, out } = await room.terminal.run(['threshold', 'set', '-j', 'late', 'alarm=0.62', ...words], typed);
    expect([code, out]).toEqual([0, 'alarm flags 390 documents now.\n']);
    expect(server.heard[2]).toMatchObject({ method: 'PATCH', body: '{"thresholds":{"alarm":0.62}}' });
  });

  it('refuses what is no threshold before it sends anything', async () => {
    server.play();
    for (const given of ['alarm', 'alarm=high']) {
      expect(await room.terminal.run(['threshold', 'set', '-j', 'late', given])).toMatchObject({ code: 2 });
    }
    expect(server.heard).toEqual([]);
  });
});
