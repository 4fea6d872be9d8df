import { armKillPoints } from '@app/persistence';
import { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { membersOf, raisedLines, raisedMoves, subscribe } from '../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_prefix';
const hot = { filter: { 'attributes.heat': { gte: 10 } } };

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

function put(namespace: string, id: string, heat: number) {
  return harness.write(org, namespace, { upsert: [{ id, attributes: { heat } }] });
}

async function problem(work: Promise<unknown>): Promise<Pick<Problem, 'code' | 'details'>> {
  return work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => error as Problem,
  );
}

describe('a subscription on a prefix', () => {
  it('is one row that holds for present and later namespaces [SUB-08] [TPL-01] [TPL-07]', async () => {
    await put('p/one', 'a', 20);
    const view = await subscribe(harness, org, 'p/*', 'hot', hot);
    expect(view).toMatchObject({ name: 'hot' });
    expect(view.template).toBeUndefined();
    expect(await membersOf(harness, org, 'p/one', 'hot')).toEqual(['a']);
    await put('p/later', 'b', 20);
    await put('p/later', 'cold', 1);
    await put('p/one', 'a', 1);
    await put('px/other', 'c', 20);
    expect(
      (await raisedMoves(harness, org)).map(({ type, namespace, document }) => `${type} ${namespace} ${document}`),
    ).toEqual(['entered p/later b', 'exited p/one a']);
    const { rows } = await harness.database.query('select from subscription where organization = $1', [org]);
    expect(rows).toHaveLength(1);
  });

  it('is shown where it is inherited, and can neither be put nor deleted there [SUB-08] [TPL-08]', async () => {
    const call = harness.call(org);
    expect(await harness.subscriptions.get({ namespace: 'p/one', name: 'hot' }, call)).toMatchObject({
      template: 'p/*',
    });
    await subscribe(harness, org, 'p/one', 'own', hot);
    const { subscriptions } = await harness.subscriptions.list({ namespace: 'p/one' }, call);
    expect(subscriptions.map(({ name, template }) => [name, template ?? null])).toEqual([
      ['hot', 'p/*'],
      ['own', null],
    ]);
    expect((await harness.subscriptions.list({ namespace: 'p/*' }, call)).subscriptions).toHaveLength(1);
    const inherited = { code: 'conflict', details: { reason: 'inherited' } };
    expect(await problem(subscribe(harness, org, 'p/one', 'hot', hot))).toMatchObject(inherited);
    expect(await problem(harness.subscriptions.delete({ namespace: 'p/one', name: 'hot' }, call))).toMatchObject(
      inherited,
    );
  });

  it('needs a plan with templates to be put, and any plan to be deleted [SUB-08] [TPL-09]', async () => {
    const developer = harness.call(org, undefined, 'developer');
    const query = { namespace: 'p/*', name: 'hot', subscription: hot };
    expect(await problem(harness.subscriptions.put(query, developer))).toMatchObject({
      code: 'plan_required',
      details: { capability: 'templates', required_plan: 'team', plan: 'developer' },
    });
    expect(await harness.subscriptions.delete({ namespace: 'p/*', name: 'hot' }, developer)).toMatchObject({
      status: 200,
      body: '{"deleted":true}',
    });
    const before = await raisedLines(harness, org, 'p/later');
    await put('p/later', 'b', 1);
    expect(await raisedLines(harness, org, 'p/later')).toEqual(before);
    expect(await problem(harness.subscriptions.delete({ namespace: 'p/*', name: 'hot' }, developer))).toMatchObject({
      code: 'not_found',
    });
  });

  it('is new when it is deleted and put again, with members of its own [SUB-07]', async () => {
    await put('p/one', 'a', 30);
    await subscribe(harness, org, 'p/*', 'again', { ...hot, initial: 'emit' });
    await harness.subscriptions.delete({ namespace: 'p/*', name: 'again' }, harness.call(org));
    const { rows } = await harness.database.query(
      'select from membership m where not exists (select from subscription s where s.id = m.subscription_id)',
    );
    expect(rows).toEqual([]);
    const before = await raisedLines(harness, org, 'p/one');
    await subscribe(harness, org, 'p/*', 'again', { ...hot, initial: 'emit' });
    expect((await raisedLines(harness, org, 'p/one')).slice(before.length)).toEqual(['entered a filter']);
  });

  it('on a wider prefix is hidden by one of its name on a narrower prefix, and is in force when that goes [SUB-08]', async () => {
    await put('w/in/one', 'a', 20);
    await put('w/in/one', 'b', 5);
    await subscribe(harness, org, 'w/in/*', 'which', { filter: { 'attributes.heat': { lt: 10 } } });
    await subscribe(harness, org, 'w/*', 'which', hot);
    const call = harness.call(org);
    const one = { namespace: 'w/in/one', name: 'which' };
    expect(await harness.subscriptions.get(one, call)).toMatchObject({ template: 'w/in/*' });
    expect(await membersOf(harness, org, 'w/in/one', 'which')).toEqual(['b']);
    await harness.subscriptions.delete({ namespace: 'w/in/*', name: 'which' }, call);
    expect(await harness.subscriptions.get(one, call)).toMatchObject({ template: 'w/*' });
    expect(await membersOf(harness, org, 'w/in/one', 'which')).toEqual(['a']);
  });

  it('gets its reply when its time is over, and writes are evaluated against it before the walk has ended [SUB-08]', async () => {
    await harness.database.query(
      `insert into namespace (organization, name) select $1, 'many/' || lpad(n::text, 3, '0') from generate_series(1, 600) n`,
      [org],
    );
    await harness.database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select id, 'd', 1, 1, '{"heat": 20}', '{}', 20, app.now(), app.now() from namespace where organization = $1 and name like 'many/%' and name in ('many/001', 'many/599', 'many/600')`,
      [org],
    );
    // Longer than a change waits for its walk, so that the walk is in the first namespace when the reply comes.
    armKillPoints(async (name) => {
      if (name === 'documents.walk.after-commit') await new Promise((resolve) => setTimeout(resolve, 4_100));
    });
    await subscribe(harness, org, 'many/*', 'hot', hot);
    armKillPoints(() => undefined);
    const open = async () =>
      (await harness.database.query(`select from subscription_walk where organization = $1`, [org])).rows.length;
    expect(await open()).toBe(1);
    expect(await membersOf(harness, org, 'many/599', 'hot')).toEqual([]);
    // The walk has not reached this document, so it counts as a member already, without an event.
    await put('many/600', 'd', 30);
    expect(await raisedLines(harness, org, 'many/600')).toEqual([]);
    await put('many/600', 'd', 1);
    await put('many/600', 'e', 30);
    expect(await raisedLines(harness, org, 'many/600')).toEqual(['exited d document', 'entered e document']);
    for (let turn = 0; turn < 200 && (await open()) > 0; turn++) await harness.walks.turn();
    expect(await membersOf(harness, org, 'many/001', 'hot')).toEqual(['d']);
    expect(await membersOf(harness, org, 'many/599', 'hot')).toEqual(['d']);
    expect(await raisedLines(harness, org, 'many/599')).toEqual([]);
  }, 120_000);
});
