import { fetchDocuments } from '@app/contracts/documents';
import { Metrics, createLogger } from '@app/observability';
import { runNats, stopNats } from '@app/servers';
import { FakeService, OwnNats, callerOf, eventually, openOwnNats, testEnvironment } from '@app/testing';
import { Call } from './call';
import { BusConnection } from './connection';
import { Requester } from './requester';
import { handle } from './table';

const query = { organization: 'o', namespace: 'n', ids: [], judgments: [] };
const gone = { code: 'unavailable', message: expect.stringContaining('starting or restarting') as string };

describe('a request while NATS is away', () => {
  let nats: OwnNats;

  beforeAll(async () => {
    nats = await openOwnNats();
  });
  afterAll(() => nats?.close());

  it('fails long before its deadline, and the next works once NATS is back [defect S-L6]', async () => {
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    const documents = await FakeService.open('documents', [
      handle(fetchDocuments, async ({ namespace }) => {
        if (namespace === 'slow') await slow;
        return { documents: [] };
      }),
    ]);
    const asker = await FakeService.open('judgments');
    const ask = (namespace: string) =>
      asker.requester.ask(fetchDocuments, { ...query, namespace }, new Call(Date.now() + 300_000, callerOf('o')));
    try {
      const underWay = expect(ask('slow')).rejects.toMatchObject(gone);
      await asker.requester.ask(fetchDocuments, query, new Call(Date.now() + 10_000, callerOf('o')));
      await stopNats(nats.control);
      await underWay;
      await expect(ask('n')).rejects.toMatchObject(gone);
      await runNats(nats.control);
      await eventually(async () =>
        expect(await asker.ask(fetchDocuments, query, callerOf('o'))).toEqual({ documents: [] }),
      );
    } finally {
      await asker.stop();
      end();
      await documents.stop();
    }
  });
});

it('a request of a process that is ending its connection is refused for now [T34]', async () => {
  const { host, username: user, password } = new URL(testEnvironment().natsUrl);
  const logger = createLogger({ service: 'spec', replica: '0', level: 'fatal' });
  const at = { url: `nats://${host}`, user, password, logger };
  const connection = await BusConnection.open({ ...at, service: 'judgments', replica: '0' });
  const requester = new Requester(connection, new Metrics('judgments', '0'));
  const closed = connection.close();
  const asked = requester.ask(fetchDocuments, query, new Call(Date.now() + 10_000, callerOf('o')));
  await expect(asked).rejects.toMatchObject(gone);
  await closed;
});
