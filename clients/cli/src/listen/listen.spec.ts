import { verifyWebhook } from '@app/sdk';
import { FaultServer, json, refuse } from '@app/sdk/testing';
import { Terminal } from '../testing/terminal';

const [service, receiver] = [new FaultServer(), new FaultServer()];
let terminal: Terminal;
let base: string;
let target: string;
beforeAll(async () => ([base, target] = await Promise.all([service.start(), receiver.start()])));
afterAll(() => Promise.all([service.stop(), receiver.stop()]));
beforeEach(() => {
  terminal = new Terminal();
  terminal.nowMs = Date.now();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk' };
});
afterEach(() => terminal.remove());

const event = (id: string, agoMs = 0) => ({
  id,
  type: 'job.failed',
  timestamp: new Date(terminal.nowMs - agoMs).toISOString(),
  data: { namespace: null },
});
const feed = (next_cursor: string, ...events: object[]) => json(200, { events, next_cursor });

/** Runs until the feed is asked beyond its script. */
function listen(...words: string[]) {
  const interruption = new AbortController();
  return {
    end: () => interruption.abort(new DOMException('Interrupted.', 'AbortError')),
    run: terminal.run(['listen', '--forward-to', target, ...words], '', interruption.signal),
  };
}

it('forwards each event signed with a secret that stays, shows what the receiver said, and goes on behind it', async () => {
  receiver.play(json(204, null), refuse(500, 'internal_error'), json(204, null));
  const first = { end: () => undefined as void };
  service.play(feed('c0'), feed('c1', event('evt_1'), event('evt_2')), () => first.end());
  const running = listen('--types', 'job.*');
  first.end = running.end;
  const { code, out } = await running.run;
  expect(code).toBe(130);
  expect(service.heard.map(({ url }) => new URL(url, base).searchParams.get('cursor'))).toEqual(['latest', 'c0', 'c1']);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('  ').slice(1, 4)),
  ).toEqual([
    ['job.failed', 'evt_1', '204'],
    ['job.failed', 'evt_2', '500 (not taken)'],
  ]);
  const { out: secret } = await terminal.run(['listen', '--print-secret']);
  const [heard] = receiver.heard;
  const headers = heard?.headers as Record<string, string>;
  expect(verifyWebhook({ payload: heard?.body ?? '', headers, secret: secret.trim() })).toMatchObject({ id: 'evt_1' });

  const second = { end: () => undefined as void };
  service.play(feed('c2', event('evt_3', 60_000)), () => second.end());
  const later = listen('--types', 'job.*');
  second.end = later.end;
  expect((await later.run).out).toContain('evt_3  204');
  expect(service.heard[0]?.url).toContain('cursor=c1');
  expect((await terminal.run(['listen', '--print-secret'])).out).toBe(secret);
});

it('a gap in the feed is named with the way to go on, and a receiver that is absent is shown, not waited for', async () => {
  service.play(refuse(410, 'gone', { reason: 'cursor_expired' }));
  const gap = await listen('--since', 'evt_gone').run;
  expect(gap).toMatchObject({ code: 1, err: expect.stringContaining('--since oldest') as string });
  service.play(feed('c1', event('evt_1')), () => running.end());
  const running = listen('--since', '1h', '--forward-to', 'http://127.0.0.1:1/hook');
  expect((await running.run).out).toContain('no answer: ');
  expect(await terminal.run(['listen'])).toMatchObject({ code: 2 });
  expect(await terminal.run(['listen', '--forward-to', target, '--since', '1 h'])).toMatchObject({ code: 2 });
});

it('events resend to an address signs as listen does, and ends with 1 when the receiver does not take it', async () => {
  const { out: secret } = await terminal.run(['listen', '--print-secret']);
  for (const [status, code] of [
    [204, 0],
    [500, 1],
  ] as const) {
    service.play(json(200, event('evt_1')));
    receiver.play(json(status, null));
    expect(await terminal.run(['events', 'resend', 'evt_1', '--to', target])).toMatchObject({ code });
    expect(service.heard[0]?.url).toBe('/v1/events/evt_1');
    const [heard] = receiver.heard;
    const headers = heard?.headers as Record<string, string>;
    expect(verifyWebhook({ payload: heard?.body ?? '', headers, secret: secret.trim() })).toMatchObject({
      id: 'evt_1',
    });
  }
});

it('events tail prints events as they come', async () => {
  const interruption = new AbortController();
  const end = () => interruption.abort(new DOMException('Interrupted.', 'AbortError'));
  service.play(feed('c0'), feed('c1', event('evt_2')), end);
  const { code, out } = await terminal.run(['events', 'tail', '--jsonl'], '', interruption.signal);
  expect([code, JSON.parse(out)]).toEqual([130, event('evt_2')]);
});
