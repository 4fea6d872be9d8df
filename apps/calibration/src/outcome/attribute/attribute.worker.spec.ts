import type { Bus } from '@app/bus';
import type { Queryable } from '@app/persistence';
import { AttributeWorker } from './attribute.worker';

/** One label of each of two namespaces, of which documents reads the second alone. */
function open() {
  const labels = ['broken', 'whole'].map((namespace) => {
    return { id: `out_${namespace}`, organization: 'o', judgment_id: 'jdg', namespace, document: 'd' };
  });
  const kept: unknown[] = [];
  const query = (statement: { name: string }, values: unknown[]) => {
    if (statement.name === 'attribute-unread') return Promise.resolve({ rows: labels });
    kept.push(values[2]);
    return Promise.resolve({ rows: [] });
  };
  const ask = (_: unknown, { namespace }: { namespace: string }) =>
    namespace === 'broken' ? Promise.reject(new Error('no reply')) : Promise.resolve({ documents: [] });
  const bus = { requester: { ask } } as unknown as Pick<Bus, 'requester'>;
  return { worker: new AttributeWorker({ query } as unknown as Queryable, bus), kept };
}

it('a namespace whose attributes cannot be read keeps no other from its own, and the worker hears of it [ST-F3]', async () => {
  const { worker, kept } = open();
  await expect(worker.turn()).rejects.toThrow('attributes of 1 namespaces were not read');
  expect(kept).toEqual([['out_whole']]);
});
