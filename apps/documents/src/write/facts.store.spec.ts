import { FactMessage, fits } from '@app/contracts';
import {
  DocumentChanged,
  DocumentDeleted,
  documentChangedBulk,
  documentChangedLive,
  documentDeleted,
} from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

let harness: DocumentsHarness;
const ref = { organization: 'org_facts', namespace: 'facts/one' };

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(ref.organization, ref.namespace, 'note');
}, 60_000);
afterAll(() => harness.close());

/** The payloads of a message in the outbox, which SQL wrote; fails on one that is not as the message declares. */
async function declared<P extends object>({ subject, payload }: FactMessage<P>): Promise<P[]> {
  const facts = await harness.published<P>(ref.organization, subject);
  for (const fact of facts) expect(fits(payload, fact, true)).toBeNull();
  return facts;
}

it('writes facts as their messages declare them [FRS-04] [DOC-13]', async () => {
  const upsert = ['a', 'b'].map((id) => ({ id, state: { note: 'n' } }));
  await harness.write(ref.organization, ref.namespace, { upsert });
  await harness.write(ref.organization, ref.namespace, { patch: [{ id: 'a', state: { note: 'm' } }] });
  await harness.write(ref.organization, ref.namespace, { delete: [{ id: 'b' }] });
  const live: DocumentChanged[] = await declared(documentChangedLive);
  expect(live).toMatchObject([
    { ...ref, sets: [['jdg_note']], documents: [{ id: 'a' }, { id: 'b' }], cause: 'write' },
    { ...ref, sets: [['jdg_note']], documents: [{ id: 'a', set: 0 }], cause: 'write' },
  ]);
  const deleted: DocumentDeleted[] = await declared(documentDeleted);
  expect(deleted).toMatchObject([{ ...ref, documents: [{ id: 'b' }] }]);
});

it('writes the fact of a large write to the bulk stream as its message declares it', async () => {
  const patch = [{ id: 'a', state: { note: 'bulk' } }];
  await harness.database.transaction('spec', (tx) => harness.lockedWrites.writeWithin(tx, ref, { patch }, 'bulk'));
  const bulk = await declared(documentChangedBulk);
  expect(bulk).toMatchObject([{ ...ref, documents: [{ id: 'a', set: 0 }], cause: 'write' }]);
});

it('wakes the relay for the fact of every write', async () => {
  let woken = 0;
  harness.database.onOutbox(() => woken++);
  const write = (n: number, effectId?: string) => {
    const patch = ['a', 'c'].map((id) => ({ id, state: { note: `woken ${n}` } }));
    return harness.write(ref.organization, ref.namespace, { patch }, effectId);
  };
  await harness.write(ref.organization, ref.namespace, { upsert: [{ id: 'c', state: { note: 'made' } }] });
  expect(woken).toBe(1);
  await write(1);
  expect(woken).toBe(2);
  await write(2, 'clm_woken');
  expect(woken).toBe(3);
});
