import { retractOutcome, runCalibration } from '@app/contracts/calibration';
import { answerRecordedLive } from '@app/contracts/judgments';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf, recordedOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('outcomes', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  it('label the answer in force one horizon before they were observed; the reply lists unmatched ones [OUT-01] [OUT-09]', async () => {
    await calibration.applyJudgment('org_force');
    calibration.judgments.answers.push(
      answerOf('order:17', 'ans_1', '2026-03-01T00:00:00.000Z', { number: 0.7 }),
      answerOf('order:17', 'ans_2', '2026-03-10T00:00:00.000Z', { number: 0.1 }),
      answerOf('order:3', 'ans_3', march4),
    );
    const reply = await calibration.post('org_force', [
      { document: 'order:17', value: true, observed_at: march18 },
      { document: 'order:3', value: false, observed_at: '2026-01-09T08:00:00.000Z' },
    ]);
    expect(reply).toEqual({
      recorded: 2,
      replaced: 0,
      unchanged: 0,
      matched: 1,
      unmatched: [{ document: 'order:3', reason: 'no_answer_at_as_of', first_answer_at: march4 }],
    });
    const { outcomes } = await calibration.list('org_force');
    expect(outcomes.map(({ document, answer, hindsight, source }) => [document, answer, hindsight, source])).toEqual(
      expect.arrayContaining([
        ['order:17', 'ans_1', false, 'posted'],
        ['order:3', null, false, 'posted'],
      ]),
    );
    expect((await calibration.report('org_force')).labels.count).toBe(1);
    expect((await calibration.report('org_force')).raw.brier).toBeCloseTo(0.09, 12);
    const before = calibration.judgments.requests.length;
    await calibration.post('org_force', [{ document: 'order:17', value: true, observed_at: march4 }]);
    expect(calibration.judgments.requests).toHaveLength(before + 1);
    calibration.judgments.horizon = '1d';
    await calibration.post('org_force', [
      { document: 'order:17', value: false, observed_at: '2026-03-11T12:00:00.000Z' },
    ]);
    expect((await calibration.list('org_force')).outcomes[0].answer).toBe('ans_2');
  });

  it('say of a document that does not exist that it does not, and wait for it [OUT-10] [S-U3]', async () => {
    await calibration.applyJudgment('org_typo');
    calibration.judgments.answers.push(answerOf('judged', 'ans_1', march4));
    calibration.judgments.absent.add('typo!').add('judged');
    const typo = { document: 'typo!', value: true, as_of: 'latest' };
    const posted = [
      typo,
      { document: 'waiting', value: true, observed_at: march18 },
      { document: 'judged', value: true, observed_at: '2026-01-09T08:00:00.000Z' },
    ];
    const { unmatched } = await calibration.post('org_typo', posted);
    expect(unmatched).toEqual([
      { document: 'typo!', reason: 'no_such_document' },
      { document: 'waiting', reason: 'no_answer_at_as_of' },
      // A document with an answer was there: nobody looks for it.
      { document: 'judged', reason: 'no_answer_at_as_of', first_answer_at: march4 },
    ]);
    calibration.judgments.absent.delete('typo!');
    expect(await calibration.post('org_typo', [typo])).toMatchObject({
      recorded: 0,
      unchanged: 1,
      unmatched: [{ document: 'typo!', reason: 'no_answer_at_as_of' }],
    });
  });

  it('of an answer that reached its age are stored without it; a label that had it before lives on [O-M1] [OUT-07] [OUT-09]', async () => {
    await calibration.applyJudgment('org_aged');
    const { judgments } = calibration;
    judgments.answers.push(answerOf('kept', 'ans_1', march4, { number: 0.7 }));
    judgments.answers.push(answerOf('hindsight', 'ans_2', march18));
    const bound = { document: 'kept', value: true, observed_at: march18, answer: 'ans_1' };
    const late = { document: 'hindsight', value: true, observed_at: march4, answer: 'ans_2' };
    await calibration.post('org_aged', [bound, late]);
    judgments.answers.length = 0;
    judgments.isExpired = () => true;
    judgments.absent.add('old');
    const old = { document: 'old', value: true, observed_at: march18 };
    const reply = await calibration.post('org_aged', [
      { ...bound, value: false },
      { ...late, value: false },
      old,
      { document: 'named', value: true, observed_at: march18, answer: 'ans_gone' },
    ]);
    const expired = (document: string) => ({ document, reason: 'answer_expired' });
    expect(reply).toEqual({
      recorded: 2,
      replaced: 2,
      unchanged: 0,
      matched: 2,
      unmatched: [expired('old'), expired('named')],
    });
    const { outcomes } = await calibration.list('org_aged');
    const stored = outcomes.map(({ document, value, answer, unmatched }) => [document, value, answer, unmatched]);
    expect(stored.sort()).toEqual([
      ['hindsight', false, 'ans_2', null],
      ['kept', false, 'ans_1', null],
      ['named', true, null, 'answer_expired'],
      ['old', true, null, 'answer_expired'],
    ]);
    expect(await calibration.post('org_aged', [old])).toMatchObject({ unchanged: 1, unmatched: [expired('old')] });
    const { labels } = await calibration.report('org_aged');
    expect([labels.count, labels.hindsight]).toEqual([2, 1]);
  });

  it('are unchanged by a retry, and replaced by a correction, also by one that names the answer; an answer that never existed is refused [defect E-L17] [OUT-07] [OUT-09]', async () => {
    await calibration.applyJudgment('org_retry');
    calibration.judgments.answers.push(answerOf('d', 'ans_1', march4));
    const one = { document: 'd', value: true, observed_at: march18 };
    const early = { document: 'd', value: true, observed_at: '2026-01-01T00:00:00.000Z' };
    await calibration.post('org_retry', [one, early]);
    expect(await calibration.post('org_retry', [one])).toEqual({
      recorded: 0,
      replaced: 0,
      unchanged: 1,
      matched: 1,
      unmatched: [],
    });
    expect(await calibration.post('org_retry', [{ ...one, value: false }])).toMatchObject({ replaced: 1, recorded: 0 });
    const named = { ...early, answer: 'ans_1' };
    expect(await calibration.post('org_retry', [named])).toMatchObject({ replaced: 1, recorded: 0, matched: 1 });
    expect(await calibration.post('org_retry', [named])).toMatchObject({ unchanged: 1 });
    for (const wrong of [
      { ...named, answer: 'ans_nope' },
      { ...named, document: 'e' },
    ]) {
      await expect(calibration.post('org_retry', [one, wrong])).rejects.toMatchObject({
        code: 'invalid_request',
        details: { reason: 'unknown_answer', path: '/outcomes/1/answer' },
      });
    }
    expect((await calibration.list('org_retry')).outcomes).toHaveLength(2);
    // Of two labels on one answer the one that was observed later counts.
    expect(await calibration.report('org_retry')).toMatchObject({ base_rate: 0, labels: { count: 1 } });
  });

  it('with as_of latest label each answer in force, keep earlier labels, and replace a value per answer [defect E-H3] [OUT-09]', async () => {
    await calibration.applyJudgment('org_again');
    const sent = (value: boolean) => calibration.post('org_again', [{ document: 'd', value, as_of: 'latest' }]);
    const labels = async () =>
      (await calibration.list('org_again')).outcomes.map(({ answer, value }) => [answer, value]).reverse();
    // Before the first answer the outcome has the plain identity.
    expect(await sent(true)).toMatchObject({ recorded: 1, matched: 0 });
    expect(await sent(true)).toMatchObject({ unchanged: 1, matched: 0 });
    calibration.judgments.answers.push(answerOf('d', 'ans_1', march4));
    expect((await sent(true)).matched).toBe(1);
    await eventually(async () => expect(await labels()).toEqual([['ans_1', true]]));
    expect(await sent(true)).toMatchObject({ recorded: 0, unchanged: 1, matched: 1 });
    calibration.judgments.answers.push(answerOf('d', 'ans_2', march18));
    expect(await sent(true)).toMatchObject({ recorded: 1, unchanged: 0, matched: 1 });
    expect(await labels()).toEqual([
      ['ans_1', true],
      ['ans_2', true],
    ]);
    expect(await sent(false)).toMatchObject({ recorded: 0, replaced: 1, matched: 1 });
    expect(await sent(false)).toMatchObject({ unchanged: 1, matched: 1 });
    expect(await labels()).toEqual([
      ['ans_1', true],
      ['ans_2', false],
    ]);
    expect((await calibration.report('org_again')).labels).toMatchObject({ count: 2, hindsight: 2 });
  });

  it('are refused with their retraction and a run while the namespace is being deleted, and where there is none [defect W-M2]', async () => {
    const organization = 'org_deleting';
    await calibration.applyJudgment(organization);
    const outcomes = [{ document: 'd', value: true, observed_at: march18 }];
    await calibration.post(organization, outcomes);
    const [{ id }] = (await calibration.list(organization)).outcomes;
    const at = { namespace: 'n', judgment: 'late' };
    const writes = () => [
      calibration.post(organization, outcomes),
      calibration.ask(retractOutcome, { ...at, id }, organization),
      calibration.ask(runCalibration, { ...at, run: {} }, organization),
    ];
    calibration.judgments.states.set('n', { exists: true, deleting: true });
    for (const write of writes()) {
      await expect(write).rejects.toMatchObject({ code: 'conflict', details: { reason: 'deleting' } });
    }
    calibration.judgments.states.set('n', { exists: false, deleting: false });
    for (const write of writes()) await expect(write).rejects.toMatchObject({ code: 'not_found' });
    expect((await calibration.list(organization)).outcomes).toHaveLength(1);
  });

  it('are listed with their `as_of` and with the reason why they label no answer [defect E-L14] [OUT-10]', async () => {
    const organization = 'org_listed';
    await calibration.applyJudgment(organization);
    calibration.judgments.answers.push(answerOf('a', 'ans_a', march4));
    await calibration.post(organization, [
      { document: 'a', value: true, observed_at: march18 },
      { document: 'a', value: true, observed_at: march18, as_of: '2026-03-05T00:00:00+01:00' },
      { document: 'b', value: true, observed_at: march18, as_of: march4 },
      { document: 'c', value: true, as_of: 'latest' },
    ]);
    const { outcomes } = await calibration.list(organization);
    const listed = outcomes.map(({ document, as_of, unmatched }) => [document, as_of, unmatched]);
    expect(listed).toHaveLength(4);
    expect(listed).toEqual(
      expect.arrayContaining([
        ['a', null, null],
        ['a', '2026-03-04T23:00:00.000Z', null],
        ['b', march4, 'no_answer_at_as_of'],
        ['c', 'latest', 'no_answer_at_as_of'],
      ]),
    );
    calibration.judgments.answers.push(answerOf('c', 'ans_c', march4));
    await calibration.publish(answerRecordedLive, recordedOf(organization, [answerOf('c', 'ans_c', march4)]));
    await eventually(async () => {
      const found = (await calibration.list(organization)).outcomes.find(({ document }) => document === 'c');
      expect(found).toMatchObject({ answer: 'ans_c', as_of: 'latest', unmatched: null });
    });
  });

  it('are stored once for each effect id, also when the process dies [OUT-07]', async () => {
    await calibration.applyJudgment('org_effect');
    for (const at of ['calibration.outcome.before-commit', 'calibration.outcome.after-commit']) {
      let deaths = 0;
      armKillPoints((name) => {
        if (name === at && deaths++ === 0) throw new Error('killed');
      });
      const outcomes = [{ document: at, value: true, observed_at: march18 }];
      await expect(calibration.post('org_effect', outcomes, `clm_${at}`)).rejects.toMatchObject({ code: 'internal' });
      expect(await calibration.post('org_effect', outcomes, `clm_${at}`)).toMatchObject({ recorded: 1, unchanged: 0 });
      expect(deaths).toBeGreaterThan(0);
    }
    expect((await calibration.list('org_effect')).outcomes).toHaveLength(2);
  });

  it('of a choice keep value or escape; a value that the judgment cannot have refuses the post', async () => {
    await calibration.applyJudgment('org_choice', { type: 'choice', options: ['refund', 'delivery'] });
    calibration.judgments.type = { type: 'choice', options: ['refund', 'delivery'], levels: null };
    const dist = { refund: 0.6, delivery: 0.3 };
    for (const document of ['a', 'b']) {
      calibration.judgments.answers.push(
        answerOf(document, `ans_${document}`, march4, { number: null, value: 'refund', dist, escape_p: 0.1 }),
      );
    }
    await calibration.post('org_choice', [
      { document: 'a', value: 'refund', observed_at: march18 },
      { document: 'b', escape: true, observed_at: march18 },
    ]);
    const { outcomes } = await calibration.list('org_choice');
    expect(outcomes.map(({ value, escape }) => ({ value, escape }))).toEqual(
      expect.arrayContaining([
        { value: 'refund', escape: false },
        { value: null, escape: true },
      ]),
    );
    const { raw } = await calibration.report('org_choice');
    expect(raw.accuracy).toBe(0.5);
    expect(raw.log_loss).toBeCloseTo((-Math.log(0.6) - Math.log(0.1)) / 2, 12);
    await expect(
      calibration.post('org_choice', [
        { document: 'a', value: 'refund', observed_at: march4 },
        { document: 'c', value: 'parcel', observed_at: march18 },
      ]),
    ).rejects.toMatchObject({ code: 'invalid_request', details: { reason: 'bad_enum', path: '/outcomes/1/value' } });
    expect((await calibration.list('org_choice')).outcomes).toHaveLength(2);
    await expect(
      calibration.post('org_choice', [{ document: 'a', value: 'x', observed_at: march4 }], undefined, 'none'),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('exist once when two posts send the same thousand at the same time [OUT-07]', async () => {
    await calibration.applyJudgment('org_many');
    const many = Array.from({ length: 1000 }, (_, index) => ({
      document: `d${index}`,
      value: index % 2 === 0,
      observed_at: march18,
    }));
    calibration.judgments.answers.push(
      ...many.slice(0, 500).map(({ document }) => answerOf(document, `ans_${document}`, march4)),
    );
    const replies = await Promise.all([calibration.post('org_many', many), calibration.post('org_many', many)]);
    const sum = (kind: 'recorded' | 'unchanged') => replies.reduce((total, reply) => total + reply[kind], 0);
    expect([sum('recorded'), sum('unchanged')]).toEqual([1000, 1000]);
    expect(replies.map(({ matched }) => matched)).toEqual([500, 500]);
    expect(await calibration.post('org_many', many)).toMatchObject({ recorded: 0, unchanged: 1000 });
    expect((await calibration.report('org_many')).labels.count).toBe(500);
  });
});
