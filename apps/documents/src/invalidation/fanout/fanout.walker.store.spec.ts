import { DocumentChanged, UpsertOperation } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { SettingCopyService } from '../../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { chunkSize } from './fanout.store';

const org = 'org_fanout';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

let record = 10;
async function status(ns: string, id: string, name = 'late'): Promise<string> {
  const { status: read, stale_reason } = (await harness.read(org, ns, [id])).documents[0].answers![name];
  return stale_reason ?? read;
}
const read = async (ns: string, ids: string[]) => (await harness.read(org, ns, ids)).documents;
async function facts(ns: string): Promise<DocumentChanged[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  return all.filter(({ namespace }) => namespace === ns);
}
const touched = async (ns: string) => (await facts(ns)).flatMap(({ documents }) => documents.map(({ id }) => id));
const stale = async (ns: string) => {
  const filter = { 'answers.late.stale_reason': 'related_changed' };
  return (await harness.query(org, ns, { filter, count: true, limit: 1, include: [] })).count;
};
/** Everything that is due, without the rests between chunks. */
async function walkAll(): Promise<number> {
  let turns = 0;
  for (;;) {
    await harness.database.query('update fanout_walk set lease_until = null');
    if (!(await harness.fanouts.turn())) return turns;
    turns += 1;
  }
}
/** Answers of the documents that have seen all their changes. */
async function judge(ns: string, ids: string[], name = 'late'): Promise<void> {
  record += 1;
  const { rows } = await harness.database.query<{ document_id: string; wanted: string }>(
    `select document_id, wanted from answer where judgment_id = $1 and document_id = any($2::text[])
       and namespace_id = (select id from namespace where name = $3)`,
    [`jdg_${name}`, ids, ns],
  );
  const answers = rows.map(({ document_id: id, wanted }) =>
    anAnswer(id, name, { record, document_version: Number(wanted), seen: Number(wanted) }),
  );
  await harness.applyAnswers(org, ns, answers);
}
async function orders(ns: string, count: number, others: Partial<UpsertOperation> = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `o${String(n).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 500) {
    const part = ids.slice(at, at + 500);
    const attributes = { customer: 'c1' };
    await harness.write(org, ns, { upsert: part.map((id) => ({ id, attributes, state: { note: id }, ...others })) });
    await judge(ns, part);
  }
  return ids;
}
const tier = (ns: string, value: string) => harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: value } }] });

it('reads all pointing documents stale from the commit on, and touches them a chunk at a time [REL-02] [REL-03]', async () => {
  const ns = 'fan/one';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  await tier(ns, 'gold');
  await harness.drainRelated();
  await walkAll();
  const ids = await orders(ns, 600);
  await harness.write(org, ns, {
    upsert: [
      { id: 'z-list', attributes: { customer: ['c0', 'c1'] }, state: { note: 'z' } },
      { id: 'z-other', attributes: { customer: 'c2' }, state: { note: 'z' } },
    ],
  });
  await judge(ns, ['z-list', 'z-other']);
  expect(await stale(ns)).toBe(0);

  await tier(ns, 'lead');
  expect(await stale(ns)).toBe(601);
  expect([await status(ns, 'o0599'), await status(ns, 'z-list'), await status(ns, 'z-other')]).toEqual([
    ...['related_changed', 'related_changed', 'fresh'],
  ]);
  await harness.drainRelated();
  expect(await stale(ns)).toBe(601);
  expect(await facts(ns)).toEqual([]);

  expect(await harness.fanouts.turn()).toBe(true);
  expect((await facts(ns))[0].documents).toHaveLength(chunkSize);
  // A chunk that was judged meanwhile is fresh, although the walk is not at its end.
  await judge(ns, ids.slice(0, chunkSize));
  expect(await stale(ns)).toBe(601 - chunkSize);
  await walkAll();
  expect(await touched(ns)).toEqual([...ids, 'z-list']);
  expect((await facts(ns)).every(({ sets, cause }) => sets[0][0] === 'jdg_late' && cause === 'fanout')).toBe(true);
  await judge(ns, [...ids, 'z-list']);
  expect(await stale(ns)).toBe(0);
}, 60_000);

it('walks to the end once for each change of a target that changes during its walk', async () => {
  const ns = 'fan/moving';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await orders(ns, 600);
  await tier(ns, '0');
  await harness.drainRelated();
  for (let n = 1; await harness.fanouts.turn(); n++) {
    if (n <= 4) {
      await tier(ns, String(n));
      await harness.drainRelated();
      // What the walk has passed is stale again by the later change.
      await judge(ns, ids.slice(0, 10));
      expect(await status(ns, 'o0000')).toBe('related_changed');
      const { rows } = await harness.database.query<{ open: string }>(
        `select count(*) as open from fanout_walk where judgment_id = 'jdg_late'`,
      );
      expect(Number(rows[0].open)).toBeLessThanOrEqual(2);
    }
    await harness.database.query('update fanout_walk set lease_until = null');
  }
  const times = new Map<string, number>();
  for (const id of await touched(ns)) times.set(id, (times.get(id) ?? 0) + 1);
  expect([...times.keys()].sort()).toEqual(ids);
  expect(Math.min(...times.values())).toBeGreaterThanOrEqual(2);
  await judge(ns, ids);
  expect(await stale(ns)).toBe(0);
}, 60_000);

it('leaves documents outside of the scope as they are [REL-04]', async () => {
  const ns = 'fan/scope';
  const scope = { created_within: '30d', where: { 'attributes.open': true } };
  await harness.putJudgment(org, ns, 'late', {
    edges: [aPointer()],
    fanout: { debounce_ms: 0, max_wait_ms: 0, scope },
  });
  const old = new Date(Date.now() - 400 * 86_400_000).toISOString();
  const order = (id: string, open: boolean, created_at?: string) => ({
    id,
    attributes: { customer: 'c1', open },
    state: { note: id },
    ...(created_at && { created_at }),
  });
  await harness.write(org, ns, { upsert: [order('in', true), order('closed', false), order('old', true, old)] });
  await judge(ns, ['in', 'closed', 'old']);
  const before = await read(ns, ['closed', 'old']);
  const only = { 'answers.late.status': 'stale' };
  const expectScoped = async (): Promise<void> => {
    expect([await status(ns, 'in'), await stale(ns)]).toEqual(['related_changed', 1]);
    expect(await read(ns, ['closed', 'old'])).toEqual(before);
    const found = await harness.query(org, ns, { filter: only });
    expect([found.documents.map(({ id }) => id), found.stale_count]).toEqual([['in'], 1]);
    const condition = { id: 'closed', attributes: { seen: true } };
    const { skipped } = await harness.write(org, ns, { patch: [condition], condition: only });
    expect(skipped).toBe(1);
  };
  await tier(ns, 'lead');
  await expectScoped();
  await harness.drainRelated();
  await expectScoped();
  await walkAll();
  await expectScoped();
  expect(await touched(ns)).toEqual(['in']);
});

it('shows when a fan-out reaches an answer, and null while none runs', async () => {
  const ns = 'fan/due';
  const fanout = { debounce_ms: 60_000, max_wait_ms: 90_000 };
  await harness.putJudgment(org, ns, 'late', { edges: [aPointer()], fanout });
  await orders(ns, 1);
  const dueMs = async () => {
    const due = (await read(ns, ['o0000']))[0].answers!.late.due_at;
    return due === null ? null : Date.parse(due);
  };
  const changes = async () => {
    const { rows } = await harness.database.query<{ at: Date }>(
      `select max(changed_at) as at from related_change where namespace_id = (select id from namespace where name = $1)`,
      [ns],
    );
    return rows[0].at.getTime();
  };
  expect(await dueMs()).toBeNull();
  await tier(ns, 'a');
  const first = await changes();
  expect(await dueMs()).toBe(first + 60_000);
  await harness.drainRelated();
  expect(await dueMs()).toBe(first + 60_000);
  await tier(ns, 'b');
  const last = await changes();
  expect(await dueMs()).toBe(last + 60_000);
  await harness.drainRelated();
  expect(await dueMs()).toBe(last + 60_000);
  await harness.database.query(`update fanout_walk set first_change_at = first_change_at - interval '80 seconds'
    where namespace_id = (select id from namespace where name = '${ns}')`);
  await tier(ns, 'c');
  expect(await dueMs()).toBe(first + 10_000);
  for (const brake of [{ enabled: false }, { share: 0 }]) {
    await harness.database.query('update namespace set fanout = $2 where name = $1', [ns, brake]);
    expect([await status(ns, 'o0000'), await dueMs()]).toEqual(['related_changed', null]);
  }
});

it('shows a deferral of fan-outs alone, and when they go on [REL-13] [REL-17]', async () => {
  const ns = 'fan/deferred';
  await harness.putJudgment(org, ns, 'late', related(aPointer(), anEntity()));
  await orders(ns, 3);
  await tier(ns, 'a');
  await harness.drainRelated();
  await walkAll();
  const settings = new SettingCopyService(harness.database);
  const about = { organization: org, namespace: ns, judgment_id: 'jdg_late' };
  const resumes_at = '2030-01-01T00:00:00.000Z';
  await settings.applyDeferral({ ...about, deferred: true, resumes_at, revision: 1 });
  const shown = async (id: string) => {
    const { stale_reason, due_at } = (await read(ns, [id]))[0].answers!.late;
    return [stale_reason, due_at];
  };
  const deferred = ['fanout_deferred', resumes_at];
  expect(await shown('o0000')).toEqual(deferred);
  await harness
    .query(org, ns, { filter: { 'answers.late.stale_reason': 'fanout_deferred' }, count: true })
    .then((page) => expect(page.count).toBe(3));
  // A related document of its own, and a change of its own, are judged without waiting for the limit.
  await harness.write(org, ns, {
    upsert: [{ id: 'm1', attributes: { account: 'o0001' }, state: { text: 't' } }],
    patch: [{ id: 'o0002', state: { note: 'other' } }],
  });
  await harness.drainRelated();
  expect((await shown('o0001'))[0]).toBe('related_changed');
  expect((await shown('o0001'))[1]).not.toBe(resumes_at);
  expect((await shown('o0002'))[0]).toBe('document_changed');
  // The fan-out of the next change waits, too, be it walked or not.
  await judge(ns, ['o0000', 'o0001', 'o0002']);
  await tier(ns, 'b');
  expect(await shown('o0000')).toEqual(deferred);
  await settings.applyDeferral({ ...about, deferred: false, resumes_at: null, revision: 2 });
  expect((await shown('o0000'))[0]).toBe('related_changed');
});

it('goes on at its cursor after it was killed, and touches no document twice', async () => {
  const ns = 'fan/killed';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await orders(ns, 300);
  await tier(ns, 'lead');
  await harness.drainRelated();
  for (const point of ['documents.fanout.claimed', 'documents.fanout.before-commit', 'documents.fanout.after-commit']) {
    armKillPoints((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(harness.fanouts.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect(await stale(ns)).toBe(300);
    await harness.database.query('update fanout_walk set lease_until = null');
  }
  await walkAll();
  expect(await touched(ns)).toEqual(ids);
});

it('waits while the namespace lets no fan-out run, and catches up when it does', async () => {
  const ns = 'fan/brake';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await orders(ns, 3);
  const set = (fanout: object) =>
    harness.database.query('update namespace set fanout = $2 where name = $1', [ns, fanout]);
  await tier(ns, 'lead');
  await harness.drainRelated();
  for (const brake of [{ enabled: false }, { share: 0 }]) {
    await set(brake);
    expect(await walkAll()).toBe(0);
    expect(await status(ns, 'o0000')).toBe('related_changed');
  }
  await set({});
  await walkAll();
  expect(await touched(ns)).toEqual(ids);
});

it('spares the document that changed in a block, and passes one that was judged after the round', async () => {
  const ns = 'fan/block';
  await harness.putJudgment(org, ns, 'late', related(aBlock()));
  const person = (id: string, name: string) => ({ id, attributes: { email: 'x@y' }, state: { name } });
  await harness.write(org, ns, { upsert: [person('p1', 'a'), person('p2', 'b'), person('p3', 'c')] });
  await harness.drainRelated();
  await walkAll();
  await judge(ns, ['p1', 'p2', 'p3']);
  const before = (await touched(ns)).length;
  await harness.write(org, ns, { upsert: [person('p1', 'other')] });
  expect([await status(ns, 'p1'), await status(ns, 'p2')]).toEqual(['fresh', 'related_changed']);
  await harness.drainRelated();
  await harness.database.query(
    `update answer set related_to = (select max(round) from fanout_walk) where document_id = 'p3'`,
  );
  expect(await status(ns, 'p3')).toBe('fresh');
  await walkAll();
  expect((await touched(ns)).slice(before)).toEqual(['p2']);
});

it('marks answers that are judged on read, and tells nobody', async () => {
  const ns = 'fan/lazy';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  await orders(ns, 2);
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), policy: 'on_read' });
  await tier(ns, 'lead');
  await harness.drainRelated();
  await walkAll();
  expect([await stale(ns), await facts(ns)]).toEqual([2, []]);
});

/** Orders of many customers, each with a few, and a change of all customers that waits for its walks. */
async function manyCustomers(ns: string, customers: number, each: number, ...names: string[]): Promise<string[]> {
  for (const name of names) await harness.putJudgment(org, ns, name, related(aPointer()));
  const upsert = Array.from({ length: customers * each }, (_, n) => ({
    id: `o${String(n).padStart(4, '0')}`,
    attributes: { customer: `c${n % customers}` },
    state: { note: 'n' },
  }));
  await harness.write(org, ns, { upsert });
  const ids = upsert.map(({ id }) => id);
  for (const name of names) await judge(ns, ids, name);
  const all = Array.from({ length: customers }, (_, n) => ({ id: `c${n}`, state: { tier: 'lead' } }));
  await harness.write(org, ns, { upsert: all });
  await harness.drainRelated();
  return ids;
}

it('walks keys with few documents together, a chunk of documents a transaction', async () => {
  const ns = 'fan/many';
  const ids = await manyCustomers(ns, 200, 3, 'late', 'lost');
  // Of two judgments, each with 600 answers to touch.
  expect(await walkAll()).toBe(Math.ceil(1200 / 249));
  for (const name of ['late', 'lost']) {
    const own = (await facts(ns)).filter(({ sets }) => sets[0][0] === `jdg_${name}`);
    expect(own.flatMap(({ documents }) => documents.map(({ id }) => id)).sort()).toEqual(ids);
  }
  const sizes = (await facts(ns)).map(({ documents }) => documents.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(chunkSize);
  expect(sizes.length).toBeLessThanOrEqual(10);
  expect(await stale(ns)).toBe(600);
  await judge(ns, ids);
  expect(await stale(ns)).toBe(0);
});

it('ends in a line of the log for each judgment of a transaction, and in none before it has ended', async () => {
  const ns = 'fan/logged';
  const lines = (judgment: string) =>
    harness.log.lines(ns).filter(({ event, judgment_id: id }) => event === 'walk.ended' && id === judgment);
  await manyCustomers(ns, 40, 3, 'late', 'lost');
  await walkAll();
  for (const judgment of ['jdg_late', 'jdg_lost']) {
    expect(lines(judgment)).toEqual([
      {
        level: 'info',
        time: expect.any(String) as string,
        service: 'spec',
        replica: '0',
        msg: 'a walk ended',
        event: 'walk.ended',
        walk: 'fanout',
        outcome: 'ended',
        organization: org,
        namespace: ns,
        judgment_id: judgment,
        walks: 40,
        claims: 1,
        documents: 120,
        ms: expect.any(Number) as number,
      },
    ]);
  }
  const long = 'fan/long';
  await harness.putJudgment(org, long, 'late', related(aPointer()));
  await tier(long, 'gold');
  await orders(long, 600);
  await walkAll();
  await tier(long, 'lead');
  await harness.drainRelated();
  expect(await harness.fanouts.turn()).toBe(true);
  const ended = harness.log.lines(long).length;
  expect(await walkAll()).toBeGreaterThan(1);
  expect(harness.log.lines(long)).toHaveLength(ended + 1);
  expect(harness.log.lines(long).at(-1)).toMatchObject({ walk: 'fanout', walks: 1, claims: 3, outcome: 'ended' });
}, 60_000);

it.each(['documents.fanout.claimed', 'documents.fanout.before-commit', 'documents.fanout.after-commit'])(
  'walks each of several walks once when it is killed at %s',
  async (point) => {
    const ns = `fan/${point}`;
    const ids = await manyCustomers(ns, 100, 3, 'late');
    armKillPoints((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(harness.fanouts.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect(await stale(ns)).toBe(300);
    await walkAll();
    expect((await touched(ns)).sort()).toEqual(ids);
  },
);

it('touches a document once that points at two changed targets of one chunk', async () => {
  const ns = 'fan/two';
  await manyCustomers(ns, 2, 1, 'late');
  await walkAll();
  await harness.write(org, ns, {
    upsert: [{ id: 'both', attributes: { customer: ['c0', 'c1'] }, state: { note: 'b' } }],
  });
  await judge(ns, ['o0000', 'o0001', 'both']);
  const before = (await touched(ns)).length;
  await harness.write(org, ns, { upsert: ['c0', 'c1'].map((id) => ({ id, state: { tier: 'gold' } })) });
  await harness.drainRelated();
  expect(await walkAll()).toBe(1);
  expect((await touched(ns)).slice(before).sort()).toEqual(['both', 'o0000', 'o0001']);
  expect(await stale(ns)).toBe(3);
});

it('walks to the end although documents of a chunk are deleted while it waits for them', async () => {
  const ns = 'fan/deleted';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await orders(ns, 600);
  await tier(ns, 'lead');
  await harness.drainRelated();
  const ref = { organization: org, namespace: ns };
  let turn: Promise<boolean> = Promise.resolve(false);
  await harness.database.transaction('spec', async (tx) => {
    await harness.lockedWrites.writeWithin(tx, ref, { delete: [{ id: ids[10] }] }, 'live');
    turn = harness.fanouts.turn();
    await eventually(async () => {
      const { rows } = await harness.database.query<{ waiting: boolean }>(
        'select exists (select from pg_locks where not granted) as waiting',
      );
      expect(rows[0].waiting).toBe(true);
    });
  });
  await turn;
  await walkAll();
  expect((await touched(ns)).sort()).toEqual(ids.filter((id) => id !== ids[10]));
});
