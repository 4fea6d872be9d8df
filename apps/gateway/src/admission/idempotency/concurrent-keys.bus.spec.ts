import { RawReply, handle } from '@app/bus';
import { changeNamespace } from '@app/contracts/documents';
import { FakeService } from '@app/testing';
import { AdmissionDatabase } from '../database/admission-database';
import { GatewayClient, Reply, openGateway } from '../../testing/gateway-client';

const clients = 32;
const requests = 5;

/** What they cost the database: counted, not timed. */
describe('concurrent keyed requests', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let key: string;
  let ran = 0;

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(changeNamespace, async () => new RawReply(`{"name":"acme","ran":${++ran}}`)),
    ]);
    gateway = await openGateway();
    key = (await gateway.key('org-concurrent')).key;
  });
  afterAll(async () => {
    await gateway.close();
    await documents.stop();
  });

  it('share the statements and commits that check and keep their keys [IDEM-01]', async () => {
    const admission = gateway.running.app.get(AdmissionDatabase);
    const patch = (keyed: string) =>
      gateway.call('PATCH', '/v1/namespaces/acme', key, { pinned: true }, { 'idempotency-key': keyed });
    /** Each client sends its requests one after another. */
    const all = () =>
      Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const replies: Reply[] = [];
          for (let turn = 0; turn < requests; turn++) replies.push(await patch(`key ${client} ${turn}`));
          return replies;
        }),
      ).then((replies) => replies.flat());
    const asked = jest.spyOn(admission, 'query');
    const replies = await all();
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(clients * requests);
    expect(ran).toBe(clients * requests);
    // Each by itself would take two.
    expect(statements).toBeLessThanOrEqual(clients * requests);
    const replays = await all();
    expect(replays.map(({ text, headers }) => [text, headers['idempotent-replayed']])).toEqual(
      replies.map(({ text }) => [text, 'true']),
    );
    expect(ran).toBe(clients * requests);
  });
});
