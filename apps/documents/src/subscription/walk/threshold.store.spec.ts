import { setClock, testEnvironment } from '@app/testing';
import { addWalk } from './walk.store';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import {
  countEvaluations,
  countWalked,
  membersOf,
  raisedLines,
  raisedMoves,
  subscribe,
} from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_threshold';
const many = 25_000;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** Inserts documents `d00001`.. with answers of `mood` whose p is n / `many`. */
async function fill(namespace: string): Promise<void> {
  await harness.write(org, namespace, { upsert: [{ id: 'first' }] });
  const id = `(select id from namespace where organization = '${org}' and name = '${namespace}')`;
  const key = `'d' || lpad(n::text, 5, '0')`;
  await harness.database.query(
    `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
     select ${id}, ${key}, 1, 1, '{"kind": "k"}', '{}', 20, app.now(), app.now() from generate_series(1, ${many}) n`,
  );
  await harness.database.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, wanted, seen, version, number, body)
     select ${id}, ${key}, 'jdg_mood', 1, 1, 1, 1, n / ${many}.0, json_build_object('id', 'ans_1', 'number', n / ${many}.0, 'version', 1)
     from generate_series(1, ${many}) n`,
  );
  await harness.database.query('analyze document; analyze answer');
}

async function openWalks(): Promise<number> {
  return (await harness.database.query('select from subscription_walk where organization = $1', [org])).rows.length;
}

async function finish(): Promise<void> {
  for (let turn = 0; turn < 100 && (await openWalks()) > 0; turn++) await harness.walks.turn();
}

describe('a threshold that moves', () => {
  const ns = 't/many';
  const bad = { filter: { 'answers.mood.thresholds.bad': true, 'attributes.kind': 'k' } };

  beforeAll(async () => {
    await harness.putJudgment(org, ns, 'mood', { thresholds: { bad: 0.999, other: 0.1 } });
    await fill(ns);
    await subscribe(harness, org, ns, 'bad', bad);
    await subscribe(harness, org, ns, 'other', { filter: { 'answers.mood.thresholds.other': true }, on: ['exited'] });
    await subscribe(harness, org, ns, 'plain', { filter: { 'answers.mood.p': { gte: 0.5 } } });
    await finish();
  }, 120_000);

  it('evaluates only the answers between the bounds, and raises events with its cause [THR-04] [SUB-12]', async () => {
    expect(await membersOf(harness, org, ns, 'bad')).toHaveLength(26);
    const [walked, evaluated] = [await countWalked(harness), await countEvaluations(harness)];
    await harness.putJudgment(org, ns, 'mood', { thresholds: { bad: 0.998, other: 0.1 } });
    expect(await membersOf(harness, org, ns, 'bad')).toHaveLength(51);
    const events = await raisedMoves(harness, org, ns);
    expect(events).toHaveLength(25);
    expect(new Set(events.map(({ type, subscription, cause }) => `${type} ${subscription} ${cause}`))).toEqual(
      new Set(['entered bad threshold']),
    );
    expect((await countWalked(harness)) - walked).toBeLessThan(30);
    expect((await countEvaluations(harness)) - evaluated).toBe(25);
  });

  it('sets the members of ten thousand documents before the reply and the rest by a walk with a cursor [THR-06]', async () => {
    const before = (await raisedMoves(harness, org, ns)).length;
    await harness.putJudgment(org, ns, 'mood', { thresholds: { bad: 0.4, other: 0.1 } });
    const atOnce = (await membersOf(harness, org, ns, 'bad')).length;
    expect(atOnce).toBeGreaterThan(51);
    expect(atOnce).toBeLessThan(15_001);
    expect(await openWalks()).toBe(1);
    await harness.write(org, ns, { patch: [{ id: 'd24000', attributes: { kind: 'other' } }] });
    await finish();
    expect(await membersOf(harness, org, ns, 'bad')).toHaveLength(15_000);
    const events = (await raisedMoves(harness, org, ns)).slice(before);
    const latest = new Map(events.map(({ document, type }) => [document, type]));
    expect([...latest.values()].filter((type) => type === 'entered')).toHaveLength(14_949);
    expect(events.filter(({ document }) => document === 'd12000')).toHaveLength(1);
  }, 120_000);

  it('ends in one line of the log with the documents that it looked at', async () => {
    const ended = () => harness.log.lines(org).filter(({ event }) => event === 'walk.ended');
    const before = ended().length;
    await harness.putJudgment(org, ns, 'mood', { thresholds: { bad: 0.9, other: 0.1 } });
    await finish();
    const line = ended();
    expect(line).toHaveLength(before + 1);
    expect(line.at(-1)).toMatchObject({
      walk: 'subscription_threshold',
      outcome: 'ended',
      organization: org,
      scope: ns,
      judgment_id: 'jdg_mood',
      subscription: expect.any(String) as string,
    });
    expect(Number(line.at(-1)?.documents)).toBeGreaterThan(10_000);
  });

  it('of another name, or a new version alone, moves no member [SUB-04]', async () => {
    const [walked, evaluated, events] = [
      await countWalked(harness),
      await countEvaluations(harness),
      await raisedLines(harness, org, ns),
    ];
    await harness.putJudgment(org, ns, 'mood', { thresholds: { bad: 0.9, other: 0.1, third: 0.2 }, active_version: 2 });
    expect(await openWalks()).toBe(0);
    expect([await countWalked(harness), await countEvaluations(harness)]).toEqual([walked, evaluated]);
    expect(await raisedLines(harness, org, ns)).toEqual(events);
  });

  it('a filter that changes is in force after its reply and walked in chunks, without events when it is `silent` [SUB-11]', async () => {
    const events = await raisedLines(harness, org, ns);
    await subscribe(harness, org, ns, 'plain', { filter: { 'answers.mood.p': { lt: 0.3 } } });
    expect(await openWalks()).toBe(1);
    expect(await raisedLines(harness, org, ns)).toEqual(events);
    // The walk has reached none of these. The first stays out, the second leaves after it was a member without an event,
    // and the third enters.
    const apply = (id: string, number: number) =>
      harness.applyAnswers(org, ns, [anAnswer(id, 'mood', { record: 2, number })]);
    await harness.database.query(
      `update answer set number = 0.1, body = '{"number": 0.1}' where document_id = 'd24999'`,
    );
    await apply('d24998', 0.9);
    await apply('d24999', 0.8);
    await apply('d25000', 0.2);
    const own = (await raisedMoves(harness, org, ns)).filter(({ subscription }) => subscription === 'plain');
    expect(own.map(({ type, document, cause }) => `${type} ${document} ${cause}`)).toEqual([
      'exited d24999 answer',
      'entered d25000 answer',
    ]);
    await finish();
    expect(await membersOf(harness, org, ns, 'plain')).toHaveLength(7_500);
    expect((await raisedMoves(harness, org, ns)).filter(({ subscription }) => subscription === 'plain')).toHaveLength(
      2,
    );
  }, 120_000);
});

describe('a judgment that is deleted, or applies to other documents', () => {
  it('moves members with itself as the cause, and not with a threshold [defect E-L13]', async () => {
    const ns = 't/gone';
    const low = (more: object) => harness.putJudgment(org, ns, 'low', { thresholds: { bad: 0.5 }, ...more });
    await low({});
    const { documents } = await harness.write(org, ns, {
      upsert: ['a', 'b'].map((id) => ({ id, attributes: { kind: id } })),
    });
    const answers = documents.map(({ id, version }) =>
      anAnswer(id, 'low', { document_version: version, seen: version, number: 0.6 }),
    );
    await harness.applyAnswers(org, ns, answers);
    await subscribe(harness, org, ns, 'bad', { filter: { 'answers.low.thresholds.bad': true } });
    await finish();
    await low({ applies_to: { 'attributes.kind': 'b' } });
    expect(await raisedLines(harness, org, ns)).toEqual(['exited a judgment']);
    await low({ archived: true });
    expect(await raisedLines(harness, org, ns)).toEqual(['exited a judgment', 'exited b judgment']);
  });
});

describe('a template that moves', () => {
  it('walks its namespaces; an override walks its own and no other [THR-04] [TPL-01]', async () => {
    const judgment = { judgment_id: 'jdg_heat' };
    await harness.putJudgment(org, 't/o/*', 'heat', { ...judgment, thresholds: { hot: 0.9 } });
    for (const ns of ['t/o/one', 't/o/two']) {
      const { documents } = await harness.write(org, ns, { upsert: [{ id: 'd' }] });
      const version = { document_version: documents[0].version, seen: documents[0].version };
      await harness.applyAnswers(org, ns, [anAnswer('d', 'heat', { ...version, number: 0.6 })]);
    }
    await subscribe(harness, org, 't/o/*', 'hot', { filter: { 'answers.heat.thresholds.hot': true } });
    const both = async () => [await raisedLines(harness, org, 't/o/one'), await raisedLines(harness, org, 't/o/two')];
    const override = { ...judgment, kind: 'override' as const, levels: null };
    await harness.putJudgment(org, 't/o/one', 'heat', { ...override, thresholds: { hot: 0.5 } });
    expect(await both()).toEqual([['entered d threshold'], []]);
    await harness.putJudgment(org, 't/o/*', 'heat', { ...judgment, thresholds: { hot: 0.55 } });
    expect(await both()).toEqual([['entered d threshold'], ['entered d threshold']]);
    await harness.putJudgment(org, 't/o/one', 'heat', { ...override, thresholds: { hot: 0.8 } });
    await harness.putJudgment(org, 't/o/one', 'heat', { ...override, thresholds: null });
    expect((await both())[0]).toEqual(['entered d threshold', 'exited d threshold', 'entered d threshold']);
  });

  it('has a walk that another process continues when the first was killed', async () => {
    const { rows } = await harness.database.query<{ id: string }>('select id from subscription where name = $1', [
      'hot',
    ]);
    await harness.database.query(`update subscription set initial = 'emit' where id = $1`, [rows[0].id]);
    await harness.database.query('delete from membership where subscription_id = $1', [rows[0].id]);
    const walk = { organization: org, subscription_id: rows[0].id, scope: 't/o/*', kind: 'filter' } as const;
    // A process that was killed since holds it.
    await harness.database.transaction('spec', (tx) => addWalk(tx, walk));
    const other = harness.another();
    expect(await other.walks.turn()).toBe(false);
    await setClock(testEnvironment().adminUrl, 61_000);
    try {
      expect(await other.walks.turn()).toBe(true);
    } finally {
      await setClock(testEnvironment().adminUrl, 0);
    }
    expect(await openWalks()).toBe(0);
    expect((await raisedLines(harness, org, 't/o/two')).at(-1)).toBe('entered d filter');
  });
});
