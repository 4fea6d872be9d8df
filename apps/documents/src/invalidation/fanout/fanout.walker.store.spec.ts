import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { SettingCopyService } from '../../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';
import { FanoutRoom } from './fanout-room.fake';
import { chunkSize } from './fanout.store';
const org = 'org_fanout';
let harness: DocumentsHarness;
let room: FanoutRoom;
beforeAll(async () => {
  harness = await openDocuments(8);
  room = new FanoutRoom(harness, org);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

it('reads all pointing documents stale from the commit on, and touches them a chunk at a time [REL-02] [REL-03]', async () => {
  const ns = 'fan/one';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  await room.tier(ns, 'gold');
  await harness.drainRelated();
  await room.walkAll();
  const ids = await room.orders(ns, 600);
  await harness.write(org, ns, {
    upsert: [
      { id: 'z-list', attributes: { customer: ['c0', 'c1'] }, state: { note: 'z' } },
      { id: 'z-other', attributes: { customer: 'c2' }, state: { note: 'z' } },
    ],
  });
  await room.judge(ns, ['z-list', 'z-other']);
  expect(await room.stale(ns)).toBe(0);

  await room.tier(ns, 'lead');
  expect(await room.stale(ns)).toBe(601);
  expect([await room.status(ns, 'o0599'), await room.status(ns, 'z-list'), await room.status(ns, 'z-other')]).toEqual([
    ...['related_changed', 'related_changed', 'fresh'],
  ]);
  await harness.drainRelated();
  expect(await room.stale(ns)).toBe(601);
  expect(await room.facts(ns)).toEqual([]);

  expect(await harness.fanouts.turn()).toBe(true);
  expect((await room.facts(ns))[0].documents).toHaveLength(chunkSize);
  // A chunk that was judged meanwhile is fresh, although the walk is not at its end.
  await room.judge(ns, ids.slice(0, chunkSize));
  expect(await room.stale(ns)).toBe(601 - chunkSize);
  await room.walkAll();
  expect(await room.touched(ns)).toEqual([...ids, 'z-list']);
  expect((await room.facts(ns)).every(({ sets, cause }) => sets[0][0] === 'jdg_late' && cause === 'fanout')).toBe(true);
  await room.judge(ns, [...ids, 'z-list']);
  expect(await room.stale(ns)).toBe(0);
}, 60_000);

it('walks to the end once for each change of a target that changes during its walk', async () => {
  const ns = 'fan/moving';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await room.orders(ns, 600);
  await room.tier(ns, '0');
  await harness.drainRelated();
  for (let n = 1; await harness.fanouts.turn(); n++) {
    if (n <= 4) {
      await room.tier(ns, String(n));
      await harness.drainRelated();
      // What the walk has passed is stale again by the later change.
      await room.judge(ns, ids.slice(0, 10));
      expect(await room.status(ns, 'o0000')).toBe('related_changed');
      const { rows } = await harness.database.query<{ open: string }>(
        `select count(*) as open from fanout_walk where judgment_id = 'jdg_late'`,
      );
      expect(Number(rows[0].open)).toBeLessThanOrEqual(2);
    }
    await harness.database.query('update fanout_walk set lease_until = null');
  }
  const times = new Map<string, number>();
  for (const id of await room.touched(ns)) times.set(id, (times.get(id) ?? 0) + 1);
  expect([...times.keys()].sort()).toEqual(ids);
  expect(Math.min(...times.values())).toBeGreaterThanOrEqual(2);
  await room.judge(ns, ids);
  expect(await room.stale(ns)).toBe(0);
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
  await room.judge(ns, ['in', 'closed', 'old']);
  const before = await room.read(ns, ['closed', 'old']);
  const only = { 'answers.late.status': 'stale' };
  const expectScoped = async (): Promise<void> => {
    expect([await room.status(ns, 'in'), await room.stale(ns)]).toEqual(['related_changed', 1]);
    expect(await room.read(ns, ['closed', 'old'])).toEqual(before);
    const found = await harness.query(org, ns, { filter: only });
    expect([found.documents.map(({ id }) => id), found.stale_count]).toEqual([['in'], 1]);
    const condition = { id: 'closed', attributes: { seen: true } };
    const { skipped } = await harness.write(org, ns, { patch: [condition], condition: only });
    expect(skipped).toBe(1);
  };
  await room.tier(ns, 'lead');
  await expectScoped();
  await harness.drainRelated();
  await expectScoped();
  await room.walkAll();
  await expectScoped();
  expect(await room.touched(ns)).toEqual(['in']);
});

it('shows when a fan-out reaches an answer, and null while none runs', async () => {
  const ns = 'fan/due';
  const fanout = { debounce_ms: 60_000, max_wait_ms: 90_000 };
  await harness.putJudgment(org, ns, 'late', { edges: [aPointer()], fanout });
  await room.orders(ns, 1);
  const dueMs = async () => {
    const due = (await room.read(ns, ['o0000']))[0].answers!.late.due_at;
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
  await room.tier(ns, 'a');
  const first = await changes();
  expect(await dueMs()).toBe(first + 60_000);
  await harness.drainRelated();
  expect(await dueMs()).toBe(first + 60_000);
  await room.tier(ns, 'b');
  const last = await changes();
  expect(await dueMs()).toBe(last + 60_000);
  await harness.drainRelated();
  expect(await dueMs()).toBe(last + 60_000);
  await harness.database.query(`update fanout_walk set first_change_at = first_change_at - interval '80 seconds'
    where namespace_id = (select id from namespace where name = '${ns}')`);
  await room.tier(ns, 'c');
  expect(await dueMs()).toBe(first + 10_000);
  for (const brake of [{ enabled: false }, { share: 0 }]) {
    await harness.database.query('update namespace set fanout = $2 where name = $1', [ns, brake]);
    expect([await room.status(ns, 'o0000'), await dueMs()]).toEqual(['related_changed', null]);
  }
});

it('shows a deferral of fan-outs alone, and when they go on [REL-13] [REL-17]', async () => {
  const ns = 'fan/deferred';
  await harness.putJudgment(org, ns, 'late', related(aPointer(), anEntity()));
  await room.orders(ns, 3);
  await room.tier(ns, 'a');
  await harness.drainRelated();
  await room.walkAll();
  const settings = new SettingCopyService(harness.database);
  const about = { organization: org, namespace: ns, judgment_id: 'jdg_late' };
  const resumes_at = '2030-01-01T00:00:00.000Z';
  await settings.applyDeferral({ ...about, deferred: true, resumes_at, revision: 1 });
  const shown = async (id: string) => {
    const { stale_reason, due_at } = (await room.read(ns, [id]))[0].answers!.late;
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
  await room.judge(ns, ['o0000', 'o0001', 'o0002']);
  await room.tier(ns, 'b');
  expect(await shown('o0000')).toEqual(deferred);
  await settings.applyDeferral({ ...about, deferred: false, resumes_at: null, revision: 2 });
  expect((await shown('o0000'))[0]).toBe('related_changed');
});

it('goes on at its cursor after it was killed, and touches no document twice', async () => {
  const ns = 'fan/killed';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await room.orders(ns, 300);
  await room.tier(ns, 'lead');
  await harness.drainRelated();
  for (const point of ['documents.fanout.claimed', 'documents.fanout.before-commit', 'documents.fanout.after-commit']) {
    armKillPoints((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(harness.fanouts.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect(await room.stale(ns)).toBe(300);
    await harness.database.query('update fanout_walk set lease_until = null');
  }
  await room.walkAll();
  expect(await room.touched(ns)).toEqual(ids);
});

it('waits while the namespace lets no fan-out run, and catches up when it does', async () => {
  const ns = 'fan/brake';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await room.orders(ns, 3);
  const set = (fanout: object) =>
    harness.database.query('update namespace set fanout = $2 where name = $1', [ns, fanout]);
  await room.tier(ns, 'lead');
  await harness.drainRelated();
  for (const brake of [{ enabled: false }, { share: 0 }]) {
    await set(brake);
    expect(await room.walkAll()).toBe(0);
    expect(await room.status(ns, 'o0000')).toBe('related_changed');
  }
  await set({});
  await room.walkAll();
  expect(await room.touched(ns)).toEqual(ids);
});

it('spares the document that changed in a block, and passes one that was judged after the round', async () => {
  const ns = 'fan/block';
  await harness.putJudgment(org, ns, 'late', related(aBlock()));
  const person = (id: string, name: string) => ({ id, attributes: { email: 'x@y' }, state: { name } });
  await harness.write(org, ns, { upsert: [person('p1', 'a'), person('p2', 'b'), person('p3', 'c')] });
  await harness.drainRelated();
  await room.walkAll();
  await room.judge(ns, ['p1', 'p2', 'p3']);
  const before = (await room.touched(ns)).length;
  await harness.write(org, ns, { upsert: [person('p1', 'other')] });
  expect([await room.status(ns, 'p1'), await room.status(ns, 'p2')]).toEqual(['fresh', 'related_changed']);
  await harness.drainRelated();
  await harness.database.query(
    `update answer set related_to = (select max(round) from fanout_walk) where document_id = 'p3'`,
  );
  expect(await room.status(ns, 'p3')).toBe('fresh');
  await room.walkAll();
  expect((await room.touched(ns)).slice(before)).toEqual(['p2']);
});

it('marks answers that are judged on read, and tells nobody', async () => {
  const ns = 'fan/lazy';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  await room.orders(ns, 2);
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer()), policy: 'on_read' });
  await room.tier(ns, 'lead');
  await harness.drainRelated();
  await room.walkAll();
  expect([await room.stale(ns), await room.facts(ns)]).toEqual([2, []]);
});

it('walks to the end although documents of a chunk are deleted while it waits for them', async () => {
  const ns = 'fan/deleted';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const ids = await room.orders(ns, 600);
  await room.tier(ns, 'lead');
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
  await room.walkAll();
  expect((await room.touched(ns)).sort()).toEqual(ids.filter((id) => id !== ids[10]));
});
