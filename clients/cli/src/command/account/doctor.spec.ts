import { json, refuse } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;

const page = (name: string, item: object) => ({ [name]: [item], next_cursor: null });

describe('doctor', () => {
  const answers = (engine: object) => [
    json(200, { name: 'Acme', plan: 'team' }),
    json(
      200,
      page('api_keys', { prefix: 'jk_sec', role: 'read_only', scope: '*', expires_at: '2026-11-25T00:00:00Z' }),
    ),
    json(200, { engines: [engine] }),
    json(
      200,
      page('webhook_endpoints', {
        id: 'we_1',
        url: 'https://x.example',
        events: ['job.*'],
        stats: {},
        status: 'disabled',
      }),
    ),
    json(200, { budget_paused: true }),
  ];

  it('warns of what will fail soon, each line with the mending', async () => {
    room.terminal.nowMs = Date.now();
    server.play(...answers({ name: 'jev', active: true, source: 'built_in' }));
    const { code, out } = await room.terminal.run(['doctor']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {4}clock /m);
    expect(out).toMatch(/^warn {2}key .*Create the next one/m);
    for (const mend of ['Set ENGINES', 'judgment endpoints enable we_1', 'Raise compute_usd_per_month'])
      expect(out).toContain(mend);
  });

  it('a clock that is an hour off, or a key that is refused, fails', async () => {
    room.terminal.nowMs = Date.now() + 3_600_000;
    server.play(...answers({ name: 'jev', active: true, source: 'hosted' }));
    const off = await room.terminal.run(['doctor']);
    expect(off).toMatchObject({ code: 1, out: expect.stringMatching(/^fail {2}clock .*NTP/m) as string });
    server.play(refuse(401, 'unauthenticated'));
    expect(await room.terminal.run(['doctor', '--jsonl'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('"level":"fail"') as string,
    });
  });
});
