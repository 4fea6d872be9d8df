import { listOutcomes, postOutcomes, retractOutcome } from '@app/contracts/calibration';
import { eventually, setClock, testEnvironment } from '@app/testing';
import { AlternativesHarness } from '../testing/alternatives-harness';

const dayMs = 86_400_000;
let table: AlternativesHarness;
/**
 * How many days the clock stands ahead. All nights of this file lie within one month: in the first night of a month the
 * service scores the narrowings of every judgment, which would count among the starts of another test.
 */
let day = daysToNextMonth() + 1;

beforeAll(async () => {
  await setClock(testEnvironment().adminUrl, day * dayMs);
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await table.calibration.stop();
});

/** Days from today until the first of the next month, UTC. */
function daysToNextMonth(): number {
  const today = new Date();
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  return Math.ceil((first - today.getTime()) / dayMs);
}

async function nextNight(): Promise<void> {
  await setClock(testEnvironment().adminUrl, ++day * dayMs);
  await eventually(async () => {
    const { rows } = await table.calibration.database.query<{ n: number }>(
      `select count(*)::int as n from fit_night where finished_at > app.now() - interval '12 hours'`,
    );
    expect(rows[0].n).toBeGreaterThan(0);
  }, 20_000);
}

it('a score follows corrected and retracted labels in the next night, for free, and stays where it was counted [ALT-42]', async () => {
  await table.arrange('org_recount');
  table.scoring.says = table.knows;
  await table.name('org_recount', 'Late as corrected?');
  const [before] = (await table.scored('org_recount')).alternatives;
  const ask = { namespace: 'n', judgment: 'late' };
  const { outcomes } = await table.calibration.ask(listOutcomes, ask, 'org_recount');
  await table.calibration.ask(retractOutcome, { ...ask, id: outcomes[0].id }, 'org_recount');
  const { document, value } = outcomes[1] as { document: string; value: boolean };
  const corrected = { document, value: !value, observed_at: '2026-03-18T12:00:00.000Z' };
  await table.calibration.ask(postOutcomes, { ...ask, post: { outcomes: [corrected] } }, 'org_recount');
  const starts = table.scoring.started.length;
  await nextNight();
  const [after] = (await table.table('org_recount')).alternatives;
  expect(after).toMatchObject({ labels: 59, scored_at: before.scored_at, billed: before.billed });
  // The corrected label is one of the 30 that stand for the half of the answers that it lies in; of the other half 29 are labelled.
  expect(after.held_out!.accuracy).toBeCloseTo(59 / 60, 9);
  expect(table.scoring.started).toHaveLength(starts);
});

it('counts the same table to the digit after a restart, from the answers that were kept [ALT-42]', async () => {
  await table.arrange('org_again');
  table.scoring.says = (alternative, label) =>
    label.document.endsWith('7') ? 'failed' : table.knows(alternative, label);
  for (const word of ['one', 'two']) await table.name('org_again', `Late ${word}?`);
  const before = await table.scored('org_again');
  const starts = table.scoring.started.length;
  await table.restart();
  await table.calibration.database.query(
    `update alternative_score set labels = '', score = (score::jsonb - 'comparison' || '{"comparison": null}')::json
     where organization = 'org_again'`,
  );
  expect((await table.table('org_again')).alternatives.map(({ change }) => change)).toEqual([null, null]);
  await nextNight();
  const after = await eventually(async () => {
    const read = await table.table('org_again');
    expect(read.alternatives.every(({ change }) => change !== null)).toBe(true);
    return read;
  });
  expect(after).toEqual({ ...before, computed_at: after.computed_at });
  expect(table.scoring.started).toHaveLength(starts);
});

it('narrowings that save are scored in the first night of a month, for free, and count nowhere [ALT-28] [ALT-46]', async () => {
  table.scoring.unitsOf = (alternative) => (alternative === 'version' ? 4 : 2.5);
  await table.arrange('org_tune');
  table.scoring.says = table.knows;
  await nextNight();
  const read = await eventually(async () => {
    const found = await table.table('org_tune');
    if (found.alternatives.length >= 2) return found;
    await table.calibration.endRests();
    throw new Error(found.message);
  }, 30_000);
  expect(read.corrected_for).toBe(0);
  for (const row of read.alternatives) {
    expect(row).toMatchObject({
      in_k: false,
      source: 'automatic',
      billed: null,
      verdict: 'no_worse',
      unit_reduction: 0.375,
    });
  }
  expect(read).toMatchObject({ status: 'ready', suggestion: { because: 'cheaper' }, quote: null });
  expect([table.money.opens, table.scoring.started.every(({ free, block }) => free && block === null)]).toEqual([
    0,
    true,
  ]);
  const starts = table.scoring.started.length;
  await nextNight();
  expect(table.scoring.started).toHaveLength(starts);
  const hidden = await table.table('org_tune', 'developer');
  expect(hidden).toMatchObject({ plan_required: { required_plan: 'team' } });
  expect(JSON.stringify(hidden)).not.toContain('state.log');
});

it('narrowings that were looked at before the first paid run are asked about the labels that it fixed, for free, and its event names no path [ALT-09] [ALT-25] [ALT-41] [ALT-46]', async () => {
  table.scoring.unitsOf = (alternative) => (alternative === 'version' ? 4 : 2.5);
  await table.arrange('org_extend');
  // All say the same as the version, so that a narrowing is what is suggested.
  table.scoring.says = (_, { document }) => (Number(document.split('-').at(-1)) % 2 === 1 ? 0.7 : 0.3);
  await nextNight();
  const narrowed = () =>
    eventually(async () => {
      const { alternatives, labels } = await table.table('org_extend');
      const rows = alternatives.filter(({ in_k }) => !in_k);
      if (rows.length >= 2 && rows.every((row) => row.labels === labels.count)) return rows;
      await table.calibration.endRests();
      throw new Error(JSON.stringify(rows));
    }, 30_000);
  expect((await narrowed()).map(({ labels }) => labels)).toEqual([60, 60]);
  await table.label('org_extend', 20, 60);
  await table.fit('org_extend');
  await table.name('org_extend', 'Late with a marker?');
  const { result } = await table.finished('org_extend', (await table.confirm('org_extend')).id);
  expect(result).toMatchObject({ suggestion: { because: 'cheaper' } });
  // The search finds what there is to find: the job of a Team shows the definitions.
  expect(JSON.stringify(result)).toContain('state.log');
  const { rows: events } = await table.calibration.database.query<{ payload: string }>(
    `select payload from outbox where subject like '%alternatives.ready%' and payload like '%org_extend%'`,
  );
  expect(events).toHaveLength(1);
  for (const hidden of ['state.', 'Late with a marker']) expect(events[0].payload).not.toContain(hidden);
  const before = table.scoring.started.length;
  await nextNight();
  expect((await narrowed()).map(({ labels, billed }) => [labels, billed])).toEqual([
    [80, null],
    [80, null],
  ]);
  const extended = table.scoring.started.slice(before);
  expect(extended.map(({ labels, free, block }) => [labels.length, free, block])).toEqual([
    [20, true, null],
    [20, true, null],
  ]);
  await nextNight();
  expect(table.scoring.started).toHaveLength(before + 2);
});

it('runs that ended over 400 days ago are deleted with what they asked; younger ones stay [ALT-34]', async () => {
  await table.arrange('org_old');
  table.scoring.says = table.knows;
  await table.name('org_old', 'Late long ago?');
  await table.scored('org_old');
  const left = async () => {
    const { rows } = await table.calibration.database.query<{ runs: number; answers: number }>(
      `select (select count(*) from alternative_run where organization = 'org_old')::int as runs,
         (select count(*) from alternative_answer where organization = 'org_old')::int as answers`,
    );
    return rows[0];
  };
  await nextNight();
  expect(await left()).toEqual({ runs: 1, answers: 60 });
  await table.calibration.database.query(
    `update alternative_run set ended_at = app.now() - interval '401 days' where organization = 'org_old'`,
  );
  await nextNight();
  expect(await left()).toEqual({ runs: 0, answers: 0 });
});

it('a run starts by itself once a month where the setting asks for it, without engines that are new [ALT-07] [ALT-38]', async () => {
  table.scoring.used = [{ name: 'gpt-6-luna', version: 'current' }];
  table.scoring.unitsOf = () => 1;
  for (const organization of ['org_auto', 'org_small']) {
    table.plan = organization === 'org_auto' ? 'team' : 'developer';
    await table.arrange(organization, 60, { automatic: true });
    await table.name(organization, 'Late by itself?');
    const starts = table.scoring.started.length;
    await nextNight();
    if (organization === 'org_small') {
      expect(table.scoring.started).toHaveLength(starts);
      continue;
    }
    const read = await eventually(async () => {
      const found = await table.table(organization);
      expect(found.corrected_for).toBe(1);
      return found;
    }, 20_000);
    expect(read.alternatives.map(({ source, verdict }) => [source, verdict === 'unscored'])).toEqual([
      ['automatic', true],
      ['named', false],
    ]);
    expect(Date.parse(read.next_run_after!)).toBeGreaterThan(Date.parse(read.computed_at!));
  }
});
