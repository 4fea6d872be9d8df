import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ImportRoom } from './testing/import-room';

/** Bytes of the file. */
const size = process.env['LONG'] === '1' ? 200_000_000 : 12_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A file that is made while it is read. */
function* partsOf() {
  yield Buffer.from('id,note\n');
  for (let [n, sent] = [0, 0]; sent < size; n += 500) {
    const part = Buffer.from(Array.from({ length: 500 }, (_, at) => `${n + at},${'a ticket '.repeat(20)}\n`).join(''));
    sent += part.length;
    yield part;
  }
}

it('a large file is written in level memory: one batch on its way, one at hand', async () => {
  const room = new ImportRoom('id,note\n1,x\n');
  // What the service stores is not the page's memory.
  const heaps: number[] = [];
  const end = await room.run(room.begun(), partsOf(), ({ batch, undoable }) => {
    room.service.stored.clear();
    room.service.forget();
    void room.store.remove('run');
    if (batch % Math.ceil(size / 2_500_000) !== 0 || undoable < Math.min(100_000, size / 800)) return;
    collectGarbage();
    heaps.push(process.memoryUsage().heapUsed);
  });
  expect(end.counts.created).toBeGreaterThan(size / 200);
  expect(room.service.mostHeld).toBeLessThanOrEqual(500);
  // From the ids on that undoing needs.
  expect(Math.max(...heaps) - (heaps[0] ?? 0)).toBeLessThan(12_000_000);
  expect(heaps.length).toBeGreaterThan(5);
}, 300_000);
