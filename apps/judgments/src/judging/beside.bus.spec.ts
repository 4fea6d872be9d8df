import { fitMade } from '@app/contracts/calibration';
import { documentDeleted } from '@app/contracts/documents';
import { RecordedAnswer, judge, previewContext, tryJudgment } from '@app/contracts/judgments';
import { Database, armKillPoints, newId } from '@app/persistence';
import { logit, sigmoid } from '@app/statistics';
import { FakeService, callerOf, eventually } from '@app/testing';
import { noAnswer } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { BesideRoom, bool } from './beside-room.fake';

const organization = newId('org');
const caller = callerOf(organization);
const epoch = 'current+2026-03-02.1';
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let gateway: FakeService;
let documents: FakeService;
let db: Database;
let room: BesideRoom;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours, gateway, documents, db } = judgments);
  room = new BesideRoom(judgments, organization);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.asks.length = 0;
  neighbours.reserved.length = 0;
});

describe('a composite', () => {
  const ps: Record<string, number> = { 'Angry?': 0.9, 'Late?': 0.2, 'Lost?': 0.7 };
  const parts = Object.keys(ps).map((question, i) => ({ name: `p${i}`, question }));
  const criteria = 'MARK of criteria';
  const mean = sigmoid(Object.values(ps).reduce((sum, p) => sum + logit(p), 0) / 3);
  const { reply } = new FakeNeighbours();

  beforeAll(() => {
    neighbours.reply = (ask) => ({
      engine_version: epoch,
      answers: ask.questions.map(({ question }) => ({ ...noAnswer, p: ps[question] ?? 0.62 })),
      engine_tokens: null,
    });
  });
  afterAll(() => (neighbours.reply = reply));

  it('is asked in one request by its parts alone, and combined [JDG-08] [JDG-10] [JDG-11] [JDG-13] [BILL-04]', async () => {
    const id = await room.create('c/one', bool('risk', { parts, criteria }));
    await room.write('c/one', [id], { note: 'where is it?' });
    const [answer] = await room.recorded('c/one', 1);
    expect(neighbours.asks).toHaveLength(1);
    expect(neighbours.asks[0].questions.map(({ question }) => question)).toEqual(Object.keys(ps));
    expect(JSON.stringify(neighbours.asks)).not.toContain('MARK');
    expect(answer).toMatchObject({
      parts: { p0: { p: 0.9 }, p1: { p: 0.2 }, p2: { p: 0.7 } },
      combiner: null,
      units: 1.5,
    });
    expect(answer.number).toBeCloseTo(mean, 9);
    expect(neighbours.reserved[0].asks).toMatchObject([{ units: 1.5, by_judgment: { [id]: 1.5 } }]);
    const [item] = await room.historyOf('c/one', 'risk');
    expect(item.answer).toMatchObject({ p: answer.number, parts: answer.parts, combiner: null });
  });

  it('never shares out its parts: five of eight make requests of at most 32 questions [JDG-09] [JDG-11]', async () => {
    const eight = Array.from({ length: 8 }, (_, i) => ({ name: `p${i}`, question: `${i}?` }));
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await room.create('c/five', bool(`j${i}`, { parts: eight })));
    await room.write('c/five', ids, { note: 'x' });
    await room.recorded('c/five', 5);
    expect(neighbours.asks.map(({ questions }) => questions.length).sort()).toEqual([32, 8].sort());
  });

  it('fails with the reason of a part that failed, and is not billed [BILL-06]', async () => {
    const id = await room.create('c/failed', bool('risk', { parts }));
    const whole = neighbours.reply;
    neighbours.reply = async (ask) => {
      const { answers, ...rest } = await whole(ask);
      return {
        ...rest,
        answers: answers.map((one, i) => (i === 1 ? { ...one, failure: 'engine_refused', p: null } : one)),
      };
    };
    await room.write('c/failed', [id], { note: 'x' });
    const [answer] = await room.recorded('c/failed', 1);
    neighbours.reply = whole;
    expect(answer).toMatchObject({ failure: 'engine_refused', number: null, answer_id: null, units: 0 });
    expect(answer).not.toHaveProperty('parts');
    expect((await room.factsOf('c/failed'))[0]).toMatchObject({ units: 0, by_judgment: {} });
  });

  it('is combined by a newer fit at its next touch, without an engine [JDG-13]', async () => {
    const id = await room.create('c/fitted', bool('risk', { parts }));
    await room.write('c/fitted', [id], { note: 'x' });
    const [first] = await room.recorded('c/fitted', 1);
    const weights = (slope: number) => ({
      intercept: 0.25,
      slope: null,
      parts: parts.map(({ name }) => ({ name, slope, typical: 0 })),
      features: [],
      floor: 1e-6,
    });
    const made = (fit: string, revision: number, slope: number) =>
      ({
        organization,
        judgment_id: id,
        fit,
        version: 1,
        engine_version: epoch,
        read_with: 'calibrated',
        parameters: { type: 'bool', map: { kind: 'raw' }, weights: weights(slope) },
        revision,
      }) as const;
    const calibration = judgments.calibration;
    await calibration.say(fitMade, made('fit_2', 2, 0.5));
    await calibration.say(fitMade, made('fit_1', 1, 9));
    await eventually(async () => expect((await db.query('select fit from combiner')).rows).toEqual([{ fit: 'fit_2' }]));
    await room.write('c/fitted', [id], { note: 'x', other: 1 });
    const [, second] = await room.recorded('c/fitted', 2);
    expect(second).toMatchObject({ combiner: 'fit_2', parts: first.parts, same: false, units: 0 });
    expect(second.number).toBeCloseTo(sigmoid(0.25 + 0.5 * Object.values(ps).reduce((sum, p) => sum + logit(p), 0)), 9);
    expect(second.answer_id).not.toBe(first.answer_id);
    expect(neighbours.asks).toHaveLength(1);
    await room.write('c/fitted', [id], { note: 'x', other: 2 });
    expect((await room.recorded('c/fitted', 3))[2]).toMatchObject({ same: true, answer_id: second.answer_id });
  });

  it('is priced, tried and judged for a reader with all its parts [BILL-03] [BILL-04]', async () => {
    const attempt = { definition: { ...bool('trial', { parts }), freshness: undefined }, documents: ['d1'] };
    neighbours.put('d1', room.nextVersion(), { note: 'try me' }, []);
    const tried = await gateway.ask(tryJudgment, { namespace: 'c/try', attempt }, caller);
    expect(tried.usage.judgment_units).toBe(1.5);
    const { answer } = tried.documents[0];
    expect(answer).toMatchObject({ parts: { p0: { p: 0.9 } }, combiner: null });
    expect(answer.p).toBeCloseTo(mean, 9);
    const id = await room.create('c/try', bool('risk', { parts, freshness: { policy: 'on_read' } }));
    const document = neighbours.put('d1', room.nextVersion(), { note: 'now' }, [id]);
    const query = { organization, namespace: 'c/try', judgments: [id], documents: [document], mode: 'policy' };
    const judged = await documents.ask(judge, query, caller);
    expect(judged.answers[0]).toMatchObject({ parts: { p1: { p: 0.2 } }, units: 1.5 });
    expect(judged.usage.judgment_units).toBe(1.5);
  });
});

describe('a feature', () => {
  const features = [
    { name: 'amount', from: 'attributes.amount' },
    { name: 'before', previous: 'p' },
  ];

  it('alone makes a new answer: no engine, no money, both in the history [JDG-16] [JDG-17] [BILL-03]', async () => {
    const id = await room.create('f/amount', bool('late', { features }));
    await room.write('f/amount', [id], { note: 'x' }, { attributes: { amount: 20 } });
    const [first] = await room.recorded('f/amount', 1);
    expect(first).toMatchObject({ features: { amount: 20, before: null }, units: 1 });
    await room.write('f/amount', [id], { note: 'x' }, { attributes: { amount: 105 } });
    const [, second] = await room.recorded('f/amount', 2);
    expect(second).toMatchObject({
      features: { amount: 105, before: null },
      number: first.number,
      same: false,
      units: 0,
      engine_version: epoch,
    });
    expect(second.answer_id).not.toBe(first.answer_id);
    expect((await room.factsOf('f/amount'))[1]).toMatchObject({ ask_id: null, units: 0, tokens: 0, by_judgment: {} });
    await room.write('f/amount', [id], { note: 'x', other: 1 }, { attributes: { amount: 105 } });
    expect((await room.recorded('f/amount', 3))[2]).toMatchObject({ same: true, answer_id: second.answer_id });
    expect([neighbours.asks.length, neighbours.reserved.length]).toEqual([1, 1]);
    const history = await room.historyOf('f/amount', 'late');
    expect(history.map(({ answer }) => (answer as { features: object }).features)).toEqual([
      { amount: 105, before: null },
      { amount: 20, before: null },
    ]);
    await room.write('f/amount', [id], { note: 'other words' }, { attributes: { amount: 105 } });
    expect((await room.recorded('f/amount', 4))[3]).toMatchObject({
      features: { amount: 105, before: 0.62 },
      units: 1,
    });
  });

  it('is recorded while the engine is away [JDG-17]', async () => {
    const id = await room.create('f/away', bool('late', { features }));
    await room.write('f/away', [id], { note: 'x' }, { attributes: { amount: 1 } });
    await room.recorded('f/away', 1);
    await db.query(`update engine set circuit_open = true, circuit_changed_at = app.now()`);
    await eventually(async () => {
      await room.write('f/away', [id], { note: 'x' }, { attributes: { amount: room.version } });
      const answers = (await room.factsOf('f/away')).flatMap((fact) => fact.answers as RecordedAnswer[]);
      expect(answers.length).toBeGreaterThan(2);
    });
    await db.query(`update engine set circuit_open = false`);
    expect(neighbours.asks).toHaveLength(1);
  });

  it('is one new answer, wherever its record is cut off [JDG-17]', async () => {
    const id = await room.create('f/killed', bool('late', { features }));
    await room.write('f/killed', [id], { note: 'x' }, { attributes: { amount: 1 } });
    await room.recorded('f/killed', 1);
    const left = new Set(['judgments.claim.after', 'judgments.record.before-commit', 'judgments.record.after-commit']);
    armKillPoints((name) => {
      if (left.delete(name)) throw new Error('killed');
    });
    await room.write('f/killed', [id], { note: 'x' }, { attributes: { amount: 2 } });
    await eventually(async () => {
      await db.query(`update pending set due_at = app.now()`);
      await db.query(`update turn set next_due_at = app.now()`);
      expect([await room.factsOf('f/killed'), [...left]]).toEqual([[expect.anything(), expect.anything()], []]);
      expect((await db.query('select from pending')).rows).toHaveLength(0);
    });
    armKillPoints(() => undefined);
    expect((await room.recorded('f/killed', 2))[1]).toMatchObject({ features: { amount: 2 }, units: 0 });
    expect(await room.historyOf('f/killed', 'late')).toHaveLength(2);
    expect(neighbours.asks).toHaveLength(1);
  });
});

describe('the previous document', () => {
  const context = { fields: ['state.note'], previous: { fields: ['state.note'] } };
  const sectionOf = (text: string) => text.split('<<<previous')[1] ?? null;

  it('is the one that the last answer read, and is gone with the document [CTX-06] [FRS-04]', async () => {
    const id = await room.create('p/one', bool('late', { context }));
    await room.write('p/one', [id], { note: 'first words' });
    await room.recorded('p/one', 1);
    await room.write('p/one', [id], { note: 'third words' });
    await room.recorded('p/one', 2);
    const [first, second] = neighbours.asks.map((ask) => sectionOf(ask.context));
    expect([first, second]).toEqual([null, expect.stringContaining('first words')]);
    await room.write('p/one', [id], { note: 'third words', other: 1 });
    expect((await room.recorded('p/one', 3))[2]).toMatchObject({ same: true });
    const preview = { namespace: 'p/one', name: 'late', preview: { document: 'd1' } };
    const shown = await gateway.ask(previewContext, preview, caller);
    expect(sectionOf(shown.text)).toContain('third words');
    await documents.say(documentDeleted, {
      organization,
      namespace: 'p/one',
      documents: [{ id: 'd1', version: room.nextVersion() }],
    });
    await eventually(async () => {
      const { rows } = await db.query(
        `select from head h join namespace n on n.id = h.namespace_id where n.name = 'p/one'`,
      );
      expect(rows).toHaveLength(0);
    });
    await room.write('p/one', [id], { note: 'third words' });
    await room.recorded('p/one', 4);
    expect(neighbours.asks).toHaveLength(3);
    expect(sectionOf(neighbours.asks[2].context)).toBeNull();
  });
});
