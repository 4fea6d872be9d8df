import { SegmentView } from '@app/contracts/calibration';
import { documentDeleted } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { randomOf } from '@app/statistics';
import { eventually } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';
const by = 'attributes.channel';

describe('the report by an attribute', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  /** Labels of documents by channel, each with p 0.5. */
  async function label(organization: string, documents: Record<string, { channel?: unknown; value: boolean }>) {
    await calibration.applyJudgment(organization);
    const outcomes = Object.entries(documents).map(([document, { channel, value }]) => {
      if (channel !== undefined) calibration.judgments.attributes.set(document, { channel });
      const answer = answerOf(document, `ans_${document}`, march4, { number: 0.5 });
      calibration.judgments.answers.push(answer);
      return { document, value, observed_at: march18, answer: String(answer.answer_id) };
    });
    await calibration.post(organization, outcomes);
  }
  const segments = async (organization: string): Promise<SegmentView[]> =>
    (await calibration.report(organization, { by })).segments?.values ?? [];
  const counted = async (organization: string) =>
    (await segments(organization)).map(({ kind, value, labels }) => [kind, value, labels]);

  it('divides labels by its value when they were bound, and finds what is read too high [ST-F3]', async () => {
    const organization = 'org_segments';
    const random = randomOf(7);
    const documents = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => {
        const channel = at % 2 === 0 ? 'web' : 'mail';
        return [`d${at}`, { channel, value: random.uniform() < (channel === 'web' ? 0.8 : 0.2) }];
      }),
    );
    await label(organization, documents);
    const found = await eventually(async () => {
      const all = await segments(organization);
      expect(all.map(({ kind, value }) => [kind, value])).toEqual([
        ['value', 'mail'],
        ['value', 'web'],
      ]);
      return all;
    });
    const yes = (channel: string) =>
      Object.values(documents).filter((one) => one.channel === channel && one.value).length / 100;
    expect(found[0]).toMatchObject({ labels: 100, documents: 100, mean_read: 0.5, base_rate: yes('mail') });
    expect(found[0]).toMatchObject({ observed: yes('mail'), differs: true });
    expect(found[0].log_loss).toBeCloseTo(Math.log(2), 12);
    expect(found[0].gap).toBeCloseTo(0.5 - yes('mail'), 12);
    expect(found[1].gap).toBeLessThan(0);
    // The attribute as it was: what the document says now does not matter.
    calibration.judgments.attributes.set('d0', { channel: 'phone' });
    const report = await calibration.report(organization, { by });
    expect(report.segments).toMatchObject({ by, distinct: 2 });
    expect((await calibration.report(organization)).segments).toBeUndefined();
  });

  it('tells apart what a document does not have, what was not kept and what nobody kept [ST-F3]', async () => {
    const organization = 'org_kept';
    await label(organization, {
      a: { channel: 'web', value: true },
      b: { channel: [], value: true },
      c: { channel: null, value: true },
      d: { value: false },
      e: { channel: 'mail', value: true },
    });
    await eventually(async () => expect(await counted(organization)).toHaveLength(4));
    // A label of before has no attributes; and those of a deleted document go with it.
    await calibration.database.query(
      `update outcome set attributes = null, attributes_asked = true where organization = $1 and document = 'a'`,
      [organization],
    );
    const documents = [{ id: 'e', version: 99 }];
    await calibration.publish(documentDeleted, { organization, namespace: 'n', documents });
    await eventually(async () =>
      expect(await counted(organization)).toEqual([
        ['none', null, 2],
        ['not_kept', null, 3],
      ]),
    );
    const { rows } = await calibration.database.query(
      `select attributes from outcome where organization = $1 and document = 'e'`,
      [organization],
    );
    expect(rows).toEqual([{ attributes: null }]);
  });

  it('keeps nothing of a document that is deleted while its attributes are read [ST-F3]', async () => {
    const organization = 'org_race';
    let isMarked: Promise<void> | null = null;
    armKillPoints((name) => {
      if (name !== 'calibration.attribute.before-write' || isMarked !== null) return;
      isMarked = calibration.database
        .query(`update outcome set document_deleted = true, attributes = null where organization = $1`, [organization])
        .then(() => undefined);
      return isMarked;
    });
    await label(organization, { a: { channel: 'web', value: true } });
    await eventually(async () => {
      const { rows } = await calibration.database.query(
        `select attributes, attributes_asked, document_deleted from outcome where organization = $1`,
        [organization],
      );
      expect(rows).toEqual([{ attributes: null, attributes_asked: true, document_deleted: true }]);
    });
  });

  it('asks again after a kill between asking and keeping [ST-F3]', async () => {
    let killed = 0;
    armKillPoints((name) => {
      if (name === 'calibration.attribute.before-write' && killed++ === 0) throw new Error('killed');
    });
    await label('org_killed', { a: { channel: 'web', value: true } });
    await eventually(async () => expect(await counted('org_killed')).toEqual([['value', 'web', 1]]));
    expect(killed).toBe(2);
  });

  it.each(['state.channel', 'channel', 'attributes', 'answers.late.p'])('refuses `by=%s` [ST-F3]', async (path) => {
    await calibration.applyJudgment('org_paths');
    await expect(calibration.report('org_paths', { by: path })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { reason: 'bad_path', path: '/by' },
    });
  });
});
