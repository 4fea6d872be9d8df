import { armKillPoints } from '@app/persistence';
import { bySeller, recomputed } from '@app/testing';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { putGroup, readGroup } from '../testing/groups';
import { anAnswer } from '../testing/samples';

let harness: DocumentsHarness;
const org = 'org_groups';
/** Worlds of random changes. */
const worlds = process.env['LONG'] === '1' ? 50 : 15;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

const seller = fc.constantFrom<(string | string[] | undefined)[]>(
  's1',
  's2',
  's3',
  ['s1', 's4'],
  ['s2', 's2'],
  undefined,
);
const amount = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10),
  fc.constantFrom<(boolean | string | undefined)[]>(true, 'many', undefined),
);
const attributes = fc.record({ seller, amount, open: fc.boolean() });
const id = fc.integer({ min: 1, max: 12 }).map((n) => `d${n}`);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('put' as const), id, attributes, fc.integer({ min: 0, max: 3 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('patch' as const), id, attributes, fc.integer({ min: 0, max: 3 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('delete' as const), id) },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant('answer' as const), id, fc.integer({ min: 0, max: 100 }), fc.boolean()),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('judgment' as const), fc.integer({ min: 1, max: 9 }), fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('redefine' as const), fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('turn' as const), fc.boolean()) },
);
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & readonly unknown[];

/** One namespace that random operations change. */
class World {
  private record = 0;
  private version = 1;

  constructor(readonly namespace: string) {}

  async run(step: Step): Promise<void> {
    if (step[0] === 'put' || step[0] === 'patch') return this.write(...(step as [string, string, object, number]));
    if (step[0] === 'delete') return void (await harness.write(org, this.namespace, { delete: [{ id: step[1] }] }));
    if (step[0] === 'answer') return this.answer(step[1], step[2] / 100, step[3]);
    if (step[0] === 'judgment') return this.judgment(step[1] / 10, step[2]);
    if (step[0] === 'redefine') return void (await putGroup(harness, org, this.namespace, 'by_seller', group(step[1])));
    armKillPoints((name) => {
      if (step[1] && name === 'documents.group.before-commit') throw new Error('killed');
    });
    await harness.groupWorker.turn().catch((error: Error) => expect(error.message).toBe('killed'));
    armKillPoints(() => undefined);
  }

  private async write(kind: string, document: string, values: object, note: number): Promise<void> {
    const state = { note: `${note}`, ...(note > 0 && { size: note / 10 }) };
    const entries = Object.entries(values).filter(([, value]) => value !== undefined);
    const written = { id: document, attributes: Object.fromEntries(entries), state };
    if (kind === 'put') {
      const created_at = `2026-01-0${1 + (document.length % 2)}T00:00:00.000Z`;
      await harness.write(org, this.namespace, { upsert: [{ ...written, created_at }] });
    } else if ((await harness.read(org, this.namespace, [document])).documents.length > 0) {
      await harness.write(org, this.namespace, { patch: [written] });
    }
  }

  /** An answer that has seen the document as it is, or as it was before its last change. */
  private async answer(document: string, number: number, isOld: boolean): Promise<void> {
    const [stored] = (await harness.read(org, this.namespace, [document])).documents;
    if (!stored) return;
    this.record += 1;
    const seen = isOld ? stored.version - 1 : stored.version;
    const others = { record: this.record, answer_id: `ans_${this.record}`, version: this.version, number };
    const answer = anAnswer(document, 'late', { ...others, document_version: stored.version, seen });
    await harness.applyAnswers(org, this.namespace, [{ ...answer, judgment_id: `jdg_${this.namespace}` }]);
  }

  async judgment(alarm: number, isNewVersion: boolean): Promise<void> {
    if (isNewVersion) this.version += 1;
    await harness.putJudgment(org, this.namespace, 'late', {
      judgment_id: `jdg_${this.namespace}`,
      thresholds: { alarm },
      active_version: this.version,
    });
  }
}

/** `by_seller`, or with an aggregate whose name comes before all others. */
function group(isBare: boolean): typeof bySeller {
  if (isBare) return bySeller;
  return { ...bySeller, aggregates: { ...bySeller.aggregates, again: { aggregate: 'count' } } };
}

async function expectExact(namespace: string): Promise<void> {
  const { documents } = await harness.query(org, namespace, { limit: 100 });
  const { values } = await readGroup(harness, org, namespace, 'by_seller');
  const shown = values.map(({ aggregates: { again: _again, ...aggregates }, ...value }) => ({ ...value, aggregates }));
  expect(shown).toEqual(recomputed(documents));
}

describe('the values of a group', () => {
  it('equal a recompute after random changes, with kills in between and two replicas [GRP-01] [GRP-02]', async () => {
    let round = 0;
    const replica = harness.another();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const world = new World(`r/${++round}`);
        await world.judgment(0.5, false);
        await world.run(['put', 'd1', { seller: 's1', amount: 1, open: true }, 1]);
        await putGroup(harness, org, world.namespace, 'by_seller');
        for (const one of steps) await world.run(one as Step);
        await Promise.all([harness.countGroups(), replica.countGroups()]);
        await harness.countGroups();
        await expectExact(world.namespace);
      }),
      { numRuns: worlds },
    );
  }, 300_000);

  it('count a document that moves again while it is counted, once more [GRP-02]', async () => {
    const put = (seller: string) =>
      harness.write(org, 'm/one', { upsert: [{ id: 'a', attributes: { seller, amount: 1 } }] });
    await harness.putJudgment(org, 'm/*', 'late');
    await put('s1');
    await putGroup(harness, org, 'm/one', 'by_seller');
    await harness.countGroups();
    await put('s2');
    let moves = 0;
    armKillPoints(async (name) => {
      if (name !== 'documents.group.before-commit' || moves > 1) return;
      moves += 1;
      await put(moves === 1 ? 's3' : 's4');
    });
    await harness.countGroups();
    expect(moves).toBe(2);
    const { values } = await readGroup(harness, org, 'm/one', 'by_seller');
    expect(values.map(({ key, documents }) => [key, documents])).toEqual([['s4', 1]]);
  });

  it('count what a killed turn had counted, once [GRP-02]', async () => {
    await harness.write(org, 'm/two', { upsert: [{ id: 'a', attributes: { seller: 's1', amount: 1 } }] });
    await putGroup(harness, org, 'm/two', 'by_seller');
    await harness.countGroups();
    await harness.write(org, 'm/two', { upsert: [{ id: 'b', attributes: { seller: 's1', amount: 2 } }] });
    for (let kills = 0; kills < 3; kills++) {
      armKillPoints(() => {
        throw new Error('killed');
      });
      await expect(harness.groupWorker.turn()).rejects.toThrow('killed');
      armKillPoints(() => undefined);
      await harness.countGroups();
      await expectExact('m/two');
      await harness.write(org, 'm/two', { patch: [{ id: 'b', attributes: { amount: kills + 3 } }] });
    }
    await harness.countGroups();
    await expectExact('m/two');
  });

  it('keep exact sums of decimals, and extremes that leave and come back [GRP-01]', async () => {
    const amounts = Array.from({ length: 100 }, (_, n) => (n + 1) / 10);
    const documents = amounts.map((amount, n) => ({ id: `d${n}`, attributes: { seller: 's1', amount, open: true } }));
    await putGroupIn('e/one', documents);
    await harness.write(org, 'e/one', { patch: [{ id: 'd0', attributes: { amount: 5 } }] });
    await harness.write(org, 'e/one', { patch: [{ id: 'd0', attributes: { amount: 0.1 } }], delete: [{ id: 'd99' }] });
    await harness.countGroups();
    const { values } = await readGroup(harness, org, 'e/one', 'by_seller');
    expect(values[0].aggregates).toMatchObject({ total: 495, least: 0.1, mean: 5 });
    await expectExact('e/one');
  });

  it('of keys past the limit count together, and a key stays where it is while it has documents [GRP-05]', async () => {
    const few = new DocumentsHarness(harness.database, 2);
    const put = (...sellers: string[]) =>
      few.write(org, 'o/one', {
        upsert: sellers.map((seller, n) => ({ id: `${seller}-${n}`, attributes: { seller } })),
      });
    await harness.putJudgment(org, 'o/*', 'late', { judgment_id: 'jdg_o' });
    await put('a', 'b');
    await putGroup(few, org, 'o/one', 'by_seller');
    await few.countGroups();
    await put('c', 'd', 'b');
    await few.countGroups();
    const shown = async () =>
      (await readGroup(few, org, 'o/one', 'by_seller')).values.map(({ key, documents, overflow = false }) => [
        ...[key, documents, overflow],
      ]);
    expect(await shown()).toEqual([
      ['a', 1, false],
      ['b', 2, false],
      [null, 2, true],
    ]);
    await few.write(org, 'o/one', { delete: [{ id: 'a-0' }] });
    await put('c', 'c');
    await few.countGroups();
    expect(await shown()).toEqual([
      ['b', 2, false],
      [null, 3, true],
    ]);
    await few.write(org, 'o/one', { delete: [{ id: 'c-0' }, { id: 'c-1' }, { id: 'd-1' }] });
    await put('c');
    await few.countGroups();
    expect(await shown()).toEqual([
      ['b', 2, false],
      ['c', 1, false],
    ]);
  });
});

async function putGroupIn(namespace: string, upsert: { id: string; attributes: object }[]): Promise<void> {
  await harness.putJudgment(org, namespace, 'late', { judgment_id: `jdg_${namespace}` });
  await harness.write(org, namespace, { upsert });
  await putGroup(harness, org, namespace, 'by_seller');
  await harness.countGroups();
}
