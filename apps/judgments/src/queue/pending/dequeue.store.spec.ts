import { AnswerRecorded } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { claimDue } from './claim.store';
import { dropRefusedRows, dropRows, dropRowsOfJob } from './dequeue.store';
import { onChange, onRead, rankOf } from './lane';
import { Wanted } from './pending';
import { queueWanted } from './queue.store';

const organization = 'org_dequeue';
let db: Database;
let namespaceId: string;
let otherId: string;

const backfill = rankOf('backfill');
const wanted = (document: string, more: Partial<Wanted> = {}): Wanted => ({
  namespaceId,
  document,
  judgmentId: 'jdg_1',
  lane: onChange,
  debounceMs: 0,
  maxWaitMs: 0,
  documentVersion: 1,
  wantedVersion: 0,
  changes: 1,
  traceparent: null,
  ...more,
});
const queue = (rows: readonly Wanted[]) => queueWanted(db, rows);

/** The facts in the outbox, oldest first. */
async function facts(): Promise<AnswerRecorded[]> {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.answer.recorded.bulk.v1' order by id`,
  );
  return rows.map(({ payload }) => JSON.parse(payload) as AnswerRecorded);
}
const dequeued = async (): Promise<string[]> =>
  (await facts()).flatMap((fact) => fact.dequeued!.map(({ document }) => `${fact.namespace} ${document}`)).sort();
async function waiting(): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(
    `select document_id || ' ' || coalesce(job, '-') || ' ' || target_version as row from pending order by 1`,
  );
  return rows.map(({ row }) => row);
}

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  const namespaces = new NamespaceStore(db);
  namespaceId = await namespaces.readIdOf({ organization, namespace: 'q/one' });
  otherId = await namespaces.readIdOf({ organization, namespace: 'q/two' });
});
beforeEach(() => db.query('truncate pending, turn, outbox'));
afterAll(() => db.close());

describe('documents hears of answers that leave the queue without an outcome', () => {
  it('when a claim drops their rows, save those that changed meanwhile or are pre-judged [defect J-4]', async () => {
    await queue([wanted('a'), wanted('b'), wanted('c', { targetVersion: 2 })]);
    const claim = await claimDue(db, 8);
    await queue([wanted('b')]);
    await dropRows(db, claim!, claim!.rows);
    expect(await waiting()).toEqual(['b - 0']);
    expect(await facts()).toMatchObject([
      {
        organization,
        namespace: 'q/one',
        ask_id: null,
        units: 0,
        answers: [],
        dequeued: [{ document: 'a', judgment_id: 'jdg_1' }],
        recorded_at: expect.stringMatching(/Z$/) as unknown,
      },
    ]);
  });

  it('when readers are refused, whether their rows were queued or not [defect J-4]', async () => {
    const read = { lane: onRead, changes: 0 } as const;
    await queue([wanted('alone', read), wanted('written', read), wanted('written')]);
    const keys = ['alone', 'written', 'never'].map((document) => ({ namespaceId, document, judgmentId: 'jdg_1' }));
    await dropRefusedRows(db, keys);
    expect(await waiting()).toEqual(['written - 0']);
    expect(await dequeued()).toEqual(['q/one alone', 'q/one never']);
  });

  it('when a backfill ends early, a thousand rows a transaction [defect J-4]', async () => {
    const of = (job: string, more: Partial<Wanted> = {}) => ({ lane: backfill, job, ...more });
    const ids = Array.from({ length: 2300 }, (_, i) => `d${String(i).padStart(4, '0')}`);
    await queue(ids.map((id) => wanted(id, of('job_1'))));
    await queue([wanted('z', of('job_1', { namespaceId: otherId })), wanted('t', of('job_1', { targetVersion: 3 }))]);
    // Another backfill wants two of them, a writer one, and the ended backfill waits for one that another pays.
    await queue([wanted('d0001', of('job_2')), wanted('d2000', of('job_2'))]);
    await queue([wanted('d0002')]);
    await queue([wanted('e', of('job_2'))]);
    await queue([wanted('e', of('job_1'))]);
    await dropRowsOfJob(db, 'job_1');
    expect(await waiting()).toEqual(['d0001 job_2 0', 'd0002 - 0', 'd2000 job_2 0', 'e job_2 0']);
    const kept = new Set(['d0001', 'd0002', 'd2000']);
    expect(await dequeued()).toEqual([...ids.filter((id) => !kept.has(id)).map((id) => `q/one ${id}`), 'q/two z']);
    expect((await facts()).every((fact) => fact.dequeued!.length <= 1000)).toBe(true);
    const { rows } = await db.query(`select from pending where other_jobs <> '{}'`);
    expect(rows).toEqual([]);
  });

  it('but claimed rows of an ended backfill are judged', async () => {
    await queue([wanted('a', { lane: backfill, job: 'job_1' })]);
    await claimDue(db, 8);
    await dropRowsOfJob(db, 'job_1');
    expect([await waiting(), await facts()]).toEqual([['a job_1 0'], []]);
  });
});
