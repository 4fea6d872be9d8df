import { mostUndoable } from './kept-import';
import { ImportRoom } from './testing/import-room';

/** Rows of the file, of which each part holds 500. */
const count = mostUndoable + 20_000;
const encoder = new TextEncoder();

it('of a large file no more is held than a batch on its way and one at hand, and the ids that undoing needs are bounded', async () => {
  const room = new ImportRoom('id,note\n1,x\n');
  let [given, most] = [0, 0];
  function* parts() {
    yield encoder.encode('id,note\n');
    for (let n = 0; n < count; n += 500) {
      given += 500;
      yield encoder.encode(Array.from({ length: 500 }, (_, at) => `${n + at},${'a ticket '.repeat(8)}\n`).join(''));
    }
  }
  const end = await room.run(room.begun(), parts(), ({ id, records }) => {
    // The reader looks at the first 256 KiB before it gives a row.
    if (records > 5_000) most = Math.max(most, given - records);
    room.service.stored.clear();
    room.service.forget();
    void room.store.remove(id);
  });
  expect([end.counts.created, end.undoable]).toEqual([count, mostUndoable]);
  expect([room.service.mostHeld, most]).toEqual([500, 1_000]);
}, 60_000);
