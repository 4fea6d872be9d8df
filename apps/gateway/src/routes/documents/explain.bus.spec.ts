import { RawReply, handle } from '@app/bus';
import { readAnswerState } from '@app/contracts/documents';
import { showPermits } from '@app/contracts/engines';
import { explainAnswer } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import { FakeService } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayClient, openGateway } from '../../testing/gateway-client';

const examples = join(__dirname, '../../../../../libs/contracts/examples');
const replyOf = (subject: string): object =>
  (JSON.parse(readFileSync(join(examples, `${subject}.json`), 'utf8')) as { reply: object }).reply;
const state = replyOf('documents.answer.state.v1');
const queue = replyOf('judgments.answer.explain.v1');
const away = new Problem('unavailable', 'away', {}, { retryAfterS: 1 });
const path = '/v1/namespaces/acme%2Ftickets/documents/tic%2F1/answers/urgent/explain';

let gateway: GatewayClient;
let owners: FakeService[];
let asked: object[] = [];
const refusals = new Map<string, Problem>();

beforeAll(async () => {
  const reply = (subject: string, query: object, said: object): RawReply => {
    const refusal = refusals.get(subject);
    if (refusal) throw refusal;
    asked.push(query);
    return new RawReply(JSON.stringify(said));
  };
  owners = [
    await FakeService.open('documents', [handle(readAnswerState, async (query) => reply('state', query, state))]),
    await FakeService.open('judgments', [handle(explainAnswer, async (query) => reply('queue', query, queue))]),
    await FakeService.open('engine-broker', [
      handle(showPermits, async (query) =>
        reply('permits', query, {
          permits: ['gpt-6-luna', 'jev'].map((name) => ({ name, waiting: 3, rate_factor: 1 })),
        }),
      ),
    ]),
  ];
  gateway = await openGateway();
});
beforeEach(() => {
  asked = [];
  refusals.clear();
});
afterAll(async () => {
  await gateway.close();
  for (const owner of owners) await owner.stop();
});

it('joins what documents, judgments and the broker say, for a key that may read [O-STALE]', async () => {
  const { key } = await gateway.key('org-explain', 'read_only', 'acme/*');
  const names = { document: 'tic/1', judgment: 'urgent' };
  const { status, json } = await gateway.call('GET', path, key);
  expect({ status, json }).toEqual({
    status: 200,
    json: { ...names, ...state, ...queue, permit: { name: 'jev', waiting: 3, rate_factor: 1 } },
  });
  const namespace = 'acme/tickets';
  expect(asked).toHaveLength(3);
  expect(asked).toEqual(expect.arrayContaining([{ namespace, ...names }, { namespace }]));
});

it('asks nobody for a key whose scope ends before the namespace [O-STALE]', async () => {
  const { key } = await gateway.key('org-explain', 'read_only', 'other/*');
  expect((await gateway.call('GET', path, key)).status).toBe(403);
  expect(asked).toEqual([]);
});

it('leaves permits out while the broker is away, and is refused while documents or judgments are [O-STALE]', async () => {
  const { key } = await gateway.key('org-explain');
  refusals.set('permits', away);
  expect(await gateway.call('GET', path, key)).toMatchObject({ status: 200, json: { permit: null } });
  refusals.set('queue', away);
  expect((await gateway.call('GET', path, key)).status).toBe(503);
  refusals.clear();
  refusals.set('state', new Problem('not_found', 'There is no document `tic/1` here.'));
  expect((await gateway.call('GET', path, key)).status).toBe(404);
});
