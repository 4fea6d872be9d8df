import {
  answerRecordedBulk,
  answerRecordedLive,
  documentDeleted,
  namespaceDeleted,
  retractOutcome,
} from '@app/contracts';
import { armKillPoints } from '@app/persistence';
import { eventually, freshSchema, startService } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { calibrationService } from '../app.service';
import { SpecRoom, answerOf, recordedOf } from '../testing/calibration-harness';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('outcomes that wait, and what goes', () => {
  let room: SpecRoom;
  beforeAll(async () => {
    await freshSchema(calibrationSchema);
    room = await SpecRoom.of(await startService(calibrationService));
  });
  beforeEach(() => room.play());
  afterEach(() => room.rest());
  afterAll(() => room.running.stop());

  it('labels the latest answer, or the first to come, in hindsight', async () => {
    await room.know('org_latest');
    room.played.answers.push(answerOf('now', 'ans_now', march4));
    const waiting = ['live', 'bulk', 'missed'].map((document) => ({ document, value: true, as_of: 'latest' }));
    const reply = await room.post('org_latest', [{ document: 'now', value: true, as_of: 'latest' }, ...waiting]);
    expect(reply).toMatchObject({ recorded: 4, matched: 1 });
    const same = answerOf('live', 'ans_same', march4, { same: true });
    const failed = answerOf('live', 'ans_no', march4, { failure: 'engine_refused', answer_id: null });
    await room.say(answerRecordedLive, recordedOf('org_latest', [same, failed]));
    await room.say(answerRecordedLive, recordedOf('org_latest', [answerOf('live', 'ans_live', march4)]));
    await room.say(answerRecordedBulk, recordedOf('org_latest', [answerOf('bulk', 'ans_bulk', march4)]));
    await eventually(async () =>
      expect((await room.report('org_latest')).labels).toMatchObject({ count: 3, hindsight: 3 }),
    );
    await room.say(answerRecordedLive, recordedOf('org_latest', [answerOf('live', 'ans_later', march18)]));
    await room.say(answerRecordedLive, recordedOf('org_latest', [answerOf('missed', 'ans_missed', march4)]));
    await eventually(async () => expect((await room.report('org_latest')).labels.count).toBe(4));
    const { outcomes } = await room.list('org_latest');
    const answers = Object.fromEntries(outcomes.map(({ document, answer }) => [document, answer]));
    expect(answers).toEqual({ now: 'ans_now', live: 'ans_live', bulk: 'ans_bulk', missed: 'ans_missed' });
  });

  it('finds the answer that was recorded while its outcome was being stored', async () => {
    await room.know('org_race');
    armKillPoints((name) => {
      if (name === 'calibration.outcome.before-commit') room.played.answers.push(answerOf('d', 'ans_1', march4));
    });
    expect(await room.post('org_race', [{ document: 'd', value: true, as_of: 'latest' }])).toMatchObject({
      matched: 0,
    });
    await eventually(async () => expect((await room.list('org_race')).outcomes[0].answer).toBe('ans_1'));
  });

  it('pages newest first, retracts once, and keeps labels of deleted documents [OUT-10]', async () => {
    await room.know('org_pages');
    const documents = ['a', 'b', 'c'];
    for (const document of documents) {
      room.played.answers.push(answerOf(document, `ans_${document}`, march4));
      await room.post('org_pages', [{ document, value: true, observed_at: march18 }]);
    }
    const first = await room.list('org_pages', { limit: 2 });
    const second = await room.list('org_pages', { limit: 2, cursor: first.next_cursor });
    expect([...first.outcomes, ...second.outcomes].map(({ document }) => document)).toEqual(['c', 'b', 'a']);
    expect(second.next_cursor).toBeNull();
    const caller = 'org_pages';
    const [{ id }] = first.outcomes;
    expect(await room.ask(retractOutcome, { namespace: 'n', judgment: 'late', id }, caller)).toEqual({ deleted: true });
    await expect(room.ask(retractOutcome, { namespace: 'n', judgment: 'late', id }, caller)).rejects.toMatchObject({
      code: 'not_found',
    });
    const gone = { organization: 'org_pages', namespace: 'n' };
    await room.say(documentDeleted, {
      ...gone,
      documents: [
        { id: 'a', version: 11 },
        { id: 'b', version: 9 },
      ],
    });
    await eventually(async () => {
      const { rows } = await room.running.platform.database.query(
        `select document from outcome where organization = 'org_pages' and document_deleted`,
      );
      expect(rows).toEqual([{ document: 'a' }]);
    });
    expect((await room.report('org_pages')).labels.count).toBe(2);
    await room.say(namespaceDeleted, { ...gone, revision: 1 });
    await eventually(() => expect(room.list('org_pages')).rejects.toMatchObject({ code: 'not_found' }));
  });
});
