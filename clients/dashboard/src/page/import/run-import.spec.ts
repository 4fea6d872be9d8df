import { readRefusedFile } from './refused-file';
import { ImportRoom } from './testing/import-room';
import { undoImport } from './undo';

const rowsOf = (count: number, noteOf: (n: number) => string = () => 'ok') =>
  `id,note\n${Array.from({ length: count }, (_, n) => `d${n},${noteOf(n)}\n`).join('')}`;
const undo = (
  { store, service: { write, findExisting } }: ImportRoom,
  kept: Parameters<typeof undoImport>[0]['kept'],
) => undoImport({ kept, store, write, findExisting, onProgress: () => undefined });

it('writes each row once, keeps refused ones with line and reason, and tells what existed', async () => {
  const room = new ImportRoom(rowsOf(1_200, (n) => (n === 700 || n === 1_100 ? 'bad' : 'ok')) + ',lost\n"x"y,z\n');
  room.service.change('d3');
  const end = await room.run(room.begun());
  expect(end).toMatchObject({
    status: 'ended',
    records: 1_202,
    counts: { created: 1_197, existed: 1, unchanged: 0, refused: 4 },
    undoable: 1_197,
  });
  expect(room.service.stored.get('d3')?.body).toEqual({ attributes: { note: 'ok' } });
  const { name, kind, text } = await readRefusedFile(room.store, end);
  expect([name, kind, text.split('\r\n')]).toEqual([
    ...['a.refused', 'csv'],
    [
      'refused_line,refused_reason,refused_text,id,note',
      '702,Mend the note.,,d700,bad',
      '1102,Mend the note.,,d1100,bad',
      `1202,"""id"" is empty: it must hold the document's id.",,,lost`,
      expect.stringMatching(/^1203,.*,"""x""y,z",,$/),
      '',
    ],
  ]);
});

it.each([
  ['replace', { note: 'new' }, { created: 1, existed: 2 }],
  ['merge', { note: 'new' }, { created: 1, existed: 2 }],
  ['skip', undefined, { created: 1, existed: 2 }],
] as const)('%s: what becomes of documents that exist', async (existing, attributes, counts) => {
  const room = new ImportRoom('id,note\na,new\nb,new\nc,new\n');
  room.service.change('a');
  room.service.change('b');
  const end = await room.run(room.begun(existing));
  expect(end.counts).toMatchObject(counts);
  const { body } = room.service.stored.get('a')!;
  expect([body['attributes'], body['state'] !== undefined]).toEqual([attributes, existing !== 'replace']);
});

it('a reply that is lost and a reload at any batch leave nothing out and write nothing twice', async () => {
  for (const losesAt of [0, 1, 2, 3, 4]) {
    // Batches of 500; in the second some documents exist, and d7 stands a second time.
    const room = new ImportRoom(rowsOf(1_300) + 'd7,again\n');
    for (const id of ['d600', 'd601']) room.service.change(id);
    room.service.losesAt = losesAt;
    await expect(room.run(room.begun())).rejects.toThrow('No connection.');
    const [kept] = await room.store.list();
    const end = await room.run(kept!);
    // What was carried out is asked for under the same key, and by no other.
    expect(new Set(room.service.keys).size).toBe(5);
    expect([losesAt, end.counts]).toEqual([losesAt, { created: 1_298, existed: 3, unchanged: 0, refused: 0 }]);
    expect(end.undoable).toBe(1_298);
  }
});

it('holds between batches, goes on, and ends behind the one that is on its way', async () => {
  const room = new ImportRoom(rowsOf(3_000));
  const seen: number[] = [];
  const running = room.run(room.begun(), undefined, ({ records }) => {
    seen.push(records);
    room.gate.hold();
    setTimeout(() => {
      if (seen.length === 3) room.gate.stop('cancelled');
      else room.gate.goOn();
    });
  });
  const end = await running;
  expect([end.status, end.records, room.service.stored.size]).toEqual(['cancelled', 1_500, 1_500]);
  // Half of the file, though a small one is read at once.
  expect(end.bytesRead / end.fileBytes).toBeCloseTo(0.5, 1);
});

it('a file whose first hundred rows are refused for one reason is stopped with the sentence', async () => {
  const room = new ImportRoom(rowsOf(300, () => 'bad'));
  await expect(room.run(room.begun())).rejects.toThrow(
    'Stopped: the first 100 rows were refused for one reason, and none was written. Mend the note.',
  );
});

it('undo deletes what the import made; what others changed or deleted since stays told apart', async () => {
  const room = new ImportRoom(rowsOf(1_200) + 'd5,later\n');
  room.service.change('d9');
  const end = await room.run(room.begun());
  room.service.change('d10');
  room.service.stored.delete('d11');
  expect(await undo(room, end)).toEqual({ deleted: 1_197, changed: 1, gone: 1 });
  expect([...room.service.stored.keys()].sort()).toEqual(['d10', 'd9']);
  expect(await room.store.list()).toMatchObject([{ status: 'undone' }]);
});

it('columns that look like numbers and cells that are none are told at the end', async () => {
  const room = new ImportRoom('id,seats,price\na,1,2\nb,2,x\n');
  const begun = room.begun();
  const columns = begun.plan.columns.map((column) =>
    column.name === 'price' ? { ...column, type: 'number' as const } : column,
  );
  const end = await room.run({ ...begun, plan: { ...begun.plan, columns } });
  expect([end.numberColumns, end.misfits]).toEqual([['seats'], { price: 1 }]);
});

it('a file that cannot be read any further ends the import once its batch is written', async () => {
  const room = new ImportRoom(rowsOf(1));
  function* parts() {
    yield new TextEncoder().encode(rowsOf(30_000));
    throw new Error('The disk is gone.');
  }
  let last = 0;
  await expect(room.run(room.begun(), parts(), ({ records }) => (last = records))).rejects.toThrow('The disk is gone.');
  const [kept] = await room.store.list();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([kept?.status, kept?.records, room.service.stored.size]).toEqual(['running', last, last]);
  expect(last).toBeGreaterThan(0);
});
