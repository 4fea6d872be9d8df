import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anEntity, related } from '../../testing/related';
import { RelatedSignal } from '../relation/related-signal';
import { RelatedWorker } from './related.worker';

const org = 'org_drain_rest';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(4);
}, 60_000);
afterAll(() => harness.close());

const inbox = async () => (await harness.database.query('select from related_change')).rowCount;

it('drains a namespace at once, and then once for a hundred writes within a rest [JDG-22]', async () => {
  const ns = 'drain/rest';
  await harness.putJudgment(org, ns, 'mood', { ...related(anEntity()), applies_to: { id: 'a1' } });
  await harness.write(org, ns, { upsert: [{ id: 'a1', state: { note: 'n' } }] });
  await harness.drainRelated();

  const drained = jest.spyOn(harness.drains, 'drain');
  const signal = new RelatedSignal();
  const worker = new RelatedWorker(harness.database, harness.drains, signal);
  let wakes = 0;
  signal.onChanges(() => wakes++);
  const idOf = 'select id from namespace where name = $1';
  const { id } = (await harness.database.query<{ id: string }>(idOf, [ns])).rows[0];
  const turns = async () => {
    while (await worker.turn());
  };
  const writes = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await harness.write(org, ns, {
        upsert: [{ id: `m${i}`, attributes: { account: 'a1' }, state: { text: `t${i}` } }],
      });
      signal.changed(id);
      if (i % 10 === 0) await turns();
    }
  };

  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    await writes(0, 1);
    expect([wakes, drained.mock.calls.length, await inbox()]).toEqual([1, 1, 0]);
    await writes(1, 101);
    // The changes wait, and looks that find them drain nothing.
    expect([wakes, drained.mock.calls.length, await inbox()]).toEqual([1, 1, 100]);
    jest.advanceTimersByTime(100);
    expect(wakes).toBe(2);
    await turns();
    expect([drained.mock.calls.length, await inbox()]).toEqual([2, 0]);
  } finally {
    jest.useRealTimers();
    drained.mockRestore();
  }
});
