import { durableName } from '@app/contracts';
import { DocumentDeleted, documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow, newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { nanos } from 'nats';
import { Delivered, onEach } from './table';
import { onDeletedDocument, openHarness } from './test-harness.fake';

describe('a consumer', () => {
  const durable = durableName(documentDeleted, 'judgments');

  it('that takes longer than the server waits for an acknowledgement gets its fact once [defect S-L5]', async () => {
    const organization = newId('org');
    const attempts: number[] = [];
    const documents = await openHarness('documents');
    const { jsm } = documents.bus.connection;
    await (await openHarness('judgments', [onDeletedDocument(organization, async () => undefined)])).close();
    await jsm.consumers.update('documents', durable, { ack_wait: nanos(600) });
    const judgments = await openHarness('judgments', [
      onDeletedDocument(organization, async (_, { attempt }) => {
        attempts.push(attempt);
        await new Promise((resolve) => setTimeout(resolve, 2500));
      }),
    ]);
    try {
      const fact = { organization, namespace: 'n', documents: [{ id: 'a', version: 1 }] };
      await documents.database.transaction('spec', (tx) => addToOutbox(tx, [factRow(documentDeleted, fact)]));
      await eventually(() => expect(attempts).not.toEqual([]));
      await eventually(async () => {
        const { num_pending, num_ack_pending, ack_floor } = await jsm.consumers.info('documents', durable);
        expect({ waiting: num_pending + num_ack_pending, heard: ack_floor.stream_seq > 0 }).toEqual({
          waiting: 0,
          heard: true,
        });
      });
      expect(attempts).toEqual([1]);
    } finally {
      await judgments.close();
      await jsm.consumers.delete('documents', durable);
      await documents.close();
    }
  });

  describe('of facts that are acknowledged one by one', () => {
    const facts = (organization: string, ids: string[]) =>
      ids.map((id) =>
        factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] } as never),
      );

    it('takes further batches while some are open, has a refused one again, and waits for all when it stops', async () => {
      const organization = newId('org');
      const seen: [string, number][] = [];
      const ends = new Map<string, () => void>();
      const begin = async (batch: Delivered<DocumentDeleted>[]): Promise<Promise<void>[]> =>
        batch.map(async ({ payload, attempt }) => {
          if (payload.organization !== organization) return;
          const [{ id }] = payload.documents;
          seen.push([id, attempt]);
          if (id === 'refused' && attempt === 1) throw new Error('not now');
          if (id === 'open') await new Promise<void>((resolve) => ends.set(id, resolve));
        });
      const documents = await openHarness('documents');
      const judgments = await openHarness('judgments', [onEach(documentDeleted, 10, begin)]);
      const { jsm } = documents.bus.connection;
      const openOnes = async () => (await jsm.consumers.info('documents', durable)).num_ack_pending;
      try {
        const raise = (...ids: string[]) =>
          documents.database.transaction('spec', (tx) => addToOutbox(tx, facts(organization, ids)));
        await raise('open', 'refused');
        await eventually(() =>
          expect(seen).toEqual([
            ['open', 1],
            ['refused', 1],
            ['refused', 2],
          ]),
        );
        await raise('later');
        await eventually(() => expect(seen).toContainEqual(['later', 1]));
        await eventually(async () => expect(await openOnes()).toBe(1));
        let isStopped = false;
        const stopping = judgments.close().then(() => (isStopped = true));
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(isStopped).toBe(false);
        ends.get('open')!();
        await stopping;
        await eventually(async () => expect(await openOnes()).toBe(0));
      } finally {
        ends.get('open')?.();
        await judgments.close().catch(() => undefined);
        await jsm.consumers.delete('documents', durable);
        await documents.close();
      }
    });
  });
});
