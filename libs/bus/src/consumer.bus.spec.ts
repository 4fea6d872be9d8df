import { durableName } from '@app/contracts';
import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow, newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { nanos } from 'nats';
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
});
