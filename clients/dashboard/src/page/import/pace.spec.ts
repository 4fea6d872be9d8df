import type { KeptImport } from './kept-import';
import { PaceClock } from './pace';
import { ImportRoom } from './testing/import-room';

const at = (batch: number): KeptImport => ({
  ...new ImportRoom('id\n').begun(),
  batch,
  records: batch * 500,
  bytesRead: batch * 1_000,
  counts: { created: batch * 500, existed: 0, unchanged: 0, refused: 0 },
});

it('what an earlier run wrote, and the time of a pause, are no part of the pace', () => {
  let now = 0;
  const clock = new PaceClock(at(4), () => now);
  expect(clock.paceAt(at(4))).toEqual({ rows: 0, bytes: 0, ms: 0 });
  now = 9_000;
  expect(clock.paceAt(at(5))).toEqual({ rows: 0, bytes: 0, ms: 0 });
  now = 10_000;
  expect(clock.paceAt(at(6))).toEqual({ rows: 500, bytes: 1_000, ms: 1_000 });
  clock.hold();
  now = 60_000;
  expect(clock.paceAt(at(6)).ms).toBe(1_000);
  clock.goOn();
  now = 61_000;
  expect(clock.paceAt(at(7))).toEqual({ rows: 1_000, bytes: 2_000, ms: 2_000 });
});

it('a new import is measured from its beginning', () => {
  let now = 0;
  const clock = new PaceClock(at(0), () => now);
  clock.paceAt(at(0));
  now = 500;
  expect(clock.paceAt(at(1))).toEqual({ rows: 500, bytes: 1_000, ms: 500 });
});
