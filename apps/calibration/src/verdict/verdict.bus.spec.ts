import { readVerdicts } from '@app/contracts/calibration';
import { FakeService } from '@app/testing';
import { FitRoom, march18 } from '../fit-run/fit-room.fake';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';
import { answerOf } from '../testing/samples';

describe('what the reports of a namespace come to', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  let fits: FitRoom;
  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread]);
    neighbours = await openNeighbours();
    fits = new FitRoom(calibration);
  }, 60_000);
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(async () => {
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stop();
  });

  const list = async (organization: string, namespace = 'n') =>
    (await calibration.ask(readVerdicts, { namespace }, organization)).verdicts;

  it('is listed by judgment from their newest fits, as the report says it, and left out without one [CAL-08]', async () => {
    const organization = 'org_verdict';
    await calibration.applyJudgment(organization);
    await calibration.applyJudgment(organization, { judgment_id: 'jdg_other', name: 'another' });
    expect(await list(organization)).toEqual([]);
    await fits.label(organization, 120);
    const { fit } = await fits.fitted(organization);
    const { verdict, labels } = await calibration.report(organization);
    expect(verdict?.code).toMatch(/better/);
    expect(await list(organization)).toEqual([
      { judgment: 'late', verdict, fit, labels: labels.used, fitted_at: expect.any(String) },
    ]);
    // Another version has no fit yet, and another organization sees nothing.
    await calibration.applyJudgment(organization, { revision: 2, active_version: 2 });
    expect([await list(organization), await list('org_stranger')]).toEqual([[], []]);
  });

  it('is that of the template where a namespace inherits the judgment [CAL-08]', async () => {
    const organization = 'org_verdict_template';
    await calibration.applyJudgment(organization, { scope: 'acme/*' });
    const report = await calibration.report(organization, { namespace: 'acme/*' });
    await calibration.database.query(
      `insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, labels, labels_seen,
         labels_changed_at, floor, report, made_at)
       values ('fit_of_template', $1, $2, '', 1, 'e', 'raw', '{}', '{}', 0, $3, 0, $4, $3)`,
      [organization, `jdg_${organization}`, march18, JSON.stringify(report)],
    );
    const [found] = await list(organization, 'acme/t1');
    expect(found).toMatchObject({ judgment: 'late', fit: 'fit_of_template', verdict: { code: 'no_labels' } });
    expect(await list(organization, 'other/t1')).toEqual([]);
  });
});

describe('the errors of a report', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => (calibration = await openCalibration([computeInMainThread])), 60_000);
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  it('name the documents whose labels were read as the least probable, by the label that counts [CAL-08]', async () => {
    const organization = 'org_errors';
    await calibration.applyJudgment(organization);
    const documents = { sure: 0.95, unsure: 0.7, right: 0.1, mended: 0.9 };
    calibration.judgments.answers.push(
      ...Object.entries(documents).map(([id, number]) =>
        answerOf(id, `ans_${id}`, '2026-03-04T09:30:00.000Z', { number }),
      ),
    );
    const no = Object.keys(documents).map((document) => ({ document, value: false, observed_at: march18 }));
    await calibration.post(organization, [
      ...no,
      { document: 'mended', value: true, observed_at: '2026-03-19T12:00:00.000Z' },
    ]);
    const { errors } = await calibration.report(organization);
    expect(errors).toEqual([
      { namespace: 'n', document: 'sure', observed: false, p: expect.closeTo(0.05, 9) },
      { namespace: 'n', document: 'unsure', observed: false, p: expect.closeTo(0.3, 9) },
    ]);
  });
});
