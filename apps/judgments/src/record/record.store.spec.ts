import { Database } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { readAnswersAtMoments } from '../answer/answer.store';
import { BackfillStore } from '../backfill/backfill.store';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { fanout, onChange } from '../queue/pending/lane';
import { claimDue } from '../queue/pending/claim.store';
import { Claim, Wanted } from '../queue/pending/pending';
import { queueWanted } from '../queue/pending/queue.store';
import { allNamespaces, readStatisticsOfToday } from '../judgment/statistic/statistic.store';
import { answerTo } from '../testing/fake-engine';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { Answered, Entry } from './outcome';
import { EngineUses } from '../copy/engine/engine-uses';
import { recordEntries } from './record.store';

const organization = 'org_record';
let db: Database;
let backfills: BackfillStore;
let namespaceId: string;

const wanted = (document: string): Wanted => ({
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
});

function entryOf(claim: Claim, more: Partial<Answered> = {}): Entry {
  const outcomes = claim.rows.map((row): Answered => ({
    kind: 'answered',
    row,
    judgmentName: 'late',
    version: 1,
    isInherited: false,
    documentVersion: 1,
    seenVersion: 1,
    watermark: null,
    engine: { name: 'jev', version: 'current' },
    answer: answerTo('bool'),
    parts: null,
    combiner: null,
    observation: {
      features: null,
      featureInputs: null,
      truncated: false,
      seen: { last: null, before: null, first: null },
    },
    type: 'bool',
    engineVersion: 'current+2026-03-02.1',
    contextHash: 'h1',
    readHash: 'h1',
    contextText: 'note: "x"',
    contextImages: [],
    contextTokens: 7,
    format: 1,
    truncated: false,
    rounds: null,
    units: 1,
    tokens: 20,
    costUsd: 0.001,
    ...more,
  }));
  return { claim, askId: 'ask_1', outcomes };
}

const uses = new EngineUses();
const record = (entries: Entry[]) => recordEntries(db, backfills, uses, entries);

async function counts() {
  const { rows } = await db.query<Record<string, string>>(
    `select (select count(*) from answer) as answers, (select count(*) from outbox) as facts, (select count(*) from pending) as pending`,
  );
  return { answers: Number(rows[0].answers), facts: Number(rows[0].facts), pending: Number(rows[0].pending) };
}

beforeAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  db = await openJudgmentsDatabase();
  backfills = new BackfillStore(db);
  namespaceId = await new NamespaceStore(db).readIdOf({ organization, namespace: 'a/record' });
});
afterAll(() => db.close());
beforeEach(() => db.query('truncate pending, turn, answer, context, head, outbox, statistic'));

describe('a record', () => {
  it('is written once however often it is tried, and empties the queue', async () => {
    await queueWanted(db, [wanted('d1'), wanted('d2')]);
    const claim = await claimDue(db, 8);
    const [once, twice] = await Promise.all([record([entryOf(claim!)]), record([entryOf(claim!)])]);
    expect([once.recorded.length, twice.recorded.length].sort()).toEqual([0, 2]);
    expect(await counts()).toEqual({ answers: 2, facts: 1, pending: 0 });
    expect((await record([entryOf(claim!)])).recorded).toEqual([]);
    expect(await counts()).toEqual({ answers: 2, facts: 1, pending: 0 });
  });

  it('counts for its namespace, and for the template over all that inherit it [JDG-06] [TPL-01]', async () => {
    const other = await new NamespaceStore(db).readIdOf({ organization, namespace: 'a/other' });
    await queueWanted(db, [wanted('d1'), wanted('d2'), { ...wanted('d1'), namespaceId: other }]);
    const claims = [await claimDue(db, 8), await claimDue(db, 8)].map((claim) => claim!);
    await record(claims.map((claim) => entryOf(claim, { isInherited: true, truncated: claim.rows.length === 1 })));
    const of = async (id: string) => (await readStatisticsOfToday(db, id, ['jdg_1']))('jdg_1');
    expect(await of(namespaceId)).toMatchObject({ evaluations: 2, spend_usd: 0.002, truncation_rate: 0 });
    expect(await of(other)).toMatchObject({ evaluations: 1, spend_usd: 0.001, truncation_rate: 1 });
    expect(await of(allNamespaces)).toMatchObject({
      evaluations: 3,
      spend_usd: 0.003,
      truncation_rate: 1 / 3,
      tokens_per_document: 7,
      error_rate: 0,
    });
  });

  it('is not written for a claim whose rows another claim has taken over', async () => {
    await queueWanted(db, [wanted('d1')]);
    const late = await claimDue(db, 8);
    await db.query('update pending set due_at = app.now()');
    await db.query('update turn set next_due_at = app.now()');
    const taker = await claimDue(db, 8);
    expect((await record([entryOf(late!)])).recorded).toEqual([]);
    expect((await record([entryOf(taker!)])).recorded).toHaveLength(1);
    expect((await counts()).answers).toBe(1);
  });

  it('leaves a row due that changed meanwhile, and gives the next record a greater number', async () => {
    await queueWanted(db, [wanted('d1')]);
    const first = await record([entryOf((await claimDue(db, 8))!)]);
    await queueWanted(db, [wanted('d1')]);
    const claim = await claimDue(db, 8);
    await queueWanted(db, [wanted('d1')]);
    const second = await record([entryOf(claim!)]);
    expect(second.recorded[0].answer.record).toBeGreaterThan(first.recorded[0].answer.record);
    expect((await counts()).pending).toBe(1);
    expect((await claimDue(db, 8))?.rows).toMatchObject([{ document: 'd1', head: { contextHash: 'h1', version: 1 } }]);
  });

  it.each([
    ['a fan-out', fanout, fanout],
    ['a writer', onChange, onChange],
  ])('counts an answer anew that %s wants again while it is asked [REL-12]', async (_, lane, expected) => {
    await queueWanted(db, [{ ...wanted('d1'), lane: onChange }]);
    const claim = await claimDue(db, 8);
    await db.query('update pending set counted_at = app.now()');
    await queueWanted(db, [{ ...wanted('d1'), lane }]);
    await record([entryOf(claim!)]);
    const { rows } = await db.query('select lane, counted_at, claim_id from pending');
    expect(rows).toEqual([{ lane: expected, counted_at: null, claim_id: null }]);
  });

  it('keeps a failed question for another try, and drops one that would fail again', async () => {
    await queueWanted(db, [wanted('d1'), wanted('d2')]);
    const claim = await claimDue(db, 8);
    const { outcomes } = entryOf(claim!);
    const failed = outcomes.map((outcome, i) => ({
      ...outcome,
      kind: 'failed' as const,
      failure: i === 0 ? ('engine_bad_answer' as const) : ('engine_refused' as const),
      retryMs: i === 0 ? 5000 : null,
    }));
    const { recorded } = await record([{ claim: claim!, askId: 'ask_2', outcomes: failed }]);
    expect(recorded.map(({ answer }) => [answer.failure, answer.number])).toEqual(
      expect.arrayContaining([
        ['engine_bad_answer', null],
        ['engine_refused', null],
      ]),
    );
    expect(await counts()).toEqual({ answers: 0, facts: 1, pending: 1 });
  });

  it('counts rejections apart, so that one after an outage is tried again [ENG-11]', async () => {
    await queueWanted(db, [wanted('d1')]);
    const attemptsAfter: number[] = [];
    for (const failure of ['engine_unavailable', 'engine_unavailable', 'engine_rejected', 'engine_rejected'] as const) {
      const claim = (await claimDue(db, 8))!;
      const [outcome] = entryOf(claim).outcomes;
      const failed = { ...outcome, kind: 'failed' as const, failure, retryMs: 0 };
      await record([{ claim, askId: 'ask_5', outcomes: [failed] }]);
      const { rows } = await db.query<{ attempts: number }>('select attempts from pending');
      attemptsAfter.push(rows[0].attempts);
    }
    expect(attemptsAfter).toEqual([1, 2, 1, 2]);
  });

  it('counts evaluations, cut contexts and failures of the day exactly [JDG-06] [CTX-04]', async () => {
    await queueWanted(db, ['d1', 'd2', 'd3', 'd4'].map(wanted));
    const claim = (await claimDue(db, 8))!;
    const { outcomes } = entryOf(claim);
    const [whole, cut, other, failed] = outcomes as Answered[];
    await record([
      { claim, askId: 'ask_3', outcomes: [whole, { ...cut, truncated: true, contextTokens: 17 }, other] },
      { claim, askId: 'ask_4', outcomes: [{ ...failed, kind: 'failed', failure: 'engine_refused', retryMs: null }] },
    ]);
    const stats = (await readStatisticsOfToday(db, namespaceId, ['jdg_1']))('jdg_1');
    expect(stats).toMatchObject({ evaluations: 3, error_rate: 0.25, spend_usd: 0.003 });
    expect(stats.truncation_rate).toBeCloseTo(1 / 3, 9);
    expect(stats.tokens_per_document).toBeCloseTo(31 / 3, 9);
  });

  it('is the answer in force from its moment on', async () => {
    await queueWanted(db, [wanted('d1')]);
    const { recorded } = await record([entryOf((await claimDue(db, 8))!)]);
    const id = recorded[0].answer.answer_id;
    const moment = { document: 'd1', asOf: null, answerId: null };
    const found = await readAnswersAtMoments(db, namespaceId, 'jdg_1', [
      moment,
      { ...moment, asOf: '2020-01-01T00:00:00.000Z' },
      { ...moment, answerId: id },
      { ...moment, document: 'absent' },
    ]);
    expect(found.map(({ answer }) => answer?.answer_id ?? null)).toEqual([id, null, id, null]);
    expect(found[1].firstAt).toBeInstanceOf(Date);
    expect(found[3].firstAt).toBeNull();
  });
});
