import { setClock, testEnvironment } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { countEvaluations, membersOf, raisedLines, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_due';
const clock = (ms: number) => setClock(testEnvironment().adminUrl, ms);
const second = 1000;
const day = 86_400_000;

beforeAll(async () => {
  await clock(0);
  harness = await openDocuments();
}, 60_000);
afterAll(async () => {
  await clock(0);
  await harness.close();
});

function put(namespace: string, id: string, attributes: object, state: object = {}) {
  return harness.write(org, namespace, { upsert: [{ id, attributes, state }] });
}

async function sweep(): Promise<void> {
  for (let turn = 0; turn < 20 && (await harness.due.turn()); turn++);
}

describe('min_hold', () => {
  const held = { filter: { 'attributes.on': true }, min_hold: '10m' };

  it('delays `entered` only, and a document that leaves inside it raises no event [SUB-11]', async () => {
    const ns = 'hold/one';
    await put(ns, 'stays', { on: false });
    expect(await subscribe(harness, org, ns, 'held', held)).toMatchObject({ min_hold: '10m' });
    await put(ns, 'stays', { on: true });
    await put(ns, 'leaves', { on: true });
    await clock(599 * second);
    await sweep();
    await put(ns, 'leaves', { on: false });
    expect(await raisedLines(harness, org, ns)).toEqual([]);
    await clock(601 * second);
    await sweep();
    await sweep();
    expect(await raisedLines(harness, org, ns)).toEqual(['entered stays document']);
    await put(ns, 'stays', { on: false });
    expect(await raisedLines(harness, org, ns)).toEqual(['entered stays document', 'exited stays document']);
  });

  it('ends at its time across a restart, also when no process ran at that time [SUB-11]', async () => {
    const ns = 'hold/restart';
    await put(ns, 'first', {});
    await subscribe(harness, org, ns, 'held', held);
    await put(ns, 'd', { on: true });
    await put(ns, 'late', { on: true });
    const others = harness.another();
    await clock(5000 * second);
    // It left after its hold had ended and before a turn saw that: both events are raised, in order.
    await put(ns, 'late', { on: false });
    expect(await raisedLines(harness, org, ns)).toEqual(['entered late document', 'exited late document']);
    const [one, two] = await Promise.all([others.due.turn(), harness.due.turn()]);
    expect(one || two).toBe(true);
    expect((await raisedLines(harness, org, ns)).slice(2)).toEqual(['entered d document']);
    await harness.write(org, ns, { delete: [{ id: 'd' }] });
    expect((await raisedLines(harness, org, ns)).slice(3)).toEqual(['exited d deleted']);
  });

  it('raises no event for a document that is deleted inside it [SUB-11]', async () => {
    const ns = 'hold/deleted';
    await put(ns, 'd', {});
    await subscribe(harness, org, ns, 'held', held);
    await put(ns, 'd', { on: true });
    await harness.write(org, ns, { delete: [{ id: 'd' }] });
    await clock(10_000 * second);
    await sweep();
    expect(await raisedLines(harness, org, ns)).toEqual([]);
    await clock(0);
  });
});

describe('time that passes', () => {
  it('moves members when a bound passes, and evaluates only their documents [SUB-12]', async () => {
    const ns = 'time/one';
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await put(ns, 'soon', { due: at(-2 * day) });
    for (let n = 0; n < 50; n++) await put(ns, `old${n}`, { due: at(-40 * day) });
    await put(ns, 'comes', { due: at(3 * day) });
    await put(ns, 'never', { due: 'soon' });
    await subscribe(harness, org, ns, 'week', { filter: { 'attributes.due': { within: '7d' } }, initial: 'emit' });
    expect(await raisedLines(harness, org, ns)).toEqual(['entered soon filter']);
    const before = await countEvaluations(harness);
    await clock(day);
    await sweep();
    expect(await countEvaluations(harness)).toBe(before);
    await clock(4 * day);
    await sweep();
    await clock(6 * day);
    await sweep();
    expect((await raisedLines(harness, org, ns)).slice(1)).toEqual(['entered comes time', 'exited soon time']);
    expect(await countEvaluations(harness)).toBe(before + 2);
    await clock(40 * day);
    await sweep();
    expect((await raisedLines(harness, org, ns)).slice(3)).toEqual(['exited comes time']);
    expect(await membersOf(harness, org, ns, 'week')).toEqual([]);
    const { rows } = await harness.database.query('select from membership where due_at is not null');
    expect(rows).toEqual([]);
    await clock(0);
  });

  it('reads instants of creation, change and judging, and those in states [SUB-12]', async () => {
    const ns = 'time/kinds';
    await harness.putJudgment(org, ns, 'mood');
    const first = { 'attributes.n': 1 };
    await put(ns, 'd', { n: 1 }, { calls: [{ at: new Date(Date.now() - 1000).toISOString() }, { at: null }] });
    const filters = {
      born: { created_at: { within: '1h' } },
      changed: { not: { updated_at: { within: '2h' } } },
      called: { 'state.calls.at': { within: '3h' }, ...first },
      judged: { not: { 'answers.mood.judged_at': { within: '4h' } }, 'answers.mood.p': { gte: 0 } },
    };
    for (const [name, filter] of Object.entries(filters)) await subscribe(harness, org, ns, name, { filter });
    const { documents } = await harness.read(org, ns, ['d']);
    await harness.applyAnswers(org, ns, [
      anAnswer('d', 'mood', {
        document_version: documents[0].version,
        seen: documents[0].version,
        judged_at: new Date().toISOString(),
      }),
    ]);
    const hour = 3600 * second;
    const events: string[][] = [];
    for (const hours of [0.9, 1.1, 2.1, 3.1, 4.1]) {
      await clock(hours * hour);
      const before = (await raisedLines(harness, org, ns)).length;
      await sweep();
      events.push((await raisedLines(harness, org, ns)).slice(before));
    }
    expect(events).toEqual([[], ['exited d time'], ['entered d time'], ['exited d time'], ['entered d time']]);
    await clock(0);
  });

  it('finds due memberships by index [SUB-12]', async () => {
    const plan = await harness.database.query(
      'explain select namespace_id, document_id from membership where due_at <= app.now() order by due_at limit 500',
    );
    expect(JSON.stringify(plan.rows)).toContain('membership_by_due');
  });
});
