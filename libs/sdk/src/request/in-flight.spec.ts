import { openFaultRoom, refusalOf } from '../testing/fault-room';
import type { Script } from '../testing/fault-server';
import { InFlight } from './in-flight';

const room = openFaultRoom();

it('keeps at most the bound of requests of a namespace in flight [SDK-08]', async () => {
  let running = 0;
  let most = 0;
  const slow: Script = (_, response) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      response.end('{}');
    }, 20);
  };
  room.server.play(...Array.from({ length: 12 }, () => slow));
  const t1 = room.client({ maxConcurrent: 3 }).namespace('a');
  await Promise.all(Array.from({ length: 12 }, () => t1.read()));
  expect([most, room.server.heard.length]).toEqual([3, 12]);
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
