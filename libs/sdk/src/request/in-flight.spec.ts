import { openFaultRoom, refusalOf } from '../testing/fault-room';
import type { Script } from '../testing/fault-server';
import { InFlight } from './in-flight';

const room = openFaultRoom();

it('keeps at most the bound of requests of a namespace in flight [SDK-08]', async () => {
  let running = 0;
  let most = 0;
  let isHeld = true;
  const held: (() => void)[] = [];
  let threeCame = (): void => undefined;
  const three = new Promise<void>((resolve) => (threeCame = resolve));
  const answer: Script = ({ url }, response) => {
    if (url.includes('/b')) return void response.end('{}');
    most = Math.max(most, ++running);
    const end = (): void => (running--, void response.end('{}'));
    if (isHeld) held.push(end);
    else end();
    if (running === 3) threeCame();
  };
  room.server.play(...Array.from({ length: 13 }, () => answer));
  const client = room.client({ maxConcurrent: 3 });
  const reads = Promise.all(Array.from({ length: 12 }, () => client.namespace('a').read()));
  await three;
  // Sent after all that the client lets go: a fourth would have arrived before its reply.
  await client.namespace('b').read();
  isHeld = false;
  held.forEach((end) => end());
  await reads;
  expect([most, room.server.heard.length]).toEqual([3, 13]);
});

it('a caller that gives up leaves the line at once, and its place goes to the next [SDK-08]', async () => {
  const lanes = new InFlight(1);
  const controller = new AbortController();
  let end = (): void => undefined;
  const first = lanes.run('a', undefined, () => new Promise<void>((resolve) => (end = resolve)));
  const second = refusalOf(lanes.run('a', controller.signal, () => Promise.resolve('second')));
  const third = lanes.run('a', undefined, () => Promise.resolve('third'));
  controller.abort(new Error('enough'));
  expect(await second).toEqual(new Error('enough'));
  end();
  expect(await Promise.all([first, third])).toEqual([undefined, 'third']);
});
