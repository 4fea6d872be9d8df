import { DocumentChanged, DocumentDeleted, NamespaceDeleted } from '@app/contracts/documents';
import { JobView } from '@app/contracts/jobs';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { raisedMoves, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_deletion';

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

async function begin(namespace: string): Promise<JobView> {
  const { status, body } = await harness.deletions.begin(namespace, harness.call(org));
  expect(status).toBe(202);
  return JSON.parse(body) as JobView;
}

async function idOf(namespace: string): Promise<string | undefined> {
  const { rows } = await harness.database.query<{ id: string }>(
    'select id from namespace where organization = $1 and name = $2',
    [org, namespace],
  );
  return rows[0]?.id;
}

const tables = ['document', 'attribute', 'answer', 'membership', 'namespace_counter', 'lag_count'];
const relations = ['related_change', 'fanout_walk', 'link', 'link_name'];

/** How many rows of the namespace are left, by table. */
async function rowsOf(id: string, namespace: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...tables, ...relations]) {
    const { rows } = await harness.database.query<{ n: string }>(
      `select count(*) as n from ${table} where namespace_id = $1`,
      [id],
    );
    if (rows[0].n !== '0') counts[table] = Number(rows[0].n);
  }
  for (const table of ['subscription', 'subscription_walk']) {
    const { rows } = await harness.database.query<{ n: string }>(
      `select count(*) as n from ${table} where organization = $1 and scope = $2`,
      [org, namespace],
    );
    if (rows[0].n !== '0') counts[table] = Number(rows[0].n);
  }
  return counts;
}

async function fill(namespace: string, many: number): Promise<void> {
  for (let from = 0; from < many; from += 1000) {
    const upsert = Array.from({ length: Math.min(1000, many - from) }, (_, at) => ({
      id: `d${String(from + at).padStart(5, '0')}`,
      attributes: { kind: 'k', n: from + at },
    }));
    await harness.write(org, namespace, { upsert });
  }
}

describe('the deletion of a namespace', () => {
  it('erases every row, refuses writes meanwhile, and leaves the name free and empty [NS-17]', async () => {
    const ns = 'del/all';
    await harness.putJudgment(org, ns, 'mood');
    await fill(ns, 10);
    await harness.applyAnswers(org, ns, [anAnswer('d00001', 'mood', { document_version: 1, seen: 1 })]);
    await subscribe(harness, org, ns, 'own', { filter: { 'attributes.kind': 'k' } });
    const id = (await idOf(ns))!;
    expect(Object.keys(await rowsOf(id, ns))).toEqual(
      expect.arrayContaining(['document', 'attribute', 'answer', 'membership', 'subscription']),
    );
    harness.neighbours.unavailable.add('billing');
    const job = await begin(ns);
    await expect(harness.write(org, ns, { upsert: [{ id: 'new' }] })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'deleting' },
    });
    await expect(begin(ns)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'deleting' } });
    await expect(harness.jobs.cancel({ id: job.id }, harness.call(org))).rejects.toMatchObject({ code: 'conflict' });
    await harness.jobWorker.turn();
    // A service with copies that does not acknowledge keeps the job open, and the name taken.
    expect(await harness.jobs.get({ id: job.id }, harness.call(org))).toMatchObject({ status: 'running' });
    await expect(harness.write(org, ns, { upsert: [{ id: 'new' }] })).rejects.toMatchObject({ code: 'conflict' });
    harness.neighbours.unavailable.clear();
    expect(await harness.finish(org, job.id)).toMatchObject({
      status: 'done',
      result: { deleted: true },
      result_status: 200,
      progress: { done: 10, total: 10 },
    });
    expect(await rowsOf(id, ns)).toEqual({});
    expect(
      harness.neighbours.acknowledgedDeletions.filter(({ namespace }) => namespace === ns).length,
    ).toBeGreaterThanOrEqual(2);
    expect(await harness.published<NamespaceDeleted>(org, 'documents.namespace.deleted.v1')).toMatchObject([
      { namespace: ns },
    ]);
    await harness.write(org, ns, { upsert: [{ id: 'd00001' }] });
    expect((await harness.query(org, ns, { filter: {}, count: true })).count).toBe(1);
    expect(await idOf(ns)).not.toBe(id);
  });

  it('ends in the middle of related changes, walks and links, and leaves nothing of them (race 32)', async () => {
    const ns = 'del/related';
    await harness.write(org, ns, { upsert: [{ id: 'm0', attributes: { account: 'a1' }, state: { text: 't' } }] });
    await harness.putJudgment(org, ns, 'late', related(aPointer(), anEntity(), aBlock()));
    const order = (id: string) => ({
      id,
      attributes: { customer: 'c1', account: 'a1', email: 'x' },
      state: { text: id },
    });
    for (let at = 0; at < 2500; at += 500) {
      const upsert = Array.from({ length: 500 }, (_, n) => order(`o${String(at + n).padStart(4, '0')}`));
      const { documents } = await harness.write(org, ns, { upsert });
      const answers = documents.map(({ id, version }) =>
        anAnswer(id, 'late', { document_version: version, seen: version }),
      );
      await harness.applyAnswers(org, ns, answers);
    }
    const tier = (value: string) => harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: value } }] });
    await tier('a');
    await harness.drainRelated();
    expect(await harness.fanouts.turn()).toBe(true);
    await tier('b');
    const id = (await idOf(ns))!;
    expect(Object.keys(await rowsOf(id, ns))).toEqual(expect.arrayContaining(relations));
    const facts = async () => {
      const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.%');
      return all.filter(({ namespace }) => namespace === ns).length;
    };
    const before = await facts();
    const job = await begin(ns);
    // What was under way goes on between the steps of the deletion, and finds less and less.
    let turns = 0;
    armKillPoints(async (name) => {
      if (name !== 'documents.namespace-delete.after-commit' || turns++ > 20) return;
      await harness.drains.drain(id);
      await harness.database.query(
        'update fanout_walk set lease_until = null; update link_name set lease_until = null',
      );
      await harness.fanouts.turn();
      await harness.links.turn();
    });
    await harness.finish(org, job.id);
    armKillPoints(() => undefined);
    expect(turns).toBeGreaterThan(1);
    for (const turn of [harness.related, harness.fanouts, harness.links]) while (await turn.turn());
    expect([await rowsOf(id, ns), await facts()]).toEqual([{}, before]);
    // The name is free; nothing of the earlier namespace reaches the new one.
    await harness.write(org, ns, { upsert: [order('o0000')] });
    expect((await harness.read(org, ns, ['o0000'])).documents[0].answers!.late).toMatchObject({ status: 'pending' });
  });

  it('publishes `exited` to subscriptions of a prefix, and nothing to its own', async () => {
    const ns = 'del/pre/one';
    await fill(ns, 3);
    await subscribe(harness, org, 'del/pre/*', 'above', { filter: { 'attributes.kind': 'k' } });
    await subscribe(harness, org, ns, 'own', { filter: { 'attributes.kind': 'k' } });
    for (let turn = 0; turn < 10; turn++) await harness.walks.turn();
    const before = (await raisedMoves(harness, org, ns)).length;
    const job = await begin(ns);
    await harness.finish(org, job.id);
    const events = (await raisedMoves(harness, org, ns)).slice(before);
    expect(events.map(({ type, subscription, cause }) => [type, subscription, cause])).toEqual(
      Array.from({ length: 3 }, () => ['exited', 'above', 'deleted']),
    );
  });

  it.each([
    ['before-commit', 2],
    ['after-commit', 2],
    ['erased', 1],
    ['announced', 1],
    ['before-end', 1],
  ])('killed %s continues where it was, and publishes each document once [JOB-06]', async (place, nth) => {
    const ns = `del/kill/${place}`;
    await fill(ns, 3500);
    const id = (await idOf(ns))!;
    const job = await begin(ns);
    let times = 0;
    armKillPoints((name) => {
      if (name === `documents.namespace-delete.${place}` && ++times === nth) throw new Error('killed');
    });
    await expect(harness.jobWorker.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect(await idOf(ns)).toBe(id);
    expect(await harness.another().finish(org, job.id)).toMatchObject({
      status: 'done',
      progress: { done: 3500, total: 3500 },
    });
    expect(await rowsOf(id, ns)).toEqual({});
    const facts = (await harness.published<DocumentDeleted>(org, 'documents.document.deleted.v1')).filter(
      ({ namespace }) => namespace === ns,
    );
    const ids = facts.flatMap(({ documents }) => documents.map((document) => document.id));
    expect(ids).toHaveLength(3500);
    expect(new Set(ids).size).toBe(3500);
  });

  it('erases a hundred thousand documents in chunks, while other namespaces of the organization are written', async () => {
    const ns = 'del/many';
    const many = 100_000;
    await harness.write(org, ns, { upsert: [{ id: 'first', attributes: { kind: 'k' } }] });
    const id = (await idOf(ns))!;
    const key = `'d' || lpad(n::text, 6, '0')`;
    await harness.database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select ${id}, ${key}, 1, 1, '{"kind": "k"}', '{}', 20, app.now(), app.now() from generate_series(1, ${many}) n`,
    );
    await harness.database.query(
      `insert into attribute (namespace_id, name, key, document_id)
       select ${id}, 'kind', '\\x01', ${key} from generate_series(1, ${many}) n`,
    );
    await harness.database.query('analyze document; analyze attribute');
    const job = await begin(ns);
    let ended = false;
    let [writes, slowestMs] = [0, 0];
    const neighbour = (async () => {
      while (!ended) {
        const at = performance.now();
        await harness.write(org, 'del/neighbour', { upsert: [{ id: 'x', state: { n: writes++ } }] });
        slowestMs = Math.max(slowestMs, performance.now() - at);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const done = await harness.finish(org, job.id).finally(() => (ended = true));
    await neighbour;
    expect(done).toMatchObject({ status: 'done', progress: { done: many + 1 } });
    expect(await rowsOf(id, ns)).toEqual({});
    expect(writes).toBeGreaterThan(10);
    expect(slowestMs).toBeLessThan(2_000);
  }, 180_000);
});
