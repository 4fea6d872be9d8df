import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import {
  BackfillReply,
  BackfillResult,
  activateJudgment,
  createJudgment,
  startBackfill,
} from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments, refusalOf } from '../testing/open-judgments';

const organization = newId('org');
const caller = callerOf(organization);
const many = 60;
/** Of one answer, in USD. */
const price = 0.001;
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());

beforeEach(async () => {
  neighbours.documents.clear();
  neighbours.isAnswered = () => false;
  namespace = newId('ask');
  await create({ question: 'Late?' });
  const { judgment_id: judgment } = neighbours.snapshotOf(namespace)!;
  for (let i = 0; i < many; i++) {
    const id = `d${String(i).padStart(3, '0')}`;
    neighbours.put(id, 1, { note: `${namespace} ${id}` }, [judgment]);
  }
});

const at = () => ({ namespace, name: 'late' });
const create = (more: object) =>
  judgments.gateway.ask(
    createJudgment,
    { namespace, judgment: { name: 'late', type: 'bool', context: { fields: ['state.note'] }, ...more } as never },
    caller,
  );
const activate = (version: number) =>
  judgments.gateway.ask(activateJudgment, { ...at(), activate: { version } }, caller);
const post = (backfill: object): Promise<BackfillReply> =>
  judgments.gateway.ask(startBackfill, { ...at(), backfill }, caller);
async function start(backfill: object): Promise<JobView> {
  const { confirm } = await post(backfill);
  return (await post({ ...backfill, confirm })).job!;
}
const jobOf = (id: string) => judgments.gateway.ask(judgmentsJobs.get, { id }, caller);
async function resultOf({ id }: JobView): Promise<BackfillResult> {
  const job = await eventually(async () => {
    const found = await jobOf(id);
    expect(found.status).toBe('done');
    return found;
  }, 20_000);
  return job.result as BackfillResult;
}
const asked = () => neighbours.asks.filter(({ context }) => context.includes(namespace)).map(({ context }) => context);

/** No row is claimed until it is released; rows are queued. */
async function hold(): Promise<() => Promise<void>> {
  await judgments.db.query('insert into namespace (organization, name) values ($1, $2) on conflict do nothing', [
    organization,
    namespace,
  ]);
  const set = (until: string) =>
    judgments.db.query(
      `insert into turn (namespace_id, lane, next_due_at, blocked_until)
       select n.id, l.lane, app.now(), $2::timestamptz from namespace n, generate_series(0, 4) as l(lane) where n.name = $1
       on conflict (lane, namespace_id) do update set blocked_until = excluded.blocked_until, next_due_at = app.now()`,
      [namespace, until],
    );
  await set('infinity');
  return async () => {
    await set('-infinity');
  };
}
async function queued(condition: string, values: unknown[]): Promise<void> {
  await eventually(async () => {
    const { rows } = await judgments.db.query<{ n: string }>(
      `select count(*) as n from pending p join namespace n on n.id = p.namespace_id and n.name = $1 where ${condition}`,
      [namespace, ...values],
    );
    expect(Number(rows[0].n)).toBe(many);
  }, 10_000);
}

describe('two backfills of the same documents', () => {
  it('keep to the `max_usd` of the first, and the second judges the rest [defect J-3]', async () => {
    const release = await hold();
    const capped = await start({ max_usd: 10.5 * price });
    await queued('p.job = $2', [capped.id]);
    const whole = await start({});
    await queued('p.job = $2 and p.other_jobs = array[$3]', [capped.id, whole.id]);
    await release();
    const first = await resultOf(capped);
    expect(first).toMatchObject({ answered: 10, documents: 10, stopped_by: 'max_usd' });
    expect(first.cost_usd).toBeCloseTo(10 * price, 9);
    const second = await resultOf(whole);
    expect(second).toMatchObject({ documents: many, answered: many - 10, stopped_by: null });
    expect(second.cost_usd).toBeCloseTo((many - 10) * price, 9);
    expect([asked().length, new Set(asked()).size]).toEqual([many, many]);
  });

  it('are both whole when the one without a limit came first, or ends by a cancel [defect J-3]', async () => {
    const release = await hold();
    const whole = await start({});
    await queued('p.job = $2', [whole.id]);
    const capped = await start({ max_usd: 10.5 * price });
    const cancelled = await start({ max_usd: 20.5 * price });
    await queued('cardinality(p.other_jobs) = 2', []);
    await judgments.gateway.ask(judgmentsJobs.cancel, { id: cancelled.id }, caller);
    await queued('p.job = $2 and p.other_jobs = array[$3]', [whole.id, capped.id]);
    await release();
    expect(await resultOf(whole)).toMatchObject({ documents: many, answered: many, stopped_by: null });
    expect(await resultOf(capped)).toMatchObject({ answered: 0, cost_usd: 0, stopped_by: null, documents: many });
    expect((await jobOf(cancelled.id)).status).toBe('failed');
    expect(asked()).toHaveLength(many);
  });

  it('count once what one of them came too late for [defect J-3]', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const ordinary = neighbours.reply;
    neighbours.reply = async (ask) => {
      await gate;
      return ordinary(ask);
    };
    const [first, release] = [await start({}), await hold()];
    await release();
    await queued('p.job = $2', [first.id]);
    const second = await start({ max_usd: 1000 });
    await queued('p.other_jobs = array[$2]', [second.id]);
    open();
    neighbours.reply = ordinary;
    expect(await resultOf(first)).toMatchObject({ answered: many, judgment_units: many });
    expect(await resultOf(second)).toMatchObject({ answered: 0, judgment_units: 0, documents: many });
    expect(asked()).toHaveLength(many);
  });
});

describe('a backfill that follows an activation', () => {
  it('pays for what the walk that reinstates answers has queued, within its `max_usd` [defect J-2]', async () => {
    await resultOf(await start({}));
    await create({ question: 'Too late?' });
    const release = await hold();
    const { job: walk } = await activate(1);
    await queued('p.free and p.job = $2', [walk!.id]);
    await activate(2);
    const capped = await start({ only: 'stale', max_usd: 10.5 * price });
    await queued('not p.free and p.job = $2', [capped.id]);
    await release();
    const result = await resultOf(capped);
    expect(result).toMatchObject({ answered: 10, stopped_by: 'max_usd', judgment_units: 10 });
    expect(result.cost_usd).toBeCloseTo(10 * price, 9);
    expect(await resultOf(walk!)).toMatchObject({ answered: 0, cost_usd: 0 });
    expect(asked()).toHaveLength(many + 10);
  });
});

describe('a confirmation token', () => {
  it('starts one backfill, however often it is sent [defect J-8]', async () => {
    const { confirm } = await post({ only: 'all' });
    const body = { only: 'all', confirm };
    const [first, twin] = await Promise.all([post(body), post(body)]);
    expect(twin.job?.id).toBe(first.job?.id);
    await resultOf(first.job!);
    const again = await post(body);
    expect(again).toMatchObject({ status: 'started', job: { id: first.job!.id, status: 'done' } });
    expect(asked()).toHaveLength(many);
  });

  it('confirms no more documents than were quoted, and a tenth [defect J-9]', async () => {
    const quote = await post({});
    const { judgment_id: judgment } = neighbours.snapshotOf(namespace)!;
    const add = (count: number) => {
      for (let i = 0; i < count; i++) neighbours.put(newId('ask'), 1, { note: namespace }, [judgment]);
    };
    add(30);
    expect(await refusalOf(post({ confirm: quote.confirm }))).toEqual({
      code: 'conflict',
      reason: 'confirm_mismatch',
      path: '/confirm',
      documents: 90,
      quoted_documents: 60,
    });
    const fresh = await post({});
    add(9);
    const begun = await post({ confirm: fresh.confirm });
    expect(begun.status).toBe('started');
    expect(await resultOf(begun.job!)).toMatchObject({ documents: 99 });
  });
});
