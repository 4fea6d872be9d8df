import { setClock, testEnvironment } from '@app/testing';
import { Room, anAnswer } from '../testing/documents';
import { lines, membersOf, subscribe } from '../testing/subscriptions';

let room: Room;
const org = 'org_due';
const clock = (ms: number) => setClock(testEnvironment().adminUrl, ms);
const second = 1000;
const day = 86_400_000;

beforeAll(async () => {
  await clock(0);
  room = await Room.open();
}, 60_000);
afterAll(async () => {
  await clock(0);
  await room.close();
});

function put(namespace: string, id: string, attributes: object, state: object = {}) {
  return room.write(org, namespace, { upsert: [{ id, attributes, state }] });
}

async function sweep(): Promise<void> {
  for (let turn = 0; turn < 20 && (await room.due.turn()); turn++);
}

describe('min_hold', () => {
  const held = { filter: { 'attributes.on': true }, min_hold: '10m' };

  it('delays `entered` only, and a document that leaves inside it sends nothing [SUB-11]', async () => {
    const ns = 'hold/one';
    await put(ns, 'stays', { on: false });
    expect(await subscribe(room, org, ns, 'held', held)).toMatchObject({ min_hold: '10m' });
    await put(ns, 'stays', { on: true });
    await put(ns, 'leaves', { on: true });
    await clock(599 * second);
    await sweep();
    await put(ns, 'leaves', { on: false });
    expect(await lines(room, org, ns)).toEqual([]);
    await clock(601 * second);
    await sweep();
    await sweep();
    expect(await lines(room, org, ns)).toEqual(['entered stays document']);
    await put(ns, 'stays', { on: false });
    expect(await lines(room, org, ns)).toEqual(['entered stays document', 'exited stays document']);
  });

  it('ends at its time across a restart, also when nobody was there to see it [SUB-11]', async () => {
    const ns = 'hold/restart';
    await put(ns, 'first', {});
    await subscribe(room, org, ns, 'held', held);
    await put(ns, 'd', { on: true });
    await put(ns, 'late', { on: true });
    const others = room.another();
    await clock(5000 * second);
    // It left after its hold had ended, before anybody said so: both crossings are told, in order.
    await put(ns, 'late', { on: false });
    expect(await lines(room, org, ns)).toEqual(['entered late document', 'exited late document']);
    const [one, two] = await Promise.all([others.due.turn(), room.due.turn()]);
    expect(one || two).toBe(true);
    expect((await lines(room, org, ns)).slice(2)).toEqual(['entered d document']);
    await room.write(org, ns, { delete: [{ id: 'd' }] });
    expect((await lines(room, org, ns)).slice(3)).toEqual(['exited d deleted']);
  });

  it('says nothing of a document that is deleted inside it [SUB-11]', async () => {
    const ns = 'hold/deleted';
    await put(ns, 'd', {});
    await subscribe(room, org, ns, 'held', held);
    await put(ns, 'd', { on: true });
    await room.write(org, ns, { delete: [{ id: 'd' }] });
    await clock(10_000 * second);
    await sweep();
    expect(await lines(room, org, ns)).toEqual([]);
    await clock(0);
  });
});

describe('time that passes', () => {
  it('moves members when a bound passes, and looks at those documents only [SUB-12]', async () => {
    const ns = 'time/one';
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await put(ns, 'soon', { due: at(-2 * day) });
    for (let n = 0; n < 50; n++) await put(ns, `old${n}`, { due: at(-40 * day) });
    await put(ns, 'comes', { due: at(3 * day) });
    await put(ns, 'never', { due: 'soon' });
    await subscribe(room, org, ns, 'week', { filter: { 'attributes.due': { within: '7d' } }, initial: 'emit' });
    expect(await lines(room, org, ns)).toEqual(['entered soon filter']);
    const before = await room.evaluations();
    await clock(day);
    await sweep();
    expect(await room.evaluations()).toBe(before);
    await clock(4 * day);
    await sweep();
    await clock(6 * day);
    await sweep();
    expect((await lines(room, org, ns)).slice(1)).toEqual(['entered comes time', 'exited soon time']);
    expect(await room.evaluations()).toBe(before + 2);
    await clock(40 * day);
    await sweep();
    expect((await lines(room, org, ns)).slice(3)).toEqual(['exited comes time']);
    expect(await membersOf(room, org, ns, 'week')).toEqual([]);
    const { rows } = await room.database.query('select from membership where due_at is not null');
    expect(rows).toEqual([]);
    await clock(0);
  });

  it('reads times of birth, change, judging and of states [SUB-12]', async () => {
    const ns = 'time/kinds';
    await room.column(org, ns, 'mood');
    const first = { 'attributes.n': 1 };
    await put(ns, 'd', { n: 1 }, { calls: [{ at: new Date(Date.now() - 1000).toISOString() }, { at: null }] });
    const filters = {
      born: { created_at: { within: '1h' } },
      changed: { not: { updated_at: { within: '2h' } } },
      called: { 'state.calls.at': { within: '3h' }, ...first },
      judged: { not: { 'answers.mood.judged_at': { within: '4h' } }, 'answers.mood.p': { gte: 0 } },
    };
    for (const [name, filter] of Object.entries(filters)) await subscribe(room, org, ns, name, { filter });
    const { documents } = await room.read(org, ns, ['d']);
    await room.folds.fold(org, ns, [
      anAnswer('d', 'mood', {
        document_version: documents[0].version,
        seen: documents[0].version,
        judged_at: new Date().toISOString(),
      }),
    ]);
    const hour = 3600 * second;
    const heard: string[][] = [];
    for (const hours of [0.9, 1.1, 2.1, 3.1, 4.1]) {
      await clock(hours * hour);
      const before = (await lines(room, org, ns)).length;
      await sweep();
      heard.push((await lines(room, org, ns)).slice(before));
    }
    expect(heard).toEqual([[], ['exited d time'], ['entered d time'], ['exited d time'], ['entered d time']]);
    await clock(0);
  });

  it('finds what is due by index [SUB-12]', async () => {
    const plan = await room.database.query(
      'explain select namespace_id, document_id from membership where due_at <= app.now() order by due_at limit 500',
    );
    expect(JSON.stringify(plan.rows)).toContain('membership_by_due');
  });
});
