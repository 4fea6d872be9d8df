import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { ScopeRoom } from './scope-room.fake';

const org = 'org_entered';
const open = { where: { 'attributes.open': true } };
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterAll(() => harness.close());
const roomOf = (ns: string) => new ScopeRoom(harness, org, ns);

it('has an answer judged again, after the debounce of the write, that comes back into the scope [REL-F3]', async () => {
  const room = roomOf('entered/back');
  await room.scope({ ...open, created_within: '30d' });
  await room.tier('gold');
  const created = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await room.order('o1', true);
  await room.order('old', true, { created_at: created });
  await room.fanOut();
  await room.judge('o1', 'old');
  await room.told();
  const before = await room.answer('o1');

  await room.patch('o1', { open: false });
  await room.patch('old', { open: false });
  await room.tier('silver');
  await room.fanOut();
  // Outside it stays as it is.
  expect([await room.answer('o1'), await room.told()]).toEqual([before, []]);

  const { documents } = await room.patch('o1', { open: true });
  const { status, stale_reason, due_at, watermark } = await room.answer('o1');
  expect([status, stale_reason, watermark]).toEqual(['stale', 'related_changed', before.watermark]);
  // The debounce of the judgment is 2 s.
  const { rows } = await harness.database.query<{ at: Date }>(`select updated_at as at from document where id = 'o1'`);
  expect(Date.parse(due_at!) - rows[0].at.getTime()).toBe(2000);
  expect(await room.stale()).toEqual(['o1']);
  expect(await room.told()).toMatchObject([
    { cause: 'write', sets: [['jdg_late']], documents: [{ id: 'o1', version: documents[0].version, set: 0 }] },
  ]);
  // An old document comes into no scope.
  await room.patch('old', { open: true });
  expect([await room.statuses('old'), await room.told()]).toEqual([['fresh'], []]);
  await room.judge('o1');
  expect([await room.statuses('o1'), (await room.answer('o1')).watermark]).toEqual([['fresh'], expect.any(String)]);
});

it('wants nothing of a document that leaves the scope, stays inside, stays outside, or has no answer [REL-F3]', async () => {
  const room = roomOf('entered/others');
  await room.scope(open);
  for (const [id, isOpen] of [
    ['leaves', true],
    ['inside', true],
    ['outside', false],
  ] as const)
    await room.order(id, isOpen);
  await room.judge('leaves', 'inside', 'outside');
  await room.order('none', false);
  await harness.database.query(`delete from answer where document_id = 'none'`);
  await room.told();
  await room.patch('leaves', { open: false });
  await room.patch('inside', { note: 1 });
  await room.patch('outside', { note: 1 });
  await room.patch('none', { open: true });
  expect(await room.statuses('leaves', 'inside', 'outside', 'none')).toEqual([
    ...['fresh', 'fresh', 'fresh', 'unavailable'],
  ]);
  expect(await room.told()).toEqual([]);
});

it('says that the document has changed where what the judgment reads of it has, too [REL-F3]', async () => {
  const room = roomOf('entered/both');
  await room.scope(open);
  await room.order('o1', false);
  await room.judge('o1');
  await room.told();
  await harness.write(org, room.ns, { patch: [{ id: 'o1', attributes: { open: true }, state: { note: 'new' } }] });
  expect(await room.statuses('o1')).toEqual(['document_changed']);
  expect(await room.told()).toMatchObject([{ cause: 'write', documents: [{ id: 'o1' }] }]);
  // What waits as a change of the document goes on as one.
  await room.patch('o1', { open: false });
  await room.patch('o1', { open: true });
  expect([await room.statuses('o1'), await room.toldIds()]).toEqual([['document_changed'], ['o1']]);
});

it.each(['on_read', 'manual'] as const)(
  'marks the answer and notifies nobody under %s [REL-F3] [FRS-04]',
  async (policy) => {
    const room = roomOf(`entered/${policy}`);
    await room.scope(open, { policy });
    await room.tier('gold');
    await room.order('o1', false);
    await harness.asks.ask(await namespaceOf(room.ns), [askedOf(await namespaceOf(room.ns), 'o1')], false);
    await room.judge('o1');
    await room.patch('o1', { open: true });
    expect([await room.statuses('o1'), await room.told()]).toEqual([['related_changed'], []]);
  },
);

it('marks the answer of a hidden judgment, which comes back into force [REL-F3] [TPL-02]', async () => {
  const room = roomOf('entered/hidden/t');
  await room.scope(open, {}, 'entered/hidden/*');
  await room.tier('gold');
  await room.order('o1', false);
  await room.judge('o1');
  await harness.putJudgment(org, room.ns, 'late', { judgment_id: 'jdg_narrow' });
  await room.tier('silver');
  await room.fanOut();
  await room.patch('o1', { open: true });
  await harness.putJudgment(org, room.ns, 'late', { judgment_id: 'jdg_narrow', archived: true });
  expect(await room.statuses('o1')).toEqual(['related_changed']);
});

it('keeps what a fan-out that waits has still to reach, whatever comes in meanwhile [REL-F3] [REL-04]', async () => {
  const room = roomOf('entered/waiting');
  await room.scope(open, room.fanout(open, 60_000));
  await room.tier('gold');
  for (const id of ['o1', 'o2']) await room.order(id, false);
  await room.judge('o1', 'o2');
  await room.tier('silver');
  // While the change waits in the inbox, and while its fan-out waits.
  await room.patch('o1', { open: true });
  expect(await room.statuses('o1', 'o2')).toEqual(['related_changed', 'fresh']);
  await harness.drainRelated();
  await room.patch('o2', { open: true });
  expect(await room.statuses('o1', 'o2')).toEqual(['related_changed', 'related_changed']);
  await room.judge('o2');
  // It was judged after the change; the walk does not know, and compares once more.
  expect(await room.statuses('o2')).toEqual(['related_changed']);
  await harness.database.query('update fanout_walk set due_at = app.now()');
  await room.fanOut();
  await room.judge('o1', 'o2');
  expect([await room.statuses('o1', 'o2'), (await room.answer('o2')).status]).toEqual([['fresh', 'fresh'], 'fresh']);
});

async function namespaceOf(namespace: string) {
  const ref = { organization: org, namespace };
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [
    namespace,
  ]);
  return { namespaceId: rows[0].id, inForce: await harness.snapshots.readCurrent(ref, harness.database) };
}

function askedOf({ inForce }: Awaited<ReturnType<typeof namespaceOf>>, document: string) {
  return { document, judgment: inForce.byName.get('late')!, isMissing: true, isOpen: false };
}
