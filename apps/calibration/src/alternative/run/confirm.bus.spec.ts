import { armKillPoints } from '@app/persistence';
import { AlternativesHarness } from '../../testing/alternatives-harness';

/** Confirms that meet an outcome, and confirms that meet an activation. */
const rounds = process.env.LONG === '1' ? 200 : 8;
const activations = process.env.LONG === '1' ? 100 : 5;
let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('twenty confirms at once are one run with one job, and its charge is the quote [ALT-34] [ALT-35] [ALT-37]', async () => {
  await table.arrange('org_twenty');
  table.scoring.says = table.knows;
  // A run that has ended answers no confirm any more, so this one stays open until all twenty are answered.
  let release = (): void => undefined;
  const answered = new Promise<void>((resolve) => (release = resolve));
  table.scoring.onStart = async (start) => {
    void answered.then(() => table.answer(start));
  };
  const { id } = await table.name('org_twenty', 'Late for sure?');
  const { quote } = await table.priced('org_twenty');
  expect(quote).toMatchObject({ labels: 60, judgment_units: 60, tokens: 6000, cost_usd: 0.12, new_providers: [] });
  const jobs = await Promise.all(Array.from({ length: 20 }, () => table.run('org_twenty', quote!.generation)));
  release();
  expect(new Set(jobs.map((job) => job.id)).size).toBe(1);
  expect(table.money.blocks.size).toBe(1);
  const job = await table.finished('org_twenty', jobs[0].id);
  expect(job).toMatchObject({ status: 'done', type: 'alternatives_run', progress: { done: 60, total: 60 } });
  expect(table.scoring.started).toHaveLength(1);
  const read = await table.table('org_twenty');
  expect(read).toMatchObject({
    status: 'ready',
    reason: null,
    corrected_for: 1,
    quote: null,
    suggestion: { id, because: 'better' },
  });
  expect(read.alternatives[0]).toMatchObject({
    verdict: 'better',
    labels: 60,
    billed: { judgment_units: 60, cost_usd: 0.12 },
  });
  expect(job.result).toMatchObject({ status: 'ready', usage: { judgment_units: 60, requests: 60, cost_usd: 0.12 } });
  expect(table.money.closed).toHaveLength(1);
  await expect(table.run('org_twenty', quote!.generation)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'nothing_to_score' },
  });
  const { rows } = await table.calibration.database.query<{ n: number }>(
    `select count(*)::int as n from outbox where subject like '%alternatives.ready%' and payload like '%org_twenty%'`,
  );
  expect(rows[0].n).toBe(1);
});

it('a confirm runs what was quoted, or says that the quote moved: an outcome in between is never half in [ALT-36]', async () => {
  await table.arrange('org_race', 20);
  let wording = 0;
  let from = 20;
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    await table.name('org_race', `Late by ${(wording += 1)}?`);
    const { quote } = await table.priced('org_race');
    const [job] = await Promise.all([
      table.run('org_race', quote!.generation).catch((error: { code: string; details: { reason: string } }) => error),
      table.label('org_race', 1, from++),
    ]);
    seen.add('id' in job ? 'run' : job.details.reason);
    if (!('id' in job)) {
      expect(job).toMatchObject({ code: 'conflict', details: { reason: 'quote_changed' } });
      expect((job as { details: { generation?: number } }).details.generation).toBeGreaterThanOrEqual(
        quote!.generation,
      );
      const { rows } = await table.calibration.database.query<{ n: number }>(
        `select count(*)::int as n from alternative_run where organization = 'org_race' and state <> 'ended'`,
      );
      expect(rows[0].n).toBe(0);
      await table.remove('org_race', quote!.alternatives[0].id);
      continue;
    }
    const ended = await table.finished('org_race', job.id);
    const start = table.scoring.started.at(-1)!;
    expect(start.labels).toHaveLength(quote!.alternatives[0].labels);
    expect(ended).toMatchObject({ status: 'done', progress: { total: quote!.alternatives[0].labels } });
    await table.remove('org_race', start.alternative);
    // The labels of the month are fixed now: the next outcomes race with a quote of the same sample.
    await table.calibration.database.query(`delete from alternative_month where organization = 'org_race'`);
  }
  expect([...seen].every((one) => one === 'run' || one === 'quote_changed')).toBe(true);
}, 600_000);

it('a confirm that meets an activation runs the version that was quoted, or nothing [ALT-34] [ALT-36]', async () => {
  await table.arrange('org_activate');
  table.scoring.onStart = async () => undefined;
  const activate = async (version: number, revision: number) => {
    table.scoring.version = version;
    table.scoring.question = version === 1 ? 'Late?' : 'Quite another?';
    await table.calibration.applyJudgment('org_activate', { revision, active_version: version });
  };
  const runs = async () => {
    const { rows } = await table.calibration.database.query<{ version: number; open: boolean }>(
      `select version, state <> 'ended' as open from alternative_run where organization = 'org_activate' and not free`,
    );
    return rows;
  };
  const seen = new Set<string>();
  for (let round = 0; round < activations; round += 1) {
    const { id } = await table.name('org_activate', `Late before ${round}?`);
    const { quote } = await table.priced('org_activate');
    const before = (await runs()).length;
    const began = table.scoring.started.length;
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, (round % 6) * 4));
      await activate(2, 2 + 2 * round);
    };
    const [job] = await Promise.all([
      table.run('org_activate', quote!.generation).catch((error: { code: string }) => error),
      late(),
    ]);
    const own = (await runs()).slice(before);
    if ('id' in job) {
      seen.add('run');
      expect(own).toMatchObject([{ version: 1 }]);
      const ended = await table.finished('org_activate', job.id);
      expect(ended).toMatchObject({ status: 'failed', result: { error: { code: 'conflict' } } });
    } else {
      seen.add(job.code);
      expect(own).toEqual([]);
    }
    for (const start of table.scoring.started.slice(began)) expect([start.version, start.alternative]).toEqual([1, id]);
    await activate(1, 3 + 2 * round);
    await table.remove('org_activate', id);
    await table.calibration.database.query(`delete from alternative_month where organization = 'org_activate'`);
  }
  expect([...seen].filter((one) => !['run', 'conflict', 'insufficient_labels', 'unavailable'].includes(one))).toEqual(
    [],
  );
}, 600_000);

it('a confirm that dies with its money held comes again and pays once [ALT-34]', async () => {
  await table.arrange('org_killed');
  await table.name('org_killed', 'Late when killed?');
  const { quote } = await table.priced('org_killed');
  armKillPoints((name) => {
    if (name === 'calibration.alternatives.held') throw new Error('killed');
  });
  await expect(table.run('org_killed', quote!.generation, 'eff_killed')).rejects.toBeDefined();
  expect(table.money.blocks.size).toBe(1);
  expect((await table.table('org_killed')).status).toBe('not_run');
  armKillPoints(() => undefined);
  const job = await table.run('org_killed', quote!.generation, 'eff_killed');
  expect((await table.run('org_killed', quote!.generation, 'eff_killed')).id).toBe(job.id);
  expect((await table.finished('org_killed', job.id)).status).toBe('done');
  expect([table.money.blocks.size, table.scoring.started.length]).toEqual([1, 1]);
});

it('a quote that billing no longer meets moves, and a refused budget starts nothing [ALT-33] [ALT-36]', async () => {
  await table.arrange('org_money');
  await table.name('org_money', 'Late and dear?');
  const { quote } = await table.priced('org_money');
  table.money.refusal = 'budget_exceeded';
  await expect(table.run('org_money', quote!.generation)).rejects.toMatchObject({ code: 'budget_exceeded' });
  table.money.refusal = 'quote_changed';
  await expect(table.run('org_money', quote!.generation)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'quote_changed', generation: quote!.generation + 1 },
  });
  table.money.refusal = null;
  expect(table.scoring.started).toHaveLength(0);
  expect((await table.priced('org_money')).quote?.generation).toBe(quote!.generation + 1);
});
