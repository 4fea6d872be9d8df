import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

const organization = 'org_deadline';
const namespace = 'late/writes';
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

const put = (ids: string[], note: string) =>
  harness.write(organization, namespace, { upsert: ids.map((id) => ({ id, state: { note } })) });

it('a write that is tried again keeps the deadline of its call, and commits nothing past it [defect S-L8]', async () => {
  await put(['a'], 'before');
  const call = harness.call(organization);
  let attempts = 0;
  armKillPoints(async (name) => {
    if (name !== 'documents.write.before-commit') return;
    attempts += 1;
    if (attempts > 1) return;
    // Another writer is faster, and the time of the call ends meanwhile. A write of two documents waits for no batch.
    await put(['a', 'b'], 'faster');
    Object.assign(call, { deadlineAtMs: Date.now() - 1 });
  });
  const write = { upsert: [{ id: 'a', state: { note: 'late' } }] };
  await expect(harness.writes.write(namespace, write, call)).rejects.toMatchObject({ code: 'unavailable' });
  const { documents } = await harness.read(organization, namespace, ['a']);
  expect(documents[0].state).toEqual({ note: 'faster' });
  // The attempt of the other writer is the second.
  expect(attempts).toBe(2);
});
