import { retractOutcome } from '@app/contracts/calibration';
import { documentDeleted, namespaceDeleted } from '@app/contracts/documents';
import { answerRecordedBulk, answerRecordedLive } from '@app/contracts/judgments';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../../testing/calibration-harness';
import { answerOf, recordedOf } from '../../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('outcomes that wait, and deleted documents and namespaces', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  it('label the latest answer, or the first that arrives, in hindsight', async () => {
    await calibration.applyJudgment('org_latest');
    calibration.judgments.answers.push(answerOf('now', 'ans_now', march4));
    const waiting = ['live', 'bulk', 'missed'].map((document) => ({ document, value: true, as_of: 'latest' }));
    const reply = await calibration.post('org_latest', [{ document: 'now', value: true, as_of: 'latest' }, ...waiting]);
    expect(reply).toMatchObject({ recorded: 4, matched: 1 });
    const same = answerOf('live', 'ans_same', march4, { same: true });
    const failed = answerOf('live', 'ans_no', march4, { failure: 'engine_refused', answer_id: null });
    await calibration.publish(answerRecordedLive, recordedOf('org_latest', [same, failed]));
    await calibration.publish(answerRecordedLive, recordedOf('org_latest', [answerOf('live', 'ans_live', march4)]));
    await calibration.publish(answerRecordedBulk, recordedOf('org_latest', [answerOf('bulk', 'ans_bulk', march4)]));
    await eventually(async () =>
      expect((await calibration.report('org_latest')).labels).toMatchObject({ count: 3, hindsight: 3 }),
    );
    await calibration.publish(answerRecordedLive, recordedOf('org_latest', [answerOf('live', 'ans_later', march18)]));
    await calibration.publish(answerRecordedLive, recordedOf('org_latest', [answerOf('missed', 'ans_missed', march4)]));
    await eventually(async () => expect((await calibration.report('org_latest')).labels.count).toBe(4));
    const { outcomes } = await calibration.list('org_latest');
    const answers = Object.fromEntries(outcomes.map(({ document, answer }) => [document, answer]));
    expect(answers).toEqual({ now: 'ans_now', live: 'ans_live', bulk: 'ans_bulk', missed: 'ans_missed' });
  });

  it('are bound to an answer that was recorded while the outcome was being stored', async () => {
    await calibration.applyJudgment('org_race');
    armKillPoints((name) => {
      if (name === 'calibration.outcome.before-commit')
        calibration.judgments.answers.push(answerOf('d', 'ans_1', march4));
    });
    expect(await calibration.post('org_race', [{ document: 'd', value: true, as_of: 'latest' }])).toMatchObject({
      matched: 0,
    });
    await eventually(async () => expect((await calibration.list('org_race')).outcomes[0].answer).toBe('ans_1'));
  });

  it('keep both labels when a post labels the first answer while an outcome waits for it [defect E-H3]', async () => {
    await calibration.applyJudgment('org_both');
    // The answer is there when the second post asks, and the first post's outcome still waits.
    let asked = 0;
    armKillPoints((name) => {
      if (name === 'calibration.outcome.before-commit' && asked++ === 0) {
        calibration.judgments.answers.push(answerOf('d', 'ans_1', march4));
      }
    });
    const one = { document: 'd', as_of: 'latest' };
    const replies = [
      await calibration.post('org_both', [{ ...one, value: true }]),
      await calibration.post('org_both', [{ ...one, value: false }]),
    ];
    expect(replies.map(({ recorded, replaced }) => recorded + replaced)).toEqual([1, 1]);
    await eventually(async () => {
      const { outcomes } = await calibration.list('org_both');
      expect(outcomes.map(({ answer }) => answer).filter((answer) => answer !== 'ans_1')).toEqual([]);
    });
    expect((await calibration.report('org_both')).labels.count).toBe(1);
    const { rows } = await calibration.database.query<{ n: number }>(
      `select count(distinct identity)::int as n from outcome where organization = 'org_both' and identity not like '%in_force=ans_1%'`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('are listed newest first, retracted once, and kept when their document is deleted [OUT-10]', async () => {
    await calibration.applyJudgment('org_pages');
    const documents = ['a', 'b', 'c'];
    for (const document of documents) {
      calibration.judgments.answers.push(answerOf(document, `ans_${document}`, march4));
      await calibration.post('org_pages', [{ document, value: true, observed_at: march18 }]);
    }
    const first = await calibration.list('org_pages', { limit: 2 });
    const second = await calibration.list('org_pages', { limit: 2, cursor: first.next_cursor });
    expect([...first.outcomes, ...second.outcomes].map(({ document }) => document)).toEqual(['c', 'b', 'a']);
    expect(second.next_cursor).toBeNull();
    const caller = 'org_pages';
    const [{ id }] = first.outcomes;
    expect(await calibration.ask(retractOutcome, { namespace: 'n', judgment: 'late', id }, caller)).toEqual({
      deleted: true,
    });
    await expect(
      calibration.ask(retractOutcome, { namespace: 'n', judgment: 'late', id }, caller),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    const gone = { organization: 'org_pages', namespace: 'n' };
    await calibration.publish(documentDeleted, {
      ...gone,
      documents: [
        { id: 'a', version: 11 },
        { id: 'b', version: 9 },
      ],
    });
    await eventually(async () => {
      const { rows } = await calibration.database.query(
        `select document from outcome where organization = 'org_pages' and document_deleted`,
      );
      expect(rows).toEqual([{ document: 'a' }]);
    });
    expect((await calibration.report('org_pages')).labels.count).toBe(2);
    await calibration.publish(namespaceDeleted, { ...gone, revision: 1 });
    await eventually(() => expect(calibration.list('org_pages')).rejects.toMatchObject({ code: 'not_found' }));
  });
});
