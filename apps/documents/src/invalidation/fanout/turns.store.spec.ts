import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { findLostTurns } from './turn.store';
import { TurnsRoom, type Walking } from './turns-room.fake';

/** Chunks of one key: a turn of it is at most one of them. */
const large: Walking = { organization: 'org_a', namespace: 'a/large', keys: 10, documents: 3_000 };
const small: Walking = { organization: 'org_b', namespace: 'b/small', keys: 1, documents: 1 };

let harness: DocumentsHarness;
let room: TurnsRoom;
let other: TurnsRoom;
beforeAll(async () => {
  harness = await openDocuments(8);
  room = new TurnsRoom(harness);
  other = new TurnsRoom(harness.another());
  for (const organization of ['org_a', 'org_b']) await room.follow(organization, `${organization.at(-1)}/*`);
}, 60_000);
beforeEach(() => room.clear());
afterAll(async () => {
  await room.clear();
  await harness.close();
});

/** How often others were claimed before a namespace was. */
function before(walked: readonly string[], namespace: string): string[] {
  expect(walked).toContain(namespace);
  return walked.slice(0, walked.indexOf(namespace));
}

describe('a walk of one document', () => {
  it('waits for one chunk of a namespace that walks 10 keys of 3,000 documents [REL-F8]', async () => {
    await room.add(large);
    expect(await room.walk(3)).toEqual([large.namespace, large.namespace, large.namespace]);
    await room.add(small, 5_000);
    await room.pass(4_000);
    expect(await room.walk(2)).toEqual([large.namespace, large.namespace]);
    await room.pass(2_000);
    expect(before(await room.walk(3), small.namespace).length).toBeLessThanOrEqual(1);
    await room.pass(60_000);
    expect(await room.walk(2)).toEqual([large.namespace, large.namespace]);
    expect(await room.line()).toEqual({ standing: [large.namespace], waiting: 0 });
  });

  it('waits for no more where two processes walk [REL-F8]', async () => {
    await room.add(large);
    const first = (await room.claim())!;
    const second = (await other.claim())!;
    expect([first.namespace, second.namespace]).toEqual([large.namespace, large.namespace]);
    expect(first.key).not.toEqual(second.key);
    await room.add(small);
    await Promise.all([room.step(first), other.step(second)]);
    const claims = [(await room.claim())!, (await other.claim())!].map(({ namespace }) => namespace);
    expect(claims.sort()).toEqual([large.namespace, small.namespace]);
  });

  it('waits for one chunk of an organization, however many namespaces of it walk [REL-F8]', async () => {
    for (let n = 0; n < 20; n++) await room.add({ ...large, namespace: `a/n${n}`, keys: 2, documents: 600 });
    await room.walk(5);
    await room.add(small);
    const walked = await room.walk(3);
    expect(before(walked, small.namespace).length).toBeLessThanOrEqual(1);
  });

  it('waits for one chunk of each namespace of its own organization, and of each key of its own namespace [REL-F8]', async () => {
    const names = ['a/one', 'a/two', 'a/three'];
    for (const namespace of names) await room.add({ ...large, namespace, keys: 2, documents: 600 });
    await room.walk(4);
    const late = { ...small, organization: 'org_a', namespace: 'a/late' };
    await room.add(late);
    const ahead = before(await room.walk(4), late.namespace);
    expect(ahead.length).toBe(new Set(ahead).size);
    await room.clear();
    await room.add({ ...large, documents: 600 });
    const keys = new Set<string>();
    for (let chunk = 0; chunk < large.keys; chunk++) {
      const row = (await room.claim())!;
      keys.add(row.key.toString());
      await room.step(row);
    }
    expect(keys.size).toBe(large.keys);
  });
});

it('two organizations share the chunks equally, whatever their namespaces [REL-F8]', async () => {
  for (let n = 0; n < 4; n++) await room.add({ ...large, namespace: `a/n${n}`, keys: 1, documents: 1_000 });
  await room.add({ ...large, organization: 'org_b', namespace: 'b/one', keys: 3, documents: 1_000 });
  const walked = await room.walk(16);
  expect(walked.filter((name) => name === 'b/one')).toHaveLength(8);
  for (let n = 0; n < 4; n++) expect(walked.filter((name) => name === `a/n${n}`)).toHaveLength(2);
});

describe('a namespace', () => {
  it('leaves the line while no walk of it may be claimed, and comes back when one may', async () => {
    await room.add(small, 60_000);
    expect(await room.walk(1)).toEqual([]);
    expect(await room.line()).toEqual({ standing: [], waiting: 1 });
    await room.pass(61_000);
    const row = (await room.claim())!;
    expect(await other.claim()).toBeNull();
    expect(await room.line()).toEqual({ standing: [], waiting: 1 });
    // Its process died: the lease has to run out.
    await room.pass(59_000);
    expect(await other.claim()).toBeNull();
    await room.pass(2_000);
    expect(await other.claim()).toMatchObject({ namespace: row.namespace, attempts: 2 });
  });

  it('comes back as soon as the process that holds its only walk gives it back', async () => {
    await harness.database.query(
      `insert into namespace (organization, name, fanout) values ('org_b', 'b/one', '{"share": 1}')`,
    );
    await room.add({ ...small, namespace: 'b/one', documents: 300 });
    const row = (await room.claim())!;
    expect(await other.claim()).toBeNull();
    await room.step(row);
    expect(await other.claim()).toMatchObject({ namespace: 'b/one', attempts: 2 });
  });

  it('stays in line while a transaction adds a walk that nobody sees yet', async () => {
    await room.add(small);
    await room.walk(1);
    const { rows } = await harness.database.query<{ id: string }>('select id from namespace');
    await harness.database.transaction('spec', async (tx) => {
      await tx.query(
        `insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)
         values ($1, 'jdg_late', 'customer', '\\x3061', nextval('fanout_round'), app.now(), app.now(), app.now())`,
        [rows[0].id],
      );
      await tx.query('select expect_fanouts($1, app.now())', [rows[0].id]);
      expect(await room.claim()).toBeNull();
      expect(await room.line()).toEqual({ standing: [small.namespace], waiting: 0 });
    });
    expect(await room.walk(2)).toEqual([small.namespace]);
    expect(await room.claim()).toBeNull();
    expect(await room.line()).toEqual({ standing: [], waiting: 0 });
  });

  it('that lets no fan-outs run holds up nobody, and waits until it lets them', async () => {
    await room.add({ ...large, documents: 1 });
    const call = harness.call('org_a');
    for (const brake of [{ enabled: false }, { share: 0 }]) {
      await harness.namespaces.change(large.namespace, { fanout: { enabled: true, share: 0.5, ...brake } }, call);
      expect(await room.claim()).toBeNull();
      expect(await room.line()).toEqual({ standing: [], waiting: 1 });
    }
    await findLostTurns(harness.database);
    expect(await room.claim()).toBeNull();
  });

  it('is walked beside others as soon as a change of its settings lets it', async () => {
    await room.add({ ...large, documents: 1 });
    await harness.namespaces.change(large.namespace, { fanout: { enabled: false } }, harness.call('org_a'));
    await room.add({ ...large, organization: 'org_b', namespace: 'b/busy' });
    expect(new Set(await room.walk(3))).toEqual(new Set(['b/busy']));
    await harness.namespaces.change(large.namespace, { fanout: { enabled: true } }, harness.call('org_a'));
    expect(await room.walk(2)).toContain(large.namespace);
  });

  it('is found although an older build has added its walks, has let its fan-outs run, or has deleted it', async () => {
    for (const name of ['b/one', 'b/two', 'b/gone']) await room.add({ ...small, namespace: name });
    const two = "(select id from namespace where name = 'b/two')";
    await harness.database.query('delete from fanout_turn');
    await harness.database.query(`insert into fanout_turn values (${two}, 'org_b', 'infinity', null)`);
    await harness.database.query(`delete from namespace where name = 'b/gone'`);
    expect(await room.claim()).toBeNull();
    await findLostTurns(harness.database);
    expect((await room.walk(4)).sort()).toEqual(['b/one', 'b/two']);
    await harness.database.query(`insert into fanout_turn values (0, 'org_b', app.now(), null)`);
    expect(await room.claim()).toBeNull();
    expect(await room.line()).toEqual({ standing: [], waiting: 0 });
  });
});
