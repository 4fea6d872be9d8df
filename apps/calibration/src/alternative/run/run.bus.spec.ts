import { calibrationJobs } from '@app/contracts/jobs';
import { eventually } from '@app/testing';
import { AlternativesHarness } from '../../testing/alternatives-harness';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('facts that come twice and in any order make the same table [ALT-42]', async () => {
  const tables = [];
  for (const organization of ['org_once', 'org_twice']) {
    await table.arrange(organization);
    table.scoring.says = (alternative, label) =>
      Number(label.document.split('-').at(-1)) < 3 ? 'failed' : table.knows(alternative, label);
    if (organization === 'org_twice') {
      table.scoring.onStart = async (start) => {
        await table.answer({ ...start, labels: [...start.labels].reverse() });
        await table.answer(start);
        await table.answer({ ...start, labels: start.labels.slice(10, 50) });
      };
    }
    const { id } = await table.name(organization, 'Late twice?');
    const { alternatives } = await table.scored(organization);
    const row = alternatives.find((one) => one.id === id)!;
    expect(row.labels_skipped.failed).toBe(3);
    const { scored_at, named_at, named_by, ...rest } = row;
    expect([scored_at, named_at, named_by].every((one) => one !== null)).toBe(true);
    tables.push(rest);
  }
  const [once, twice] = tables;
  expect(twice).toEqual({ ...once, billed: { judgment_units: 57, cost_usd: expect.closeTo(0.114, 9) } });
});

it('a cancelled run keeps its answers: whole rows are scored, the next quote prices the rest [ALT-34] [JOB-04]', async () => {
  await table.arrange('org_cancel');
  table.scoring.says = table.knows;
  const [first, second] = [await table.name('org_cancel', 'Late one?'), await table.name('org_cancel', 'Late two?')];
  table.scoring.onStart = (start) =>
    start.alternative === first.id
      ? table.answer(start)
      : table.answer({ ...start, labels: start.labels.slice(0, 25) });
  const job = await table.confirm('org_cancel');
  await eventually(async () => expect(table.scoring.started).toHaveLength(2));
  await eventually(async () => {
    const { progress } = await table.calibration.ask(calibrationJobs.get, { id: job.id }, 'org_cancel');
    expect(progress.done).toBe(85);
  });
  expect((await table.table('org_cancel')).status).toBe('running');
  await table.calibration.ask(calibrationJobs.cancel, { id: job.id }, 'org_cancel');
  // The reply comes after what no engine was asked has been taken back.
  expect(table.scoring.stopped).toHaveLength(1);
  const ended = await table.finished('org_cancel', job.id);
  expect(ended).toMatchObject({
    status: 'failed',
    result: { error: { code: 'conflict', details: { reason: 'cancelled', usage: { judgment_units: 85 } } } },
  });
  const { alternatives, corrected_for, quote } = await table.priced('org_cancel');
  expect(corrected_for).toBe(1);
  expect(alternatives.find(({ id }) => id === first.id)).toMatchObject({ billed: { judgment_units: 60 } });
  expect(alternatives.find(({ id }) => id === second.id)).toMatchObject({ verdict: 'unscored', billed: null });
  expect(quote).toMatchObject({ judgment_units: 35, alternatives: [{ id: second.id, labels: 35 }] });
  table.scoring.onStart = (start) => table.answer(start);
  const done = await table.scored('org_cancel');
  expect(done.alternatives.find(({ id }) => id === second.id)).toMatchObject({
    labels: 60,
    billed: { judgment_units: 35 },
  });
});

it('stops for a new version and for another epoch of its engine, and leaves other organizations alone [ALT-04] [ALT-34]', async () => {
  await table.arrange('org_new');
  await table.name('org_new', 'Late before?');
  table.scoring.onStart = async () => undefined;
  const job = await table.confirm('org_new');
  await eventually(async () => expect(table.scoring.started).toHaveLength(1));
  table.scoring.version = 2;
  await table.calibration.applyJudgment('org_new', { revision: 2, active_version: 2 });
  expect(await table.finished('org_new', job.id)).toMatchObject({
    status: 'failed',
    result: { error: { code: 'conflict' } },
  });
  expect(table.scoring.stopped.length).toBeGreaterThan(0);
  expect(await table.table('org_new')).toMatchObject({ reason: 'superseded', version: 2, quote: null });
  await expect(table.table('org_other')).rejects.toMatchObject({ code: 'not_found' });
  table.scoring.version = 1;
  await table.calibration.applyJudgment('org_new', { revision: 3, active_version: 1 });
  table.engines[0].engine_version = 'current+2026-03-20.1';
  expect(await table.table('org_new')).toMatchObject({ status: 'not_run', reason: 'superseded', quote: null });
  await expect(table.run('org_new', 1)).rejects.toMatchObject({ code: 'insufficient_labels' });
});
