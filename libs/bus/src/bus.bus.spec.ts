import { streams } from '@app/contracts/catalogue';
import { documentDeleted, fetchDocuments } from '@app/contracts/documents';
import { eventRaised, makeEvent, sampleOf } from '@app/contracts/events';
import { addToOutbox, eventRow, newId, factRow } from '@app/persistence';
import { invalid } from '@app/problem';
import { FakeService, callerOf, eventually } from '@app/testing';
import { Call } from './call';
import { onDeletedDocument, openHarness } from './test-harness.fake';
import { handle, on } from './table';

const organization = 'org_bus';
const fact = (id: string) => ({ organization, namespace: 'n', documents: [{ id, version: 1 }] });

describe('bus', () => {
  it('carries a fact from an outbox to each durable, and deletes the row when all have acknowledged it', async () => {
    const received: string[] = [];
    const judgments = await openHarness('judgments', [
      onDeletedDocument(organization, async (id) => void received.push(id)),
    ]);
    const calibration = await openHarness('calibration', [
      onDeletedDocument(organization, async (id) => void received.push(id)),
    ]);
    const documents = await openHarness('documents');
    try {
      await documents.database.transaction('spec', async (tx) => {
        await addToOutbox(tx, [factRow(documentDeleted, fact('a'))]);
      });
      await eventually(() => expect(received).toEqual(['a', 'a']));
      await eventually(async () => expect((await documents.database.query('select id from outbox')).rows).toEqual([]));
    } finally {
      await Promise.all([documents.close(), judgments.close(), calibration.close()]);
    }
  });

  it('keeps a row until a durable that consumes a part has passed it, and keeps no row outside that part', async () => {
    const own = newId('org');
    const received: string[] = [];
    let free = (): void => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    const ignore = (): Promise<void> => Promise.resolve();
    const feed = await openHarness('events-feed', [on(eventRaised, ignore)]);
    const webhooks = await openHarness('webhooks', [on(eventRaised, ignore)]);
    const gateway = await openHarness('gateway', [
      on(eventRaised, async ({ payload }) => {
        if (payload.organization !== own) return;
        await held;
        received.push(payload.id);
      }),
    ]);
    const documents = await openHarness('documents');
    const occasion = () => ({ id: newId('evt'), organization: own, timestamp: new Date().toISOString() });
    const { namespace, ...about } = sampleOf('webhook_endpoint.failing');
    const failing = makeEvent('webhook_endpoint.failing', { ...occasion(), namespace }, about);
    const { job } = sampleOf('job.completed');
    const other = makeEvent('job.completed', { ...occasion(), namespace: 'n' }, { job });
    const waiting = async () => (await documents.database.query('select id from outbox')).rows;
    try {
      await documents.database.transaction('spec', (tx) => addToOutbox(tx, [eventRow(failing), eventRow(other)]));
      documents.bus.relay.wake();
      await eventually(async () => expect(await waiting()).toEqual([{ id: failing.id }]));
      free();
      await eventually(async () => expect(await waiting()).toEqual([]));
      expect(received).toEqual([failing.id]);
    } finally {
      free();
      await Promise.all([feed, webhooks, gateway, documents].map((harness) => harness.close()));
    }
  }, 30_000);

  it('loses nothing when the whole JetStream store is deleted', async () => {
    const received = new Set<string>();
    const judgments = await openHarness('judgments', [
      onDeletedDocument(organization, async (id) => void received.add(id)),
    ]);
    const calibration = await openHarness('calibration', [onDeletedDocument(organization, async () => undefined)]);
    const documents = await openHarness('documents');
    try {
      const all = Array.from({ length: 300 }, (_, i) => `d${i}`);
      for (let i = 0; i < all.length; i += 50) {
        await documents.database.transaction('spec', (tx) =>
          addToOutbox(
            tx,
            all.slice(i, i + 50).map((id) => factRow(documentDeleted, fact(id))),
          ),
        );
        if (i === 100) {
          for (const { name } of streams()) await documents.bus.connection.jsm.streams.delete(name).catch(() => false);
        }
      }
      documents.bus.relay.wake();
      await eventually(() => expect(received.size).toBe(all.length), 30_000);
      await eventually(
        async () => expect((await documents.database.query('select id from outbox')).rows).toEqual([]),
        30_000,
      );
    } finally {
      await Promise.all([documents.close(), judgments.close(), calibration.close()]);
    }
  }, 70_000);

  it('moves a message that failed five times to `dead`, with its reason, and delays no other', async () => {
    const received: string[] = [];
    const judgments = await openHarness('judgments', [
      onDeletedDocument(organization, async (id) => {
        if (id === 'poison') throw new TypeError('cannot read');
        received.push(id);
      }),
    ]);
    const documents = await openHarness('documents');
    try {
      const rows = ['poison', 'good-1', 'good-2'].map((id) => factRow(documentDeleted, fact(id)));
      await documents.database.transaction('spec', (tx) => addToOutbox(tx, rows));
      await eventually(() => expect(received).toEqual(expect.arrayContaining(['good-1', 'good-2'])));
      const dead = await eventually(async () => {
        const { rows: found } = await judgments.database.query<{ reason: string; failures: number }>(
          'select reason, failures from dead',
        );
        expect(found).toHaveLength(1);
        return found[0];
      }, 30_000);
      expect(dead).toMatchObject({ reason: 'TypeError: cannot read', failures: 5 });
    } finally {
      await Promise.all([documents.close(), judgments.close()]);
    }
  }, 60_000);

  it('returns the problem that a handler throws, and fails the request at its deadline', async () => {
    const documents = await openHarness('documents', [
      handle(fetchDocuments, async (query) => {
        if (query.namespace === 'bad') throw invalid('bad_name', '/namespace', 'Give it another name.');
        if (query.namespace === 'slow') await new Promise((resolve) => setTimeout(resolve, 2000));
        return { documents: [] };
      }),
    ]);
    const asker = await FakeService.open('judgments');
    const query = { organization: 'o', namespace: 'n', ids: [], judgments: [] };
    try {
      await expect(asker.ask(fetchDocuments, query, callerOf('o'))).resolves.toEqual({ documents: [] });
      await expect(asker.ask(fetchDocuments, { ...query, namespace: 'bad' }, callerOf('o'))).rejects.toMatchObject({
        code: 'invalid_request',
        details: { reason: 'bad_name', path: '/namespace' },
      });
      const call = new Call(Date.now() + 300, callerOf('o'));
      await expect(asker.requester.ask(fetchDocuments, { ...query, namespace: 'slow' }, call)).rejects.toMatchObject({
        code: 'unavailable',
      });
    } finally {
      await asker.stop();
      await documents.close();
    }
  });

  it('fails with `unavailable` when no service serves the subject', async () => {
    const asker = await FakeService.open('judgments');
    try {
      const query = { organization: 'o', namespace: 'n', ids: [], judgments: [] };
      await expect(asker.ask(fetchDocuments, query, callerOf('o'))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterS: 1,
      });
    } finally {
      await asker.stop();
    }
  });
});
