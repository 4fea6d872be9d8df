import { AlternativesHarness } from '../testing/alternatives-harness';

/** Reads of a table one after the other. */
const later = process.env.LONG === '1' ? 80 : 20;
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
  for (let at = 0; at < later; at += 1) reads.push(await table.table('org_read'));
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
