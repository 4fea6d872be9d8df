import { Call } from '@app/bus';
import { RequestMessage } from '@app/contracts';
import { EventRaised } from '@app/contracts/events';
import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import {
  BackfillReply,
  JudgmentChange,
  createJudgment,
  getJudgment,
  listJudgments,
  listVersions,
  patchJudgment,
  startBackfill,
} from '@app/contracts/judgments';
import { armKillPoints, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { FakeService, callerOf, eventually, setClock, testEnvironment } from '@app/testing';
import { OpenJudgments, openJudgments } from '../../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const isLong = process.env.LONG === '1';
let judgments: OpenJudgments;
let gateway: FakeService;
let aheadMs = 0;

const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Will it be late?',
  context: { fields: ['state.note'] },
  thresholds: { alarm: 0.4 },
  ...more,
});
const at = (namespace: string) => ({ namespace, name: 'late' });

beforeAll(async () => {
  judgments = await openJudgments();
  ({ gateway } = judgments);
});
afterEach(quiet);
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await judgments.stop();
});

/**
 * Waits for the work that a request leaves behind when a job takes it over: it reaches kill points too, and would use up
 * the delay of the next test.
 */
async function quiet(): Promise<void> {
  let reachedAt = performance.now();
  armKillPoints(() => void (reachedAt = performance.now()));
  while (performance.now() - reachedAt < 150) await new Promise((resolve) => setTimeout(resolve, 10));
  armKillPoints(() => undefined);
}

/** Delays a step once, by the clock of the service and the database. */
function slow(place: string, ms: number): void {
  let isDone = false;
  armKillPoints(async (name) => {
    if (name !== place || isDone) return;
    isDone = true;
    aheadMs += ms;
    await setClock(testEnvironment().adminUrl, aheadMs);
    await new Promise((resolve) => setTimeout(resolve, 60)); // The deadline reads the new time before this step continues.
  });
}

/** A request as the gateway sends it: the change may begin within 25 s. */
function ask<Q extends object, R extends object>(
  message: RequestMessage<Q, R>,
  query: Q,
  effectId: string,
): Promise<R> {
  const now = Date.now();
  return gateway.requester.ask(message, query, new Call(now + 33_000, caller, effectId, now + 25_000));
}

type Reply = JudgmentChange | BackfillReply | JobView;
type Ended = { by: 'reply' | 'job' | 'refusal'; body: object };

async function end(work: Promise<object>): Promise<Ended> {
  try {
    const body = (await work) as Reply;
    if (!('id' in body)) return { by: 'reply', body };
    const job = await ended(body.id);
    return { by: 'job', body: job.result! };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
    return { by: 'refusal', body: error.toEnvelope() };
  }
}

function ended(id: string): Promise<JobView> {
  return eventually(async () => {
    const job = await gateway.ask(judgmentsJobs.get, { id }, caller);
    expect(['done', 'failed']).toContain(job.status);
    return job;
  });
}

const jobsOf = async (namespace: string): Promise<JobView[]> => {
  const { jobs } = await gateway.ask(judgmentsJobs.list, { limit: 100 }, caller);
  return jobs.filter((job) => job.namespace === namespace);
};

/** How the request must end: with the reply within 20 s, later with a job, refused when it would begin after 25 s. */
const before = ['before-cost', 'after-cost', 'before-commit'];
const after = ['after-commit', 'before-announce', 'after-announce'];
function expected(place: string, seconds: number): Ended['by'][] {
  // After fifteen seconds a slow machine may use up the others.
  if (seconds === 15) return ['reply', 'job'];
  return seconds === 22 || after.includes(place) ? ['job'] : ['refusal'];
}

const every = (places: string[]): [string, number][] =>
  places.flatMap((place) => [15, 22, 27, 40].map((seconds): [string, number] => [place, seconds]));
const some: [string, number][] = [
  ...before.flatMap((place): [string, number][] => [
    [place, 22],
    [place, 27],
  ]),
  ['before-cost', 15],
  ['before-commit', 40],
  ['after-commit', 22],
  ['after-announce', 40],
];

describe('a change whose step takes long', () => {
  it.each(isLong ? every([...before, ...after]) : some)(
    'create, %s, %d s: made once or not at all, and says which [JOB-01] [JOB-02] [JOB-03] [JDG-26]',
    async (place, seconds) => {
      const reference = await ask(createJudgment, { namespace: newId('ask'), judgment: late() as never }, newId('clm'));
      const namespace = newId('ask');
      const effect = newId('clm');
      const create = () => ask(createJudgment, { namespace, judgment: late() as never }, effect);
      slow(`judgments.change.${place}`, seconds * 1000);
      const first = await end(create());
      expect(expected(place, seconds)).toContain(first.by);
      const list = async () => (await gateway.ask(listJudgments, { namespace }, caller)).judgments;
      if (first.by === 'refusal') {
        expect(await list()).toEqual([]);
        expect(await jobsOf(namespace)).toEqual([]);
        expect((await create()).status).toBe('created');
      } else expect(first.body).toEqual(reference);
      // A repeated request, with the same effect and as another one, changes nothing more.
      await end(create());
      await ask(createJudgment, { namespace, judgment: late() as never }, newId('clm'));
      const { versions } = await gateway.ask(listVersions, at(namespace), caller);
      expect([versions.length, (await list()).length]).toEqual([1, 1]);
      expect((await jobsOf(namespace)).length).toBe(first.by === 'job' ? 1 : 0);
    },
  );

  const patches: [string, number][] = [
    ['before-cost', 22],
    ['before-commit', 27],
    ['after-commit', 22],
  ];
  it.each(isLong ? every([...before, ...after]) : patches)(
    'PATCH, %s, %d s: made once or not at all, and says which [JOB-01] [JOB-02] [JOB-03] [JDG-26]',
    async (place, seconds) => {
      const namespace = newId('ask');
      await ask(createJudgment, { namespace, judgment: late() as never }, newId('clm'));
      const effect = newId('clm');
      const patch = () => ask(patchJudgment, { ...at(namespace), patch: { thresholds: { alarm: 0.9 } } }, effect);
      slow(`judgments.change.${place}`, seconds * 1000);
      const first = await end(patch());
      expect(expected(place, seconds)).toContain(first.by);
      const judgment = await gateway.ask(getJudgment, at(namespace), caller);
      if (first.by === 'refusal') {
        expect(judgment.thresholds).toEqual({ alarm: 0.4 });
        expect((await patch()).judgment?.thresholds).toEqual({ alarm: 0.9 });
      } else expect(first.body).toMatchObject({ status: 'updated', judgment: { thresholds: { alarm: 0.9 } } });
      const changed = judgments.neighbours.applied
        .filter(({ column }) => column.scope === namespace)
        .map((one) => one.column.revision);
      // The create and one change, whichever process replicated them and however often.
      expect(new Set(changed).size).toBe(2);
    },
  );

  const starts: [string, number][] = [
    ['before-cost', 22],
    ['before-commit', 22],
    ['before-commit', 40],
  ];
  it.each(isLong ? every(before) : starts)(
    'backfill, %s, %d s: begun once or not at all, and says which [JOB-01] [JOB-02] [JOB-03] [JDG-26]',
    async (place, seconds) => {
      const namespace = newId('ask');
      await ask(createJudgment, { namespace, judgment: late() as never }, newId('clm'));
      const quote = await ask(startBackfill, { ...at(namespace), backfill: {} }, newId('clm'));
      const effect = newId('clm');
      const backfill = { confirm: quote.confirm! };
      const start = () => ask(startBackfill, { ...at(namespace), backfill }, effect);
      slow(`judgments.change.${place}`, seconds * 1000);
      const first = await end(start());
      expect(expected(place, seconds)).toContain(first.by);
      const backfills = async () => (await jobsOf(namespace)).filter(({ type }) => type === 'backfill');
      if (first.by === 'refusal') {
        expect(await jobsOf(namespace)).toEqual([]);
        expect((await start()).status).toBe('started');
      } else
        expect(first.body).toMatchObject({ status: 'started', estimate: quote.estimate, job: { type: 'backfill' } });
      await end(start());
      expect(await backfills()).toHaveLength(1);
    },
  );
});

describe('the job of a request', () => {
  /** A create that takes too long; `reached` gets the kill points that its job reaches. */
  async function deferred(namespace: string, judgment: object, reached: (name: string) => void | Promise<void>) {
    let isSlowed = false;
    armKillPoints(async (name) => {
      if (name === 'judgments.change.before-cost' && !isSlowed) {
        isSlowed = true;
        aheadMs += 22_000;
        await setClock(testEnvironment().adminUrl, aheadMs);
        await new Promise((resolve) => setTimeout(resolve, 60));
        return;
      }
      return reached(name);
    });
    const reply = await ask(createJudgment, { namespace, judgment: judgment as never }, newId('clm'));
    return reply as unknown as JobView;
  }

  it('continues after a kill before and after its change, and makes it once [JOB-06] [JOB-05]', async () => {
    const namespace = newId('ask');
    const deaths = [
      'judgments.job-change.before-commit',
      'judgments.change.before-announce',
      'judgments.job.before-commit',
    ];
    const died: string[] = [];
    const { id, type } = await deferred(namespace, late(), (name) => {
      if (!deaths.includes(name) || died.includes(name)) return;
      died.push(name);
      throw new Error('killed');
    });
    expect(type).toBe('judgment_create');
    const job = await eventually(async () => {
      // Ends the job's rest after a failure, as time would.
      await judgments.db.query('update job set lease_until = null where id = $1', [id]);
      const now = await gateway.ask(judgmentsJobs.get, { id }, caller);
      expect(now).toMatchObject({ status: 'done', result_status: 201, result: { status: 'created', version: 1 } });
      return now;
    });
    expect(died).toEqual(deaths);
    const { versions } = await gateway.ask(listVersions, at(namespace), caller);
    expect(versions).toHaveLength(1);
    const { rows } = await judgments.db.query<{ payload: string }>(
      `select payload from outbox where subject = 'platform.event.raised.job.completed.v1' and payload like '%' || $1 || '%'`,
      [id],
    );
    const { result: _, ...shown } = job;
    expect(rows.map(({ payload }) => (JSON.parse(payload) as EventRaised).data)).toEqual([{ namespace, job: shown }]);
  });

  it('ends as failed with the refusal that the request would have got [JOB-02]', async () => {
    const namespace = newId('ask');
    const guarded = late({ if_active_version: 7 });
    const direct = await ask(createJudgment, { namespace, judgment: guarded as never }, newId('clm')).then(
      () => null,
      (error: unknown) => (error as Problem).toEnvelope(),
    );
    const { id } = await deferred(namespace, guarded, () => undefined);
    expect(await ended(id)).toMatchObject({ status: 'failed', result_status: 409, result: direct! });
  });

  it('changes nothing when the caller cancels it before its change [JOB-07]', async () => {
    const namespace = newId('ask');
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let isWaiting = false;
    const { id } = await deferred(namespace, late(), async (name) => {
      if (name !== 'judgments.change.after-cost') return;
      isWaiting = true;
      await gate;
    });
    await eventually(() => expect(isWaiting).toBe(true));
    await gateway.ask(judgmentsJobs.cancel, { id }, caller);
    open();
    await eventually(async () => {
      await judgments.db.query('update job set lease_until = null where id = $1', [id]);
      const job = await gateway.ask(judgmentsJobs.get, { id }, caller);
      expect(job).toMatchObject({ status: 'failed', result: { error: { details: { reason: 'cancelled' } } } });
    });
    expect((await gateway.ask(listJudgments, { namespace }, caller)).judgments).toEqual([]);
  });
});
