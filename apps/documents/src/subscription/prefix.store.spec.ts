import { armKillPoints } from '@app/persistence';
import { Problem } from '@app/problem';
import { Room } from '../testing/documents';
import { lines, membersOf, subscribe, told } from '../testing/subscriptions';

let room: Room;
const org = 'org_prefix';
const hot = { filter: { 'attributes.heat': { gte: 10 } } };

beforeAll(async () => {
  room = await Room.open();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => room.close());

function put(namespace: string, id: string, heat: number) {
  return room.write(org, namespace, { upsert: [{ id, attributes: { heat } }] });
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
  it('holds for present and later namespaces, as one row [SUB-08] [TPL-01] [TPL-07]', async () => {
    await put('p/one', 'a', 20);
    const view = await subscribe(room, org, 'p/*', 'hot', hot);
    expect(view).toMatchObject({ name: 'hot' });
    expect(view.template).toBeUndefined();
    expect(await membersOf(room, org, 'p/one', 'hot')).toEqual(['a']);
    await put('p/later', 'b', 20);
    await put('p/later', 'cold', 1);
    await put('p/one', 'a', 1);
    await put('px/other', 'c', 20);
    expect((await told(room, org)).map(({ type, namespace, document }) => `${type} ${namespace} ${document}`)).toEqual([
      'entered p/later b',
      'exited p/one a',
    ]);
    const { rows } = await room.database.query('select from subscription where organization = $1', [org]);
    expect(rows).toHaveLength(1);
  });

  it('is shown where it is inherited, and neither put nor deleted there [SUB-08] [TPL-08]', async () => {
    const call = room.call(org);
    expect(await room.subscriptions.get({ namespace: 'p/one', name: 'hot' }, call)).toMatchObject({ template: 'p/*' });
    await subscribe(room, org, 'p/one', 'own', hot);
    const { subscriptions } = await room.subscriptions.list({ namespace: 'p/one' }, call);
    expect(subscriptions.map(({ name, template }) => [name, template ?? null])).toEqual([
      ['hot', 'p/*'],
      ['own', null],
    ]);
    expect((await room.subscriptions.list({ namespace: 'p/*' }, call)).subscriptions).toHaveLength(1);
    const inherited = { code: 'conflict', details: { reason: 'inherited' } };
    expect(await problem(subscribe(room, org, 'p/one', 'hot', hot))).toMatchObject(inherited);
    expect(await problem(room.subscriptions.delete({ namespace: 'p/one', name: 'hot' }, call))).toMatchObject(
      inherited,
    );
  });

  it('needs a plan with templates to be put, and none to be deleted [SUB-08] [TPL-09]', async () => {
    const developer = room.call(org, undefined, 'developer');
    const query = { namespace: 'p/*', name: 'hot', subscription: hot };
    expect(await problem(room.subscriptions.put(query, developer))).toMatchObject({
      code: 'plan_required',
      details: { capability: 'templates', required_plan: 'team', plan: 'developer' },
    });
    expect(await room.subscriptions.delete({ namespace: 'p/*', name: 'hot' }, developer)).toMatchObject({
      status: 200,
      body: '{"deleted":true}',
    });
    const before = await lines(room, org, 'p/later');
    await put('p/later', 'b', 1);
    expect(await lines(room, org, 'p/later')).toEqual(before);
    expect(await problem(room.subscriptions.delete({ namespace: 'p/*', name: 'hot' }, developer))).toMatchObject({
      code: 'not_found',
    });
  });

  it('deleted and put again is new: members found again, nothing left of the old [SUB-07]', async () => {
    await put('p/one', 'a', 30);
    await subscribe(room, org, 'p/*', 'again', { ...hot, initial: 'emit' });
    await room.subscriptions.delete({ namespace: 'p/*', name: 'again' }, room.call(org));
    const { rows } = await room.database.query(
      'select from membership m where not exists (select from subscription s where s.id = m.subscription_id)',
    );
    expect(rows).toEqual([]);
    const before = await lines(room, org, 'p/one');
    await subscribe(room, org, 'p/*', 'again', { ...hot, initial: 'emit' });
    expect((await lines(room, org, 'p/one')).slice(before.length)).toEqual(['entered a filter']);
  });

  it('of a wider prefix gives way to a name that stood below, and takes over when that goes [SUB-08]', async () => {
    await put('w/in/one', 'a', 20);
    await put('w/in/one', 'b', 5);
    await subscribe(room, org, 'w/in/*', 'which', { filter: { 'attributes.heat': { lt: 10 } } });
    await subscribe(room, org, 'w/*', 'which', hot);
    const call = room.call(org);
    const one = { namespace: 'w/in/one', name: 'which' };
    expect(await room.subscriptions.get(one, call)).toMatchObject({ template: 'w/in/*' });
    expect(await membersOf(room, org, 'w/in/one', 'which')).toEqual(['b']);
    await room.subscriptions.delete({ namespace: 'w/in/*', name: 'which' }, call);
    expect(await room.subscriptions.get(one, call)).toMatchObject({ template: 'w/*' });
    expect(await membersOf(room, org, 'w/in/one', 'which')).toEqual(['a']);
  });

  it('is answered when its time is over, whatever is left to walk, and writes go by it meanwhile [SUB-08]', async () => {
    await room.database.query(
      `insert into namespace (organization, name) select $1, 'many/' || lpad(n::text, 3, '0') from generate_series(1, 600) n`,
      [org],
    );
    await room.database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select id, 'd', 1, 1, '{"heat": 20}', '{}', 20, app.now(), app.now() from namespace where organization = $1 and name like 'many/%' and name in ('many/001', 'many/599', 'many/600')`,
      [org],
    );
    // Longer than a change waits for its walk: on a fast machine too, all but the first namespace are left.
    armKillPoints(async (name) => {
      if (name === 'documents.walk.after-commit') await new Promise((resolve) => setTimeout(resolve, 4_100));
    });
    await subscribe(room, org, 'many/*', 'hot', hot);
    armKillPoints(() => undefined);
    const open = async () =>
      (await room.database.query(`select from subscription_walk where organization = $1`, [org])).rows.length;
    expect(await open()).toBe(1);
    expect(await membersOf(room, org, 'many/599', 'hot')).toEqual([]);
    // One that the walk has not reached: it was a member all along, silently.
    await put('many/600', 'd', 30);
    expect(await lines(room, org, 'many/600')).toEqual([]);
    await put('many/600', 'd', 1);
    await put('many/600', 'e', 30);
    expect(await lines(room, org, 'many/600')).toEqual(['exited d document', 'entered e document']);
    for (let turn = 0; turn < 200 && (await open()) > 0; turn++) await room.walks.turn();
    expect(await membersOf(room, org, 'many/001', 'hot')).toEqual(['d']);
    expect(await membersOf(room, org, 'many/599', 'hot')).toEqual(['d']);
    expect(await lines(room, org, 'many/599')).toEqual([]);
  }, 120_000);
});
