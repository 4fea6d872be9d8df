import { AlternativesHarness } from '../testing/alternatives-harness';

const rounds = process.env.LONG === '1' ? 100 : 8;
let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

/** Judgments activates a version, as a caller asked it to. */
async function activate(version: number, revision: number): Promise<void> {
  table.scoring.version = version;
  table.scoring.question = version === 1 ? 'Late?' : 'Quite another?';
  await table.calibration.applyJudgment('org_active', { revision, active_version: version });
}

it('a confirm beside an activation is of the version that was quoted, or refused, and holds no money then [ALT-34] [ALT-36]', async () => {
  await table.arrange('org_active', 20);
  const seen = { run: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await table.name('org_active', `Late by ${round}?`);
    const { quote } = await table.priced('org_active');
    // Each moment of the confirm meets the activation in one round or another.
    const pause = new Promise((resolve) => setTimeout(resolve, (round % 8) * 4));
    const [job] = await Promise.all([
      table.run('org_active', quote!.generation).catch((error: { code: string }) => error),
      pause.then(() => activate(2, 2 * round + 2)),
    ]);
    const { rows } = await table.calibration.database.query<{ run: string; version: number; block: string; state: string }>(
      `select run, version, block, state from alternative_run where organization = 'org_active'
       order by started_at desc limit 1`,
    );
    if ('id' in job) {
      seen.run += 1;
      expect(rows[0]).toMatchObject({ version: 1 });
      const { status, result } = await table.finished('org_active', job.id);
      // It had ended before the activation, or the activation ended it.
      if (status === 'failed') expect(result).toMatchObject({ error: { code: 'conflict' } });
    } else {
      seen.refused += 1;
      expect(['conflict', 'insufficient_labels', 'unavailable', 'not_found']).toContain(job.code);
      expect(rows.filter(({ state }) => state !== 'ended')).toEqual([]);
    }
    expect(table.scoring.started.every(({ alternative }) => alternative.startsWith('alt_'))).toBe(true);
    await activate(1, 2 * round + 3);
    await table.remove('org_active', id);
  }
  expect(seen.run + seen.refused).toBe(rounds);
}, 600_000);
