import type { JobType } from '@app/contracts/jobs';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { Database } from '../database/database';
import { LeaseLost } from '../lease/leased-cursor';
import { emptySchema } from '../schema/sql-schema';
import { JobRow } from './job';
import { deleteExpiredJobs } from './job-expiry';
import { JobSpec, Jobs } from './jobs';

const organization = 'org_jobs';
const reader = { organization, scope: '*' };
const done = { result: { ok: true }, status: 200 };
let database: Database;
let jobs: Jobs;
let woken = 0;
let ended: JobRow[];

beforeAll(async () => {
  database = await openFreshDatabase({ service: 'calibration', settings: {}, sql: emptySchema });
});
beforeEach(async () => {
  await database.query('truncate job, outbox, dead');
  ended = [];
  jobs = new Jobs(database, 'calibration', (job) => ended.push(job));
  woken = 0;
  jobs.onClaimable(() => (woken += 1));
});
afterEach(() => setClock(testEnvironment().adminUrl, 0));
afterAll(() => database.close());

const pass = (ms: number) => setClock(testEnvironment().adminUrl, ms);
const add = (type: string, held?: JobSpec['held']): Promise<JobRow> =>
  database.transaction('spec', (tx) =>
    jobs.add(tx, { organization, type: type as JobType, namespace: 'n', request: {}, total: 3, held }),
  );
const finish = (job: JobRow, end: object = {}) =>
  database.transaction('spec', (tx) => jobs.finish(tx, job, { ...done, ...end }));
const lost = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(LeaseLost);
const events = async () =>
  (await database.query<{ subject: string }>('select subject from outbox')).rows.map(({ subject }) =>
    subject.replace('platform.event.raised.', ''),
  );

it('take turns: one that was worked on stands behind the others', async () => {
  await add('one');
  await add('two');
  const types: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const job = (await jobs.claim())!;
    types.push(job.type);
    await jobs.release(job);
  }
  expect(types).toEqual(['one', 'two', 'one', 'two']);
});

it('are given to a worker one by one, of one type or of all; a step that another process has taken over is no fault', async () => {
  const types: string[] = [];
  const step = async (job: JobRow) => {
    types.push(job.type);
    await jobs.release(job, 1_000);
  };
  expect(await jobs.stepNext(step)).toBe(false);
  await add('one');
  await add('two');
  expect([await jobs.stepNext(step, 'two'), await jobs.stepNext(step, 'two')]).toEqual([true, false]);
  expect([await jobs.stepNext(step), types]).toEqual([true, ['two', 'one']]);
  await add('three');
  expect(await jobs.stepNext((job) => finish({ ...job, attempts: job.attempts + 1 }))).toBe(true);
  await pass(61_000);
  await expect(jobs.stepNext(() => Promise.reject(new Error('a fault')), 'three')).rejects.toThrow('a fault');
});

it('are advanced and ended by their holder alone, once, with one event [JOB-05]', async () => {
  await add('one');
  const first = (await jobs.claim())!;
  expect(first).toMatchObject({ status: 'running', attempts: 1, done: '0', total: '3' });
  await pass(61_000);
  const second = (await jobs.claim())!;
  await lost(jobs.advance(first, { done: 3 }));
  await lost(finish(first));
  await lost(finish(first, { status: 409 }));
  await lost(database.transaction('spec', (tx) => jobs.remove(tx, first)));
  expect(await jobs.advance(second, { done: 1, cursor: { after: 'a' } })).toMatchObject({ done: '1', total: '3' });
  await finish(second);
  await lost(finish(second));
  await lost(jobs.advance(second, { done: 2 }));
  expect(await events()).toEqual(['job.completed.v1']);
  expect(await jobs.get(reader, first.id)).toMatchObject({ status: 'done', done: '3', result: { ok: true } });
});

it('are shown to their process once each has ended, after the commit and not after a rollback', async () => {
  await add('one');
  await add('two');
  const job = (await jobs.claim())!;
  const rolledBack = database.transaction('spec', async (tx) => {
    await jobs.finish(tx, job, done);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(ended).toEqual([]);
  await finish(job);
  await lost(finish(job));
  const other = (await jobs.claim())!;
  await jobs.cancelNow(other.id);
  expect(ended.map(({ id, status, result_status }) => [id, status, result_status])).toEqual([
    [job.id, 'done', 200],
    [other.id, 'failed', 409],
  ]);
});

it('end with the total that they turned out to have; what failed keeps its progress', async () => {
  for (const [end, shown] of [
    [{ total: 2 }, { status: 'done', done: '2', total: '2' }],
    [{}, { status: 'done', done: '3', total: '3' }],
    [{ status: 409 }, { status: 'failed', done: '1', total: '3' }],
  ]) {
    const { id } = await add('one');
    await finish(await jobs.advance((await jobs.claim())!, { done: 1 }), end);
    expect(await jobs.get(reader, id)).toMatchObject(shown);
  }
});

it('that are held wait for the process that added them, for one lease', async () => {
  const [left, dropped, walked] = [
    await add('left', 'queued'),
    await add('dropped', 'queued'),
    await add('w', 'running'),
  ];
  expect(walked).toMatchObject({ status: 'running', attempts: 0 });
  expect([await jobs.claim(), woken]).toEqual([null, 0]);
  expect([await jobs.leave(left.id), woken]).toEqual([true, 1]);
  await jobs.drop(left.id);
  expect(await jobs.claim()).toMatchObject({ id: left.id });
  await jobs.drop(dropped.id);
  expect(await jobs.leave(dropped.id)).toBe(false);
  await jobs.advance(walked, { done: 1 });
  await pass(61_000);
  const claimed = [await jobs.claim(), await jobs.claim()].map((job) => job?.id);
  expect(new Set(claimed)).toEqual(new Set([left.id, walked.id]));
  await lost(jobs.advance(walked, { done: 2 }));
  const late = await add('late', 'queued');
  await pass(122_000);
  while ((await jobs.claim())?.id !== late.id);
  // A worker has it: its process can neither take it back nor give it away.
  await jobs.drop(late.id);
  expect([await jobs.leave(late.id), await jobs.claim()]).toEqual([true, null]);
});

it('wake the worker of their process when they may be claimed', async () => {
  await add('one');
  expect(woken).toBe(1);
  const job = (await jobs.claim())!;
  await jobs.giveBack(job);
  expect(woken).toBe(1);
  await jobs.release(job);
  expect(woken).toBe(2);
});

it('rest twice as long after each defect and are given up at the fifth without a step forward [JOB-02]', async () => {
  const { id } = await add('one');
  const secondsOf = async (expression: string): Promise<number> => {
    const { rows } = await database.query<{ s: string }>(
      `select extract(epoch from ${expression})::text as s from job`,
    );
    return Number(rows[0].s);
  };
  let aheadMs = 0;
  /** Claims the job, after a minute when it rests. */
  const again = async (): Promise<JobRow> => {
    const job = await jobs.claim();
    if (job) return job;
    await pass((aheadMs += 60_000));
    return (await jobs.claim())!;
  };
  const fail = async (job: JobRow): Promise<void> => jobs.fail(job, new Error('planted\u0000'));
  const failing = async (): Promise<void> => fail(await again());
  for (const restS of [2, 4, 8, 16]) {
    const job = await again();
    const beforeS = await secondsOf('app.now()');
    await fail(job);
    const [restsUntilS, afterS] = [await secondsOf('lease_until'), await secondsOf('app.now()')];
    expect(restsUntilS).toBeGreaterThanOrEqual(beforeS + restS);
    expect(restsUntilS).toBeLessThanOrEqual(afterS + restS);
    await database.query(`update job set lease_until = 'infinity'`);
    expect(await jobs.claim()).toBeNull();
    await database.query('update job set lease_until = app.now()');
  }
  // A step that finds nothing to do forgives nothing; a step forward forgives everything.
  await jobs.advanceAndRelease(await again(), { done: 1 });
  expect((await database.query<{ failures: number }>('select failures from job')).rows).toEqual([{ failures: 4 }]);
  await jobs.advanceAndRelease(await again(), { cursor: { after: 'a' } });
  for (let failure = 1; failure <= 4; failure++) await failing();
  expect(await jobs.get(reader, id)).toMatchObject({ status: 'running' });
  const stale = await again();
  await database.query('update job set attempts = attempts + 1');
  await jobs.fail(stale, new Error('another process has it'));
  expect(await jobs.get(reader, id)).toMatchObject({ status: 'running' });
  await database.query('update job set lease_until = null');
  await failing();
  expect(await jobs.get(reader, id)).toMatchObject({
    status: 'failed',
    result_status: 500,
    done: '1',
    result: { error: { code: 'internal', details: { request_id: id } } },
  });
  const { rows } = await database.query<{ reason: string; failures: number; payload: string }>('select * from dead');
  expect(rows).toMatchObject([{ reason: 'Error: planted\uFFFD', failures: 5, consumer: 'jobs', subject: 'one' }]);
  expect(JSON.parse(rows[0].payload)).toEqual({ job: id, request: {}, cursor: { after: 'a' } });
  expect(await events()).toEqual(['job.failed.v1']);
});

it('are cancelled at once, so that the step under way rolls back, or by a mark that the worker reads [JOB-07]', async () => {
  await add('one');
  const one = (await jobs.claim())!;
  expect(await jobs.cancelNow(one.id)).toMatchObject({ status: 'failed', result_status: 409 });
  await lost(jobs.advance(one, { done: 1 }));
  await lost(finish(one));
  const conflict = { code: 'conflict', details: {} };
  await expect(jobs.cancelNow(one.id)).rejects.toMatchObject(conflict);
  await expect(jobs.markCancelled(one.id)).rejects.toMatchObject(conflict);
  expect(await events()).toEqual(['job.failed.v1']);
  await add('two');
  const two = (await jobs.claim())!;
  expect(await jobs.markCancelled(two.id)).toMatchObject({ status: 'running', cancelled: true });
  expect(await jobs.advance(two, { done: 1 })).toMatchObject({ cancelled: true, done: '1' });
});

it('are deleted 30 days after their end, and never before it [defect S-L2]', async () => {
  await add('open');
  await add('ended');
  await pass(1000);
  await jobs.claim().then((job) => jobs.release(job!, 60));
  await finish((await jobs.claim())!);
  await database.query(
    `insert into job (id, organization, type, request, status, finished_at)
     select 'job_c' || n, 'o', 'old', '{}', 'done', app.now() - interval '40 days' from generate_series(1, 2500) n`,
  );
  const left = async () => {
    await deleteExpiredJobs(database);
    return (await database.query<{ type: string }>('select type from job order by type')).rows.map(({ type }) => type);
  };
  expect(await left()).toEqual(['ended', 'open']);
  const day = 24 * 3_600_000;
  await pass(30 * day);
  expect(await left()).toEqual(['ended', 'open']);
  await pass(30 * day + 2000);
  expect(await left()).toEqual(['open']);
});
