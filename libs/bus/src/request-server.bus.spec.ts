import { fetchDocuments } from '@app/contracts/documents';
import { handle } from './table';
import { openHarness } from './test-harness.fake';

describe('a service', () => {
  it('refuses what no requester sent, such as a fact that JetStream delivers on its subject [defect S-H7]', async () => {
    let handled = 0;
    const documents = await openHarness('documents', [
      handle(fetchDocuments, async () => {
        handled += 1;
        return { documents: [] };
      }),
    ]);
    try {
      const { nc } = documents.bus.connection;
      await nc.flush();
      const reply = await nc.request(
        fetchDocuments.subject,
        '{"organization":"o","namespace":"n","ids":[],"judgments":[]}',
      );
      expect(reply.json()).toMatchObject({ error: { code: 'forbidden' } });
      expect(handled).toBe(0);
    } finally {
      await documents.close();
    }
  });
});
