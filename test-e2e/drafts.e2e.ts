import { ChatStub, completeWith } from '@app/testing/simulator';
import { ApiReply, Json, Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { readFileSync, readdirSync } from 'node:fs';

const marker = 'quokka7';
const run = Date.now().toString(36);
const [drafting, small] = [`drafting-${run}`, `drafting-small-${run}`];
const drafts = [{ question: `Does it come too late? ${marker}-drafted`, criteria: null }];
const parts = [{ name: 'angry', question: 'Is anybody angry?' }];
const dayMs = 86_400_000;
const namespace = `drafts/${marker}`;
const judgments = `/namespaces/${encodeURIComponent(namespace)}/judgments`;

let stub: ChatStub;
let stack: Stack;
let key: string;
let developer: string;

beforeAll(async () => {
  stub = await ChatStub.open();
  stub.answer = completeWith({ drafts });
  stack = await openStack({
    name: 'drafts',
    settings: {
      'engine-broker': { DRAFTER: JSON.stringify({ base_url: stub.url, model: 'writer', rate: { in_flight: 64 } }) },
    },
  });
  key = await stack.operator.organization(drafting);
  developer = await stack.operator.organization(small, 'developer');
  for (const owner of [key, developer]) {
    for (const name of ['late', 'early', 'other']) await made(judgments, definitionOf(`${name}_${marker}`), owner);
    await made(
      `/namespaces/${encodeURIComponent(namespace)}/documents`,
      {
        upsert: [{ id: 'd1', attributes: { [marker]: 1 }, state: { text: `a text with ${marker}` } }],
      },
      owner,
    );
  }
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await stub?.close();
});
beforeEach(() => {
  stub.requests.length = 0;
});

function definitionOf(name: string) {
  const freshness = { policy: 'manual' };
  const context = { fields: [`attributes.${marker}`, 'state.text'] };
  const appliesTo = { [`attributes.${marker}`]: 1 };
  return { name, type: 'bool', question: 'Will it be late?', context, applies_to: appliesTo, freshness };
}

async function made(path: string, body: object, owner: string): Promise<void> {
  const reply = await stack.api('POST', path, body, { key: owner });
  if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status} ${reply.text}`);
}

function ask(name = 'late', owner = key, idempotencyKey?: string, body?: object): Promise<ApiReply<Json>> {
  const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return stack.api('POST', `${judgments}/${name}_${marker}/alternatives/drafts`, body, { key: owner, headers });
}

const countOf = (replies: ApiReply<Json>[], status: number) => replies.filter((one) => one.status === status).length;

it('are forbidden until Suggestions is on, then need Team, and take no body [DRF-04] [DRF-06] [ERR-05]', async () => {
  expect((await ask()).status).toBe(403);
  expect((await ask('late', developer)).status).toBe(403);
  expect((await ask('late', key, undefined, { x: 1 })).status).toBe(400);
  await stack.operator.run(['org', 'suggestions', drafting, '--on'], ['org', 'suggestions', small, '--on']);
  await eventually(async () => {
    const { status, body } = await ask('late', developer);
    expect([status, body.error.code, body.error.details]).toEqual([
      402,
      'plan_required',
      { capability: 'drafts', required_plan: 'team', plan: 'developer' },
    ]);
  });
  expect((await ask('unknown')).status).toBe(404);
  expect(stub.requests).toEqual([]);
});

it('come from the wording alone: 20 of 25 calls at once, then 429 until midnight without Retry-After [DRF-01] [DRF-02] [DRF-05]', async () => {
  const all = await Promise.all(Array.from({ length: 25 }, () => ask()));
  expect([countOf(all, 200), countOf(all, 429)]).toEqual([20, 5]);
  expect(all.find(({ status }) => status === 200)?.body).toEqual({ drafts });
  const refused = all.find(({ status }) => status === 429);
  const midnight = new Date(Math.floor(Date.now() / dayMs) * dayMs + dayMs).toISOString();
  expect(refused?.body.error.details).toMatchObject({ limit: 'drafts_per_day_per_judgment', resets_at: midnight });
  expect(refused?.headers['retry-after']).toBeUndefined();
  expect(stub.requests).toHaveLength(20);
  for (const { body } of stub.requests) {
    expect(body).not.toContain(marker);
    expect(body).toContain('Will it be late?');
  }
});

it('are asked for once under one key, and failed calls are free; the organization has 50 a day [DRF-05] [DRF-07] [DRF-08]', async () => {
  for (let replay = 0; replay < 21; replay++) expect((await ask('early', key, 'one-key')).body).toEqual({ drafts });
  expect(stub.requests).toHaveLength(1);
  stub.answer = (response) => response.writeHead(500).end();
  for (let call = 0; call < 3; call++) expect((await ask('early')).status).toBe(503);
  stub.answer = completeWith({ drafts });
  const early = await Promise.all(Array.from({ length: 22 }, () => ask('early')));
  expect([countOf(early, 200), countOf(early, 429)]).toEqual([19, 3]);
  stub.answer = completeWith({ parts });
  const path = `${judgments}/other_${marker}/parts/suggestions`;
  const suggested = await Promise.all(
    Array.from({ length: 4 }, () => stack.api<Json>('POST', path, undefined, { key })),
  );
  expect(suggested.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, { parts }]));
  stub.answer = completeWith({ drafts });
  const other = await Promise.all(Array.from({ length: 8 }, () => ask('other')));
  expect([countOf(other, 200), countOf(other, 429)]).toEqual([6, 2]);
  const [spent] = other.filter(({ status }) => status === 429);
  expect(spent.body.error.details).toMatchObject({ limit: 'drafts_per_day_per_org' });
});

it('stand in no log of any service [DRF-03]', () => {
  const folder = stack.at.logs;
  const logs = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  expect(logs.length).toBeGreaterThan(7);
  for (const log of logs) expect(log).not.toContain(`${marker}-drafted`);
});
