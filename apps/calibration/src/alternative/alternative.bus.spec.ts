import { calibrationJobs } from '@app/contracts';
import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { AlternativesHarness } from '../testing/alternatives-harness';

const rounds = process.env.LONG === '1' ? 200 : 16;
const activations = process.env.LONG === '1' ? 100 : 5;
let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('reading a table asks and bills nothing, however many read it [ALT-01] [ALT-03]', async () => {
  await table.arrange('org_read');
  await table.name('org_read', 'Late at all?');
  const { status, reason, quote } = await table.priced('org_read');
  expect([status, reason, quote?.alternatives.length]).toEqual(['not_run', 'awaiting_confirm', 1]);
  const before = table.scoring.priced;
  const reads = await Promise.all(Array.from({ length: 20 }, () => table.table('org_read')));
  for (let at = 0; at < 80; at += 1) reads.push(await table.table('org_read'));
  expect(new Set(reads.map(({ quote: shown }) => shown?.generation)).size).toBe(1);
  expect([table.scoring.priced, table.scoring.started.length, table.money.opens]).toEqual([before, 0, 0]);
});

it('a definition is one row, by whomever and however often it is named [ALT-19] [ALT-21]', async () => {
  table.scoring.used = [{ name: 'gpt-6-luna', version: 'current' }];
  await table.arrange('org_name');
  const [automatic] = (await table.table('org_name')).alternatives;
  expect(automatic).toMatchObject({ source: 'automatic', named_by: null, differs: ['engine: gpt-6-luna current'] });
  await expect(table.remove('org_name', automatic.id)).rejects.toMatchObject({ code: 'conflict' });
  const named = await table.nameAs('org_name', { engine: { name: 'gpt-6-luna', version: 'current' } }, 'eff_1');
  expect(named).toMatchObject({ id: automatic.id, source: 'named', verdict: 'unscored', billed: null });
  expect((await table.table('org_name')).alternatives).toHaveLength(1);
  await table.remove('org_name', named.id);
  expect((await table.table('org_name')).alternatives).toMatchObject([{ id: automatic.id, source: 'automatic' }]);
  await expect(table.remove('org_name', 'alt_0123456789abcdef')).rejects.toMatchObject({ code: 'not_found' });
  await expect(table.name('org_name', 'Late?')).rejects.toMatchObject({ details: { reason: 'no_difference' } });
  for (let at = 0; at < 20; at += 1) await table.name('org_name', `Late ${at}?`);
  await expect(table.name('org_name', 'One more?')).rejects.toMatchObject({
    code: 'invalid_request',
    details: { reason: 'too_many_alternatives' },
  });
});

it('twenty confirms at once are one run with one job, and its charge is the quote [ALT-34] [ALT-35] [ALT-37]', async () => {
  await table.arrange('org_twenty');
  table.scoring.says = table.knows;
  const { id } = await table.name('org_twenty', 'Late for sure?');
  const { quote } = await table.priced('org_twenty');
  expect(quote).toMatchObject({ labels: 60, judgment_units: 60, tokens: 6000, cost_usd: 0.12, new_providers: [] });
  const jobs = await Promise.all(Array.from({ length: 20 }, () => table.run('org_twenty', quote!.generation)));
  expect(new Set(jobs.map((job) => job.id)).size).toBe(1);
  expect(table.money.blocks.size).toBe(1);
  const job = await table.finished('org_twenty', jobs[0].id);
  expect(job).toMatchObject({ status: 'done', type: 'alternatives_run', progress: { done: 60, total: 60 } });
  expect(table.scoring.started).toHaveLength(1);
  const read = await table.table('org_twenty');
  expect(read).toMatchObject({
    ...{ status: 'ready', reason: null, corrected_for: 1, quote: null },
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

it('the number of rows that claims are corrected for never falls within its month [ALT-10] [ALT-18] [ALT-27]', async () => {
  await table.arrange('org_k');
  table.scoring.says = table.knows;
  const rows = [];
  for (const word of ['one', 'two', 'three']) rows.push(await table.name('org_k', `Late ${word}?`));
  expect((await table.scored('org_k')).corrected_for).toBe(3);
  for (const { id } of rows.slice(1)) await table.remove('org_k', id);
  expect(await table.table('org_k')).toMatchObject({ corrected_for: 3, alternatives: [{ id: rows[0].id }] });
  table.scoring.version = 2;
  table.scoring.question = 'Quite another?';
  await table.calibration.applyJudgment('org_k', { revision: 2, active_version: 2 });
  expect(await table.table('org_k')).toMatchObject({ version: 2, corrected_for: 3, alternatives: [], quote: null });
  table.scoring.version = 1;
  table.scoring.question = 'Late?';
  await table.calibration.applyJudgment('org_k', { revision: 3, active_version: 1 });
  const back = await table.table('org_k');
  expect(back).toMatchObject({ corrected_for: 3, alternatives: [{ id: rows[0].id, verdict: 'better' }] });
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

it('a row whose own engine changes stays unscored, and the others are scored [ALT-34]', async () => {
  await table.arrange('org_epoch');
  table.scoring.says = table.knows;
  const luna = await table.nameAs('org_epoch', { engine: { name: 'gpt-6-luna', version: 'current' } });
  const other = await table.name('org_epoch', 'Late here?');
  table.scoring.onStart = async (start) => {
    table.scoring.epoch = start.alternative === luna.id ? 'current+2026-03-30.1' : null;
    const labels = start.alternative === luna.id ? start.labels.slice(0, 1) : start.labels;
    await table.answer({ ...start, labels });
  };
  const read = await table.scored('org_epoch');
  expect(read.alternatives.find(({ id }) => id === other.id)?.verdict).toBe('better');
  expect(read.alternatives.find(({ id }) => id === luna.id)).toMatchObject({ verdict: 'unscored', billed: null });
  expect(read.corrected_for).toBe(1);
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

it('labels without a context are skipped and counted, in the quote and in the score [ALT-25]', async () => {
  await table.arrange('org_skips');
  table.scoring.says = table.knows;
  table.scoring.skips = ({ document }) => (/-[0-4]$/.test(document) ? 'deleted' : null);
  const { id } = await table.name('org_skips', 'Late of what is left?');
  const { quote } = await table.priced('org_skips');
  expect(quote).toMatchObject({ labels: 60, judgment_units: 55, alternatives: [{ labels: 55 }] });
  const job = await table.confirm('org_skips');
  expect(await table.finished('org_skips', job.id)).toMatchObject({ progress: { done: 60, total: 60 } });
  const [row] = (await table.table('org_skips')).alternatives;
  const skipped = { deleted: 5, image_erased: 0, not_derivable: 0, failed: 0 };
  expect(row).toMatchObject({ id, labels: 55, labels_skipped: skipped, billed: { judgment_units: 55 } });
});
