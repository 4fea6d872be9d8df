import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentView, GroupBody, GroupValues } from '@app/contracts/documents';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { counted } from './scenario/groups';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

it('counts each namespace of a prefix apart, and refuses what it cannot keep [GRP-05] [TPL-01]', async () => {
  const one = new Scenario(stack, 'groups/prefix');
  const prefix = `/namespaces/${encodeURIComponent(one.namespace.replace(/[^/]+$/, '*'))}`;
  const byKind: GroupBody = { key: 'attributes.kind', aggregates: { n: { aggregate: 'count' } } };
  expect((await stack.api('PUT', `${prefix}/groups/by_kind`, byKind)).status).toBe(201);
  await one.upsert('a', {}, { kind: 'x' });
  const { values } = await eventually(async () => {
    const group = await one.ok<GroupValues>('GET', '/groups/by_kind');
    expect(group.values).toHaveLength(1);
    return group;
  });
  expect(values).toEqual([{ key: 'x', documents: 1, stale: 0, aggregates: { n: 1 } }]);
  const refusals: [object, string, string][] = [
    [{ ...byKind, key: 'state.kind' }, 'path_not_allowed', '/key'],
    [{ ...byKind, aggregates: {} }, 'bad_bounds', '/aggregates'],
    [
      { ...byKind, aggregates: { p: { aggregate: 'max', path: 'answers.none.p' } } },
      'unknown_path',
      '/aggregates/p/path',
    ],
    [{ ...byKind, aggregates: { p: { aggregate: 'sum' } } }, 'missing_field', '/aggregates/p/path'],
  ];
  for (const [body, reason, path] of refusals) {
    const { status, body: said } = await one.call<{ error: object }>('PUT', '/groups/own', body);
    expect([status, said.error]).toMatchObject([400, { code: 'invalid_request', details: { reason, path } }]);
  }
  expect(await one.ok('GET', '/groups')).toMatchObject({ groups: [{ name: 'by_kind' }], next_cursor: null });
  expect((await one.call('PUT', '/groups/by_kind', byKind)).status).toBe(409);
  expect((await stack.api('DELETE', `${prefix}/groups/by_kind`)).status).toBe(200);
});

it('publishes each tenant in bands, as a document that a judgment answers, and the digits to nobody [GRP-03]', async () => {
  const board = new Scenario(stack, 'groups/board');
  const tenants = ['t1', 't2'].map((name) => new Scenario(stack, `${board.namespace}/tenants/${name}`));
  const prefix = `/namespaces/${encodeURIComponent(`${board.namespace}/tenants/*`)}`;
  const digits = '1364519';
  await board.judgment({
    ...boolJudgment('busy'),
    context: { fields: ['state.groups'] },
    freshness: { policy: 'on_read' },
  });
  for (const [n, tenant] of tenants.entries()) {
    const attributes = { seller: 's1', amount: Number(`${n}.${digits}`) };
    await tenant.write({ upsert: [1, 2, 3, 4, 5].map((id) => ({ id: `d${id}`, attributes })) });
    await tenant.write({ upsert: [{ id: 'few', attributes: { seller: 's2', amount: 1 } }] });
  }
  const aggregates = { amount: { aggregate: 'mean', path: 'attributes.amount' } };
  expect((await stack.api('PUT', `${prefix}/groups/by_seller`, { key: 'attributes.seller', aggregates })).status).toBe(
    201,
  );
  for (const tenant of tenants) await counted(tenant);
  const summary = { into: board.namespace, groups: ['by_seller'], bands: { by_seller: { amount: [0.5] } } };
  const put = await stack.api('PUT', `${prefix}/summary`, summary);
  expect([put.status, put.body]).toMatchObject([201, { ...summary, failure: null }]);
  const documents = await eventually(async () => {
    const { documents: found } = await board.query({ include: ['attributes', 'state'] });
    expect(found).toHaveLength(2);
    return found as DocumentView[];
  });
  expect(documents.map(({ id, state }) => [id, state])).toEqual(
    tenants.map(({ namespace }, n) => [
      namespace,
      { groups: { by_seller: { s1: { amount: n === 0 ? 'below 0.5' : '0.5 or more' } } } },
    ]),
  );
  const { answers } = await board.read(documents[0].id, '?fresh=require');
  expect(answers?.busy).toMatchObject({ status: 'fresh' });
  const read = [documents, answers, await board.ok('POST', '/judgments/busy/context', { document: documents[0].id })];
  const asks = await stack.engine.asks('below 0.5');
  expect(asks.length).toBeGreaterThan(0);
  const shown = JSON.stringify([read, asks, await board.events('*')]);
  expect(shown).toContain('below 0.5');
  expect(shown).not.toContain(digits);
  for (const file of readdirSync(stack.at.logs)) {
    expect([file, readFileSync(join(stack.at.logs, file), 'utf8').includes(digits)]).toEqual([file, false]);
  }
  expect((await stack.api('DELETE', `${prefix}/summary`)).status).toBe(200);
  await eventually(async () => expect((await board.query({})).documents).toHaveLength(0));
});
