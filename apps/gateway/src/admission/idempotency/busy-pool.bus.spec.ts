import { RawReply, handle } from '@app/bus';
import { changeNamespace } from '@app/contracts/documents';
import type { Named } from '@app/persistence';
import { FakeService, eventually } from '@app/testing';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { AdmissionDatabase } from '../database/admission-database';

describe('a keyed request while connections are held', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let key: string;
  let ran = 0;

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(changeNamespace, async () => new RawReply(`{"name":"acme","ran":${++ran}}`)),
    ]);
    gateway = await openGateway();
    key = (await gateway.key('org-busy')).key;
  });
  afterAll(async () => {
    await gateway.close();
    await documents.stop();
  });
  beforeEach(() => (ran = 0));

  const patch = (keyed: string) =>
    gateway.call('PATCH', '/v1/namespaces/acme', key, { pinned: true }, { 'idempotency-key': keyed });

  it('runs once and is replayed when routes hold every connection of the process [defect S-M1] [IDEM-01]', async () => {
    const { database } = gateway.running.platform;
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (free = resolve));
    let holding = 0;
    const holders = Array.from({ length: 5 }, () =>
      database.transaction('spec.hold', async () => {
        holding++;
        await held;
      }),
    );
    await eventually(async () => expect(holding).toBe(5));
    const replies = [await patch('held'), await patch('held')];
    free();
    await Promise.all(holders);
    expect(replies.map(({ status, json }) => [status, json['ran']])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(replies[1].headers['idempotent-replayed']).toBe('true');
  });

  it('is refused with 503 and does not run when its key cannot be checked in time [defect S-M1]', async () => {
    const admission = gateway.running.app.get(AdmissionDatabase);
    const fault = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const query = admission.query.bind(admission);
    // The claim alone: the loop that looks for changed keys asks the same database whenever it likes.
    const slow = jest
      .spyOn(admission, 'query')
      .mockImplementation((statement: Named | string, values?: unknown[]) =>
        (statement as Named).name === 'idempotency-claim' ? Promise.reject(fault) : query(statement, values),
      );
    const refused = await patch('slow');
    slow.mockRestore();
    expect({ status: refused.status, retry: refused.headers['retry-after'], ran }).toEqual({
      status: 503,
      retry: '1',
      ran: 0,
    });
    expect((await patch('slow')).json).toMatchObject({ ran: 1 });
  });
});
