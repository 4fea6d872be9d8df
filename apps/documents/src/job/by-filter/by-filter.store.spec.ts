import { DocumentChanged, DocumentDeleted } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { membersOf, raisedMoves, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_by_filter';
const none = { upserted: 0, patched: 0, appended: 0, deleted: 0, unchanged: 0, skipped: 0, missing: 0, documents: [] };

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

/** Documents `d00001`..; every second is red. */
async function fill(namespace: string, many: number): Promise<void> {
  for (let from = 1; from <= many; from += 1000) {
    const upsert = Array.from({ length: Math.min(1000, many - from + 1) }, (_, at) => from + at).map((n) => ({
      id: `d${String(n).padStart(5, '0')}`,
      attributes: { color: n % 2 === 0 ? 'red' : 'blue', n },
    }));
    await harness.write(org, namespace, { upsert });
  }
}

async function count(namespace: string, filter: object): Promise<number> {
  return (await harness.query(org, namespace, { filter, count: true, limit: 1 })).count!;
}

/** Throws at the nth time that a kill point is reached, as if the process were killed there: open work rolls back. */
function dieAt(point: string, nth = 1): void {
  let times = 0;
  armKillPoints((name) => {
    if (name === point && ++times === nth) throw new Error('killed');
  });
}

const red = { 'attributes.color': 'red' };
const patchRed = { type: 'patch_by_filter', filter: red, patch: { attributes: { seen: true } } } as const;
const deleteRed = { type: 'delete_by_filter', filter: red } as const;

describe('a write by filter', () => {
  it('patches what matches in one write, with attributes, invalidated answers and members; again it changes nothing', async () => {
    const ns = 'bf/small';
    await harness.putJudgment(org, ns, 'reads', { read_paths: ['attributes.seen'] });
    await fill(ns, 20);
    await subscribe(harness, org, ns, 'seen', { filter: { 'attributes.seen': true } });
    const first = await harness.writeByFilter(org, ns, patchRed);
    expect(first).toEqual({ status: 200, body: { ...none, patched: 10 } });
    expect(await count(ns, { 'attributes.seen': true })).toBe(10);
    expect(await membersOf(harness, org, ns, 'seen')).toHaveLength(10);
    expect(await raisedMoves(harness, org, ns)).toHaveLength(10);
    const changed = await harness.published<DocumentChanged>(org, 'documents.document.changed.%');
    expect(changed[changed.length - 1].documents).toHaveLength(10);
    const before = (await harness.published(org, '%')).length;
    expect((await harness.writeByFilter(org, ns, patchRed)).body).toEqual({ ...none, unchanged: 10 });
    expect(await harness.published(org, '%')).toHaveLength(before);
  });

  it('deletes what matches, also by filters on answers', async () => {
    const ns = 'bf/answers';
    await harness.putJudgment(org, ns, 'mood');
    await fill(ns, 4);
    const { documents } = await harness.read(org, ns, ['d00001']);
    const { version } = documents[0];
    const answers = [anAnswer('d00001', 'mood', { document_version: version, seen: version, number: 0.9 })];
    await harness.applyAnswers(org, ns, answers);
    const filter = { 'answers.mood.p': { gt: 0.5 } };
    expect((await harness.writeByFilter(org, ns, { type: 'delete_by_filter', filter })).body).toEqual({
      ...none,
      deleted: 1,
    });
    expect(await count(ns, {})).toBe(3);
    const gone = await harness.published<DocumentDeleted>(org, 'documents.document.deleted.v1');
    expect(gone[gone.length - 1].documents.map(({ id }) => id)).toEqual(['d00001']);
  });

  it('refuses a filter that holds for everything, an unknown path, and a namespace that does not exist', async () => {
    const ns = 'bf/refused';
    await fill(ns, 2);
    const refusal = (filter: object, namespace = ns) =>
      harness.writeByFilter(org, namespace, { type: 'delete_by_filter', filter }).then(
        () => 'accepted',
        ({ code, details }: { code: string; details: { reason?: string; path?: string } }) => [
          code,
          details.reason,
          details.path,
        ],
      );
    expect(await refusal({ all: [] })).toEqual(['invalid_request', 'empty_filter', '/delete_by_filter/filter']);
    expect(await refusal({ all: [{}, { all: [] }] })).toEqual([
      'invalid_request',
      'empty_filter',
      '/delete_by_filter/filter',
    ]);
    expect((await refusal({ 'answers.none.p': 1 }))[1]).toBe('unknown_path');
    expect((await refusal(red, 'bf/none'))[0]).toBe('not_found');
    expect(await count(ns, {})).toBe(2);
  });

  it('is all or nothing up to a thousand documents, and names the document that cannot take the patch', async () => {
    const ns = 'bf/whole';
    await fill(ns, 6);
    const attributes = Object.fromEntries(Array.from({ length: 63 }, (_, n) => [`a${n}`, n]));
    await harness.write(org, ns, { patch: [{ id: 'd00004', attributes: { extra: 1 } }] });
    const write = harness.writeByFilter(org, ns, { ...patchRed, patch: { attributes } });
    await expect(write).rejects.toMatchObject({
      code: 'too_large',
      details: { reason: 'attributes', path: '/patch_by_filter/patch/attributes', documents: ['d00002'] },
    });
    expect(await count(ns, { 'attributes.a0': 0 })).toBe(0);
  });

  it('walks more than a thousand documents before its reply and leaves no job; a retry gets the same reply', async () => {
    const ns = 'bf/direct';
    await fill(ns, 3000);
    const first = await harness.writeByFilter(org, ns, patchRed, 'effect-direct');
    expect(first).toEqual({ status: 200, body: { ...none, patched: 1500 } });
    expect(await harness.writeByFilter(org, ns, patchRed, 'effect-direct')).toEqual(first);
    expect((await harness.jobs.list({ type: 'patch_by_filter' }, harness.call(org))).jobs).toEqual([]);
    expect(await count(ns, { 'attributes.seen': true })).toBe(1500);
  });

  it.each(['before-commit', 'after-commit', 'before-end'])(
    'goes on as a job at its cursor after a kill %s in its middle, and writes nothing twice [JOB-06]',
    async (place) => {
      const ns = `bf/kill-${place}`;
      await fill(ns, 5000);
      const versions = async () =>
        new Map(
          (
            await harness.database.query<{ id: string; version: string }>(
              `select d.id, d.version from document d join namespace n on n.id = d.namespace_id where n.name = $1 and d.attributes ? 'seen'`,
              [ns],
            )
          ).rows.map(({ id, version }) => [id, version] as const),
        );
      dieAt(`documents.by-filter.${place}`, place === 'before-end' ? 1 : 2);
      const effectId = `effect-${place}`;
      const dying = await harness.writeByFilter(org, ns, patchRed, effectId).catch(() => null);
      armKillPoints(() => undefined);
      const done = await versions();
      expect(done.size).toBe({ 'before-commit': 1000, 'after-commit': 2000, 'before-end': 2500 }[place]);
      const again = await harness.another().writeByFilter(org, ns, patchRed, effectId);
      expect(again.status).toBe(202);
      if (dying) expect(dying.body.id).toBe(again.body.id);
      const job = await harness.another().finish(org, again.body.id);
      expect(job).toMatchObject({ status: 'done', result_status: 200, result: { ...none, patched: 2500 } });
      expect(job.progress).toEqual({ done: 2500, total: 2500 });
      const after = await versions();
      expect(after.size).toBe(2500);
      for (const [id, version] of done) expect(after.get(id)).toBe(version);
    },
  );

  it('writes the documents that still match when the walk reaches them', async () => {
    const ns = 'bf/moving';
    await fill(ns, 4000);
    let reached = 0;
    armKillPoints(async (name) => {
      if (name !== 'documents.by-filter.after-commit' || ++reached !== 1) return;
      await harness.write(org, ns, {
        patch: [{ id: 'd04000', attributes: { color: 'blue' } }],
        delete: [{ id: 'd03998' }],
      });
    });
    expect((await harness.writeByFilter(org, ns, deleteRed)).body).toEqual({ ...none, deleted: 1998 });
    expect(await count(ns, {})).toBe(4000 - 1998 - 1);
  });
});

describe('a large write by filter', () => {
  const ns = 'bf/large';
  const many = 101_000;
  /** How many of them stand until the walk has reached its end. The others are gone by then, which takes seconds less. */
  const walked = process.env['LONG'] === '1' ? many : 8_000;
  const key = `'d' || lpad(n::text, 6, '0')`;
  const namespaceId = `(select id from namespace where organization = '${org}' and name = '${ns}')`;

  beforeAll(async () => {
    await harness.write(org, ns, { upsert: [{ id: 'first' }] });
    await harness.database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select ${namespaceId}, ${key}, 1, 1, '{"kind": "k"}', '{}', 20, app.now(), app.now() from generate_series(1, ${many}) n`,
    );
    await harness.database.query('analyze document');
  }, 60_000);

  /** Leaves the first documents, in the order of the walk. */
  async function leave(first: number): Promise<void> {
    await harness.database.query(
      `delete from document where namespace_id = ${namespaceId} and id > (select max(${key}) from generate_series(1, $1::int) n)`,
      [first],
    );
  }

  const write = {
    type: 'patch_by_filter',
    filter: { 'attributes.kind': { prefix: 'k' } },
    patch: { state: { late: 1 } },
  } as const;

  it('stops when it is cancelled and keeps what it wrote; cancelling a finished job is `conflict` [JOB-07]', async () => {
    const { body } = await harness.writeByFilter(org, ns, { ...write, patch: { state: { late: 2 } } });
    const cancel = () => harness.jobs.cancel({ id: body.id }, harness.call(org));
    let reached = 0;
    armKillPoints(async (name) => {
      if (name === 'documents.by-filter.after-commit' && ++reached === 2) await cancel();
    });
    await harness.jobWorker.turn();
    const job = await harness.jobs.get({ id: body.id }, harness.call(org));
    const result = { error: { code: 'conflict', details: { reason: 'cancelled' } } };
    expect(job).toMatchObject({ status: 'failed', result_status: 409, result, progress: { done: 2000 } });
    await expect(cancel()).rejects.toMatchObject({ code: 'conflict', details: {} });
    const { rows } = await harness.database.query<{ n: string }>(
      `select count(*) as n from document d join namespace n on n.id = d.namespace_id where n.name = $1 and state = '{"late": 2}'`,
      [ns],
    );
    expect(Number(rows[0].n)).toBe(2000);
    const seen = (scope: string) => {
      const call = harness.call(org);
      Object.assign(call.who, { scope });
      return harness.jobs.list({ status: 'failed' }, call).then(({ jobs }) => jobs.map(({ id }) => id));
    };
    expect(await seen('bf/*')).toContain(body.id);
    expect(await seen('bf/small')).toEqual([]);
  }, 60_000);

  it('fails at the fifth failure by a defect, with its event and a dead row for a person [JOB-02] [JOB-05]', async () => {
    const { body } = await harness.writeByFilter(org, ns, { ...write, patch: { state: { late: 3 } } });
    const fail = async (times: number): Promise<void> => {
      armKillPoints((name) => {
        if (name === 'documents.by-filter.before-commit') throw new Error('planted');
      });
      for (let i = 0; i < times; i++) {
        await harness.database.query('update job set lease_until = null where id = $1', [body.id]);
        await harness.jobWorker.turn();
      }
      armKillPoints(() => undefined);
    };
    const job = () => harness.jobs.get({ id: body.id }, harness.call(org));
    await fail(4);
    expect(await job()).toMatchObject({ status: 'running', result: null });
    // A step forward resets the count of failures.
    dieAt('documents.by-filter.before-commit', 2);
    await harness.database.query('update job set lease_until = null where id = $1', [body.id]);
    await harness.jobWorker.turn();
    await fail(3);
    expect(await job()).toMatchObject({ status: 'running', progress: { done: 1000, total: many } });
    await fail(1);
    const details = { request_id: body.id };
    expect(await job()).toMatchObject({
      status: 'failed',
      result_status: 500,
      progress: { done: 1000 },
      result: { error: { code: 'internal', details } },
    });
    const { rows } = await harness.database.query<{ reason: string; failures: number }>(
      `select reason, failures from dead where consumer = 'jobs' and payload like '%${body.id}%'`,
    );
    expect(rows).toEqual([{ reason: 'Error: planted', failures: 5 }]);
    expect(await harness.published(org, 'platform.event.raised.job.failed.v1')).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ job: expect.objectContaining({ id: body.id }) }) }),
    );
  }, 60_000);

  it('is a job with progress, ends with the same counts, and raises its event [JOB-02] [JOB-05] [JOB-07]', async () => {
    const { status, body } = await harness.writeByFilter(org, ns, write, 'effect-large');
    expect(status).toBe(202);
    expect(body).toMatchObject({
      type: 'patch_by_filter',
      status: 'queued',
      namespace: ns,
      result: null,
      result_status: null,
    });
    expect(await harness.writeByFilter(org, ns, write, 'effect-large')).toEqual({ status, body });
    dieAt('documents.by-filter.after-commit', 3);
    await harness.jobWorker.turn();
    armKillPoints(() => undefined);
    const middle = await harness.jobs.get({ id: body.id }, harness.call(org));
    expect(middle).toMatchObject({ status: 'running', progress: { done: 3000, total: many }, result: null });
    await leave(walked);
    const job = await harness.finish(org, body.id);
    expect(job).toMatchObject({ status: 'done', result_status: 200, result: { ...none, patched: walked } });
    expect(job.progress).toEqual({ done: many, total: many });
    const { rows } = await harness.database.query<{ payload: string }>(
      `select payload from outbox where subject like 'platform.event.raised.job%' and payload like '%${body.id}%'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0].payload)).toMatchObject({
      type: 'job.completed',
      namespace: ns,
      data: { job: { id: body.id } },
    });
  }, 180_000);
});
