import { handle } from '@app/bus';
import { makeDrafts, suggestParts } from '@app/contracts/calibration';
import { DraftList, SuggestedPartList, WriteDrafts, WriteParts, writeDrafts, writeParts } from '@app/contracts/engines';
import { getJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { FakeService, setClock, testEnvironment } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../../testing/calibration-harness';
import { holdCall } from './draft-call.store';

const written = { drafts: [{ question: 'Will it be late?', criteria: null }] };
const parts = [{ name: 'angry', question: 'Is anybody angry?' }];
const dayMs = 86_400_000;

describe('calibration.draft.make', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  let asked: (WriteDrafts | WriteParts)[] = [];
  let write: (query: WriteDrafts) => Promise<typeof written>;

  beforeAll(async () => {
    calibration = await openCalibration();
    const definition = { type: 'bool', question: 'Late?', applies_to: { 'attributes.MARKER': 1 } };
    neighbours = await Promise.all([
      FakeService.open('judgments', [handle(getJudgment, async () => ({ definition }) as never)]),
      FakeService.open('engine-broker', [
        handle(writeDrafts, async (query) => {
          asked.push(query);
          return write(query);
        }),
        handle(writeParts, async (query) => {
          asked.push(query);
          return { parts };
        }),
      ]),
    ]);
  });
  afterAll(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    await Promise.all(neighbours.map((one) => one.stop()));
    await calibration.stop();
  });
  beforeEach(async () => {
    await setClock(testEnvironment().adminUrl, 0);
    asked = [];
    write = async () => written;
  });

  const make = (organization: string, judgment = 'late', effectId?: string): Promise<DraftList> =>
    calibration.ask(makeDrafts, { namespace: 'n', judgment }, organization, effectId);
  const codes = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((one) => (one.status === 'rejected' ? (one.reason as Problem).code : 'ok'));
  /** As many calls at once. */
  const many = (count: number, organization: string, judgment?: string) =>
    codes(Array.from({ length: count }, () => make(organization, judgment)));
  const countOf = (all: string[], code: string) => all.filter((one) => one === code).length;

  it('sends the wording alone, and answers drafts that differ from it [DRF-01] [DRF-02]', async () => {
    await calibration.applyJudgment('org_one', { name: 'late' });
    expect(await make('org_one')).toEqual(written);
    expect(asked).toEqual([{ type: 'bool', question: 'Late?', criteria: null, count: 4 }]);
    await expect(make('org_one', 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lets exactly 20 of 25 calls at once through, and says when more may come [DRF-05]', async () => {
    await calibration.applyJudgment('org_many', { name: 'late' });
    const all = await many(25, 'org_many');
    expect([countOf(all, 'ok'), countOf(all, 'rate_limited')]).toEqual([20, 5]);
    const refusal = (await make('org_many').catch((error: unknown) => error)) as Problem;
    const midnight = new Date(Math.floor(Date.now() / dayMs) * dayMs + dayMs).toISOString();
    expect(refusal.details).toEqual({
      rate_limit: 'per_org',
      limit: 'drafts_per_day_per_judgment',
      resets_at: midnight,
    });
    await setClock(testEnvironment().adminUrl, Date.parse(midnight) - Date.now());
    expect(await make('org_many')).toEqual(written);
  });

  it('lets three judgments of an organization have 50 together [DRF-05]', async () => {
    for (const name of ['one', 'two', 'three'])
      await calibration.applyJudgment('org_three', { name, judgment_id: `jdg_${name}` });
    const all: string[] = [];
    // 20 at a time: calibration takes 32 such requests at once.
    for (const name of ['one', 'two', 'three']) all.push(...(await many(20, 'org_three', name)));
    expect([countOf(all, 'ok'), countOf(all, 'rate_limited')]).toEqual([50, 10]);
  });

  it('asks the model once for one key, and counts that call once [DRF-07]', async () => {
    await calibration.applyJudgment('org_key', { name: 'late' });
    const effectId = newId('clm');
    for (let replay = 0; replay < 21; replay++) expect(await make('org_key', 'late', effectId)).toEqual(written);
    expect(asked).toHaveLength(1);
    const rows = await calibration.database.query(`select 1 from draft_call where organization = 'org_key'`);
    expect(rows.rowCount).toBe(1);
  });

  it('counts no call that failed or brought nothing new [DRF-08]', async () => {
    await calibration.applyJudgment('org_free', { name: 'late' });
    write = async () => Promise.reject(new Problem('engine_unavailable', 'No model.', {}, { retryAfterS: 3 }));
    expect(countOf(await many(15, 'org_free'), 'engine_unavailable')).toBe(15);
    write = async () => ({ drafts: [{ question: 'Late?', criteria: null }] });
    for (let call = 0; call < 10; call++) expect(await make('org_free')).toEqual({ drafts: [] });
    write = async () => written;
    expect(countOf(await many(20, 'org_free'), 'ok')).toBe(20);
  });

  it('drafts parts of a yes/no judgment out of the same allowance [DRF-05] [DRF-08] [ALT-46]', async () => {
    await calibration.applyJudgment('org_mixed', { name: 'late', parts: ['rude'] });
    await calibration.applyJudgment('org_mixed', { name: 'plain', judgment_id: 'jdg_plain' });
    const suggest = (judgment: string): Promise<SuggestedPartList> =>
      calibration.ask(suggestParts, { namespace: 'n', judgment }, 'org_mixed');
    expect(await suggest('late')).toEqual({ parts });
    expect(asked).toEqual([{ question: 'Late?', criteria: null, asked: [], count: 8 }]);
    await codes(Array.from({ length: 10 }, () => suggest('plain')));
    expect(countOf(await many(15, 'org_mixed', 'plain'), 'ok')).toBe(10);
    await expect(suggest('plain')).rejects.toMatchObject({ code: 'rate_limited' });
    await calibration.applyJudgment('org_mixed', { name: 'level', judgment_id: 'jdg_level', type: 'score' });
    await expect(suggest('level')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'no_parts' } });
  });

  it('frees the places of calls that died after 60 s', async () => {
    await calibration.applyJudgment('org_dead', { name: 'late', judgment_id: 'jdg_dead' });
    const judgment = { organization: 'org_dead', judgmentId: 'jdg_dead' };
    await calibration.database.transaction('holds', async (tx) => {
      for (let hold = 0; hold < 20; hold++) await holdCall(tx, judgment);
    });
    await expect(make('org_dead')).rejects.toMatchObject({ code: 'rate_limited' });
    await setClock(testEnvironment().adminUrl, 61_000);
    expect(await make('org_dead')).toEqual(written);
  });

  it('refuses a composite judgment, whose parts are drafted instead', async () => {
    await calibration.applyJudgment('org_parts', { name: 'late', parts: ['rude', 'angry'] });
    await expect(make('org_parts')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'composite' } });
    expect(asked).toEqual([]);
  });
});
