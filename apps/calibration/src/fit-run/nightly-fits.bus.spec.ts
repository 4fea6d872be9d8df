import { FakeService, eventually, setClock, testEnvironment } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';
import { FitRoom } from './fit-room.fake';

const dayMs = 86_400_000;

describe('fits', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  let fits: FitRoom;
  let day = 0;

  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread]);
    neighbours = await openNeighbours();
    fits = new FitRoom(calibration);
  }, 60_000);
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stop();
  });

  async function nextNight(): Promise<void> {
    await setClock(testEnvironment().adminUrl, ++day * dayMs);
    await eventually(async () => {
      const { rows } = await calibration.database.query<{ n: number }>(
        `select count(*)::int as n from fit_night where finished_at > app.now() - interval '12 hours'`,
      );
      expect(rows[0].n).toBeGreaterThan(0);
    });
  }

  it('are made each night for judgments whose labels have changed, and for no others [CAL-05]', async () => {
    await calibration.applyJudgment('org_night');
    await fits.label('org_night', 30);
    await nextNight();
    const first = await calibration.report('org_night');
    expect(first).toMatchObject({ read_with: expect.stringMatching(/raw|calibrated/), labels: { count: 30 } });
    expect(first.fit).toMatch(/^fit_/);
    const chosen = first.choice?.candidates.find((one) => one.chosen);
    expect(chosen?.log_loss).toBe(Math.min(...(first.choice?.candidates ?? []).map(({ log_loss }) => log_loss)));
    await nextNight();
    expect((await calibration.report('org_night')).fit).toBe(first.fit);
    await fits.label('org_night', 1, { from: 400 });
    await nextNight();
    const last = await calibration.report('org_night');
    expect(last.fit).not.toBe(first.fit);
    expect(last.labels.count).toBe(31);
  }, 60_000);

  it('come with a draw of labels for comparisons each night, again when labels change and after a month [ALT-24]', async () => {
    const organization = 'org_sample';
    await calibration.applyJudgment(organization);
    await fits.label(organization, 5);
    const seen = async () => {
      const { rows } = await calibration.database.query<{ labels_seen: string; fresh: boolean }>(
        `select labels_seen, drawn_at > app.now() - interval '12 hours' as fresh from sample_draw where organization = $1`,
        [organization],
      );
      return rows.map(({ labels_seen, fresh }) => [Number(labels_seen), fresh]);
    };
    await nextNight();
    // Five labels are too few for a fit, and are drawn.
    expect(await seen()).toEqual([[5, true]]);
    await nextNight();
    expect(await seen()).toEqual([[5, false]]);
    await fits.label(organization, 400, { from: 100 });
    await nextNight();
    expect(await seen()).toEqual([[405, true]]);
    // Nobody takes the facts here, so they stay where the relay found them.
    const { rows: facts } = await calibration.database.query<{ version: number; answers: number }>(
      `select (payload::jsonb -> 'version')::int as version, jsonb_array_length(payload::jsonb -> 'answers') as answers
       from outbox where subject like 'calibration.sample.drawn%' and payload::jsonb ->> 'organization' = $1 order by id`,
      [organization],
    );
    expect(facts.map(({ version, answers }) => [version, answers])).toEqual([
      [1, 5],
      [1, 250],
      [1, 155],
    ]);
    day += 31;
    await nextNight();
    expect(await seen()).toEqual([[405, true]]);
  });
});
