import type { UpsertOperation } from '@app/contracts/documents';
import type { FanoutScope } from '@app/definition';
import { sameJson } from '@app/json';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { ScopeRoom } from './scope-room.fake';
import { stepped } from './stepped.fake';

const org = 'org_scope_races';
const isLong = process.env.LONG === '1';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(20);
}, 60_000);
afterAll(() => harness.close());

const open = { where: { 'attributes.open': true } };
const scopes: Record<string, FanoutScope | null> = {
  all: null,
  open,
  closed: { where: { 'attributes.open': false } },
  both: { where: { 'attributes.open': true, 'attributes.vip': true } },
  never: { created_within: '30d', where: { 'attributes.never': true } },
};
const isInside: Record<string, (document: { open: boolean; vip: boolean }) => boolean> = {
  all: () => true,
  open: (document) => document.open,
  closed: (document) => !document.open,
  both: (document) => document.open && document.vip,
  never: () => false,
};
const ids = ['o1', 'o2', 'o3'];
const anyScope = fc.constantFrom(...Object.keys(scopes));
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tier' as const), id: fc.constantFrom('c1', 'c2') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'vip' as const), id: fc.constantFrom(...ids) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('customer' as const), id: fc.constantFrom(...ids) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('template' as const, 'override' as const), to: anyScope }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('follow' as const, 'hide' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('drain' as const, 'fan out' as const, 'walk' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fetch' as const), id: fc.constantFrom(...ids) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('record' as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Orders of two customers in one namespace of a template, and what their answers must be. */
class World {
  readonly room: ScopeRoom;
  private readonly orders = new Map(ids.map((id) => [id, { open: true, vip: false, customer: 'c1' }]));
  private readonly tiers = new Map<string, string>();
  private readonly fetched: (() => Promise<void>)[] = [];
  private template = 'open';
  private own: string | undefined;
  private hidden = false;
  private wasHidden = false;
  private moves = 0;

  constructor(private readonly root: string) {
    this.room = new ScopeRoom(harness, org, `${root}/t`);
  }

  async begin(): Promise<void> {
    await this.room.scope(open, {}, `${this.root}/*`);
    for (const id of ['c1', 'c2']) await this.tier(id);
    for (const [id, attributes] of this.orders) await this.room.write({ id, attributes, state: { note: id } });
    await this.settle();
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'tier') await this.tier(step.id);
    if (step.do === 'open' || step.do === 'vip' || step.do === 'customer') await this.move(step.do, step.id);
    if (step.do === 'template') await this.room.scope(scopes[(this.template = step.to)], {}, `${this.root}/*`);
    if (step.do === 'override') await this.room.override(scopes[(this.own = step.to)]);
    if (step.do === 'follow') await this.room.override((this.own = undefined));
    if (step.do === 'hide') await this.hide(!this.hidden);
    if (step.do === 'drain') await harness.drainRelated();
    if (step.do === 'fan out') await this.turn('fanout_walk', 'fanouts');
    if (step.do === 'walk') await this.turn('reader_walk', 'readers');
    if (step.do === 'fetch') this.fetched.push(await this.room.fetch([step.id]));
    if (step.do === 'record') await this.fetched.shift()?.();
  }

  /** Lets everything run to its end, with the judging of what judgments is notified of; of a hidden judgment it is of nothing. */
  async settle(): Promise<void> {
    for (const record of this.fetched.splice(0)) await record();
    if (this.hidden) await this.hide(false);
    await this.room.fanOut();
    await this.room.walk();
    const told = await this.room.toldIds();
    await this.room.judge(...ids.filter((id) => this.wasHidden || told.includes(id)));
  }

  /** Of each answer inside its scope: whether it is fresh, and the tier that it was made of and that holds. */
  async inside(): Promise<{ id: string; isFresh: boolean; value: string | null; tier: string | undefined }[]> {
    if (this.hidden) return [];
    const within = ids.filter((id) => isInside[this.own ?? this.template](this.orders.get(id)!));
    const statuses = await this.room.statuses(...within);
    const { rows } = await harness.database.query<{ id: string; value: string | null }>(
      `select document_id as id, value from answer where judgment_id = 'jdg_late'
         and namespace_id = (select id from namespace where organization = $1 and name = $2)`,
      [org, this.room.ns],
    );
    const values = new Map(rows.map(({ id, value }) => [id, value]));
    return within.map((id, at) => {
      const { customer } = this.orders.get(id)!;
      return { id, isFresh: statuses[at] === 'fresh', value: values.get(id) ?? null, tier: this.tiers.get(customer) };
    });
  }

  private async tier(id: string): Promise<void> {
    const tier = `${id} ${(this.moves += 1)}`;
    this.tiers.set(id, tier);
    await this.room.tier(tier, id);
  }

  private async move(what: 'open' | 'vip' | 'customer', id: string): Promise<void> {
    const order = this.orders.get(id)!;
    if (what === 'customer') order.customer = order.customer === 'c1' ? 'c2' : 'c1';
    else order[what] = !order[what];
    await this.room.patch(id, { [what]: order[what] });
  }

  private async hide(hidden: boolean): Promise<void> {
    this.hidden = hidden;
    this.wasHidden ||= hidden;
    await harness.putJudgment(org, this.room.ns, 'late', { judgment_id: 'jdg_narrow', archived: !hidden });
  }

  private async turn(table: string, worker: 'fanouts' | 'readers'): Promise<void> {
    await harness.database.query(`update ${table} set lease_until = null`);
    await harness[worker].turn();
  }
}

let worlds = 0;

it('never calls an answer inside its scope fresh that another context would be made of, in any order of events [REL-F3]', async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const world = new World(`scopes/${(worlds += 1)}`);
    await world.begin();
    for (const step of steps) {
      await world.take(step);
      for (const { id, isFresh, value, tier } of await world.inside())
        if (isFresh) expect([id, value]).toEqual([id, tier]);
    }
    await world.settle();
    for (const { id, value, tier } of await world.inside()) expect([id, value]).toEqual([id, tier]);
  };
  const steps = fc.array(anyStep, { minLength: 10, maxLength: 40 });
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: isLong ? 1000 : 8, endOnFailure: !isLong });
}, 900_000);

/** What stands of an order, of one moment. */
async function momentOf(ns: string): Promise<{ value: string | null; tier: string | null; isInside: boolean }> {
  const { rows } = await harness.database.query<{ value: string | null; tier: string | null; isInside: boolean }>(
    `select a.value, t.state ->> 'tier' as tier,
       c.body -> 'fanout' -> 'scope' is null or (d.attributes ->> 'open')::boolean as "isInside"
     from namespace n join document d on d.namespace_id = n.id and d.id = 'o1'
       join answer a on a.namespace_id = n.id and a.document_id = d.id and a.judgment_id = 'jdg_late'
       join document t on t.namespace_id = n.id and t.id = d.attributes ->> 'customer'
       join judgment_column c on c.organization = n.organization and c.scope = n.name
     where n.organization = $1 and n.name = $2`,
    [org, ns],
  );
  return rows[0];
}

it('holds while a write brings the document in and another changes its customer, statement by statement [REL-F3]', async () => {
  const steps = fc.array(fc.constantFrom('order', 'order', 'target', 'drain', 'fan out', 'scope', 'walk', 'judge'), {
    minLength: 12,
    maxLength: 40,
  });
  const run = async (schedule: readonly string[]): Promise<void> => {
    const room = new ScopeRoom(harness, org, `steps/${(worlds += 1)}`);
    await room.scope(open);
    await room.tier('old');
    await room.order('o1', false);
    await room.fanOut();
    await room.judge('o1');
    await room.tier('left out');
    await room.fanOut();
    const ref = { organization: org, namespace: room.ns };
    const writer = (one: UpsertOperation) =>
      stepped(harness.database, (tx) => harness.lockedWrites.writeWithin(tx, ref, { upsert: [one] }, 'live'));
    const writers = {
      order: writer({ id: 'o1', attributes: { customer: 'c1', open: true }, state: { note: 'o1' } }),
      target: writer({ id: 'c1', state: { tier: 'new' } }),
    };
    // What locks the organization or the order waits for its writer, so nobody waits for it here.
    const waiting: Promise<unknown>[] = [];
    const expectHonest = async (): Promise<void> => {
      for (let before = await momentOf(room.ns); ;) {
        const [status] = await room.statuses('o1');
        const after = await momentOf(room.ns);
        if (sameJson(before, after)) {
          if (status === 'fresh' && after.isInside) expect(after.value).toBe(after.tier);
          return;
        }
        before = after;
      }
    };
    let wide = 0;
    const takers: Record<string, () => Promise<unknown>> = {
      drain: () => harness.drainRelated(),
      'fan out': () => harness.fanouts.turn(),
      scope: () => room.scope((wide += 1) % 2 === 1 ? null : open),
      walk: () => harness.readers.turn(),
      judge: async () => (await room.fetch(['o1']))(),
    };
    try {
      for (const step of schedule) {
        if (step === 'order' || step === 'target') await writers[step].step();
        else waiting.push(takers[step]());
        await expectHonest();
      }
    } finally {
      const both = [writers.target, writers.order];
      while (both.some((one) => !one.done())) for (const one of both) await one.step();
    }
    await Promise.all(waiting);
    await expectHonest();
    await room.fanOut();
    await room.walk();
    await room.judge('o1');
    expect([await room.statuses('o1'), (await momentOf(room.ns)).value]).toEqual([['fresh'], 'new']);
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: isLong ? 300 : 4, endOnFailure: true });
}, 900_000);

it.each([
  ['the fan-out first', ['fan out', 'walk']],
  ['the walk after the PATCH first', ['walk', 'fan out']],
])('reaches what comes in behind and ahead of a fan-out that is under way, %s [REL-F3]', async (_order, walks) => {
  const room = new ScopeRoom(harness, org, `cursor/${walks[0]}`);
  const all = Array.from({ length: 260 }, (_, n) => `o${String(n).padStart(3, '0')}`);
  await room.scope(open);
  const attributes = { customer: 'c1', open: false };
  await room.write(...all.map((id) => ({ id, attributes, state: { note: id } })));
  await room.judge(...all);
  await room.told();
  await room.tier('silver');
  await harness.drainRelated();
  // One chunk, which leaves all of it out.
  expect([await harness.fanouts.turn(), await room.told()]).toEqual([true, []]);
  for (const id of ['o001', 'o258']) await room.patch(id, { open: true });
  expect(await room.statuses('o000', 'o001', 'o258', 'o259')).toEqual([
    ...['fresh', 'related_changed', 'related_changed', 'fresh'],
  ]);
  await room.scope(null);
  expect(await room.statuses('o000', 'o001', 'o258', 'o259')).toEqual(Array(4).fill('related_changed'));
  for (const walk of walks) await (walk === 'walk' ? room.walk() : room.fanOut());
  expect(await room.toldIds()).toEqual(all);
  await room.judge(...all);
  expect(await room.stale()).toEqual([]);
});

it('leaves out what lies outside of a scope that is narrowed before its walk comes, and finds it later [REL-F3]', async () => {
  const room = new ScopeRoom(harness, org, 'narrowed');
  await room.scope(open);
  await room.order('o1', false);
  await room.order('vip', false, { attributes: { vip: true } });
  await room.judge('o1', 'vip');
  await room.tier('silver');
  await room.fanOut();
  await room.told();
  await room.scope(null);
  expect(await room.stale()).toEqual(['o1', 'vip']);
  await room.scope({ where: { 'attributes.vip': true } });
  expect(await room.stale()).toEqual(['vip']);
  await room.walk();
  expect([await room.toldIds(), await room.statuses('o1')]).toEqual([['vip'], ['fresh']]);
  await room.judge('vip');
  await room.scope(null);
  expect(await room.stale()).toEqual(['o1']);
  await room.walk();
  expect(await room.toldIds()).toEqual(['o1']);
});
