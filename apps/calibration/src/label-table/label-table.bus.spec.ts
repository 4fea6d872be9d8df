import { LabelItem, LabelTable, listLabels, listOutcomes, retractOutcome } from '@app/contracts/calibration';
import { FakeService } from '@app/testing';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FitRoom, epoch } from '../fit-run/fit-room.fake';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { computeInMainThread, openNeighbours } from '../testing/neighbours';
import { answerOf } from '../testing/samples';

const recount = join(__dirname, '../../../../examples/recount.mjs');

describe('the table of labels', () => {
  let calibration: CalibrationHarness;
  let neighbours: FakeService[];
  let fits: FitRoom;
  beforeAll(async () => {
    calibration = await openCalibration([computeInMainThread]);
    neighbours = await openNeighbours();
    fits = new FitRoom(calibration);
    calibration.startJudgments();
  }, 60_000);
  afterAll(async () => {
    await calibration.stopJudgments();
    for (const neighbour of neighbours) await neighbour.stop();
    await calibration.stop();
  });

  const list = (organization: string, query: object = {}): Promise<LabelTable> =>
    calibration.ask(listLabels, { namespace: 'n', judgment: 'late', ...query }, organization);

  /** The service's report and labels over HTTP, as the gateway forwards them. @returns exit code and output of the script */
  async function recounted(organization: string, change: (row: LabelItem) => LabelItem = (row) => row) {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const cursor = searchParams.get('cursor') ?? undefined;
      const reply = pathname.endsWith('/labels')
        ? list(organization, { cursor, limit: 50 }).then((page) => ({ ...page, rows: page.rows.map(change) }))
        : calibration.report(organization);
      void reply.then((body) => response.end(JSON.stringify(body)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const ended = await new Promise<{ code: unknown; out: string }>((resolve) => {
      execFile(process.execPath, [recount, base, 'n', 'late'], (error, out, err) =>
        resolve({ code: error?.code ?? 0, out: out + err }),
      );
    });
    server.closeAllConnections();
    server.close();
    return ended;
  }

  it('has every label of the report once, by answer, and a script counts the report of it again [ST-F3]', async () => {
    const organization = 'org_table';
    await calibration.applyJudgment(organization);
    await fits.label(organization, 120);
    const { fit } = await fits.fitted(organization);
    await fits.label(organization, 20, { from: 120 });
    const pages = [await list(organization, { limit: 50 })];
    for (let cursor = pages[0].next_cursor; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
      pages.push(await list(organization, { limit: 50, cursor }));
    }
    const rows = pages.flatMap((page) => page.rows);
    expect(pages.map((page) => page.rows.length)).toEqual([50, 50, 40]);
    expect(new Set(pages.map(({ snapshot }) => snapshot)).size).toBe(1);
    const answers = rows.map(({ answer }) => answer);
    expect(answers).toEqual([...new Set(answers)].sort());
    expect(pages[0]).toMatchObject({ fit, version: 1, engine_version: epoch, type: 'bool', classes: [], labels: 140 });
    expect(rows[0]).toMatchObject({ namespace: 'n', source: 'posted', hindsight: false, score: null });
    // Labels stand for all current answers, and their weights for as many labels as there are.
    expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(140, 9);
    expect(new Set(rows.map(({ weight }) => weight)).size).toBeGreaterThan(1);
    expect(rows.every(({ answer, document }) => answer === `ans_${document}`)).toBe(true);
    const same = await recounted(organization);
    expect(same).toEqual({ code: 0, out: expect.stringContaining('same\traw.auroc') as string });
    expect(same.out).not.toContain('OTHER');
    expect(same.out).toContain('same\tcalibrated.bins[2].observed');
    const other = await recounted(organization, (row) => ({ ...row, weight: row.y + 1 }));
    expect(other).toEqual({ code: 1, out: expect.stringContaining('OTHER\tbase_rate') as string });
  });

  it('of a score and of a choice is counted again as well [ST-F3]', async () => {
    const ofChoice: Record<string, number> = { a: 0.5, b: 0.3 };
    const ofScore: Record<string, number> = { 1: 0.2, 2: 0.3, 3: 0.5 };
    const types = [
      { type: 'choice' as const, options: ['a', 'b'], levels: null, values: ['a', 'b', 'b'], dist: ofChoice },
      {
        type: 'score' as const,
        options: null,
        levels: [1, 2, 3],
        values: [1, 2.4, 3],
        dist: ofScore,
      },
    ];
    for (const { type, options, levels, values, dist } of types) {
      const organization = `org_${type}`;
      await calibration.applyJudgment(organization, { type, options, levels });
      calibration.judgments.type = { type, options, levels };
      const more = type === 'choice' ? { number: null, escape_p: 0.2 } : { number: 2.31 };
      const outcomes = values.map((value, at) => {
        const answer = answerOf(`${type}${at}`, `ans_${type}${at}`, '2026-03-04T09:30:00.000Z', { dist, ...more });
        calibration.judgments.answers.push(answer);
        return { document: answer.document, value, observed_at: '2026-03-18T12:00:00.000Z' };
      });
      await calibration.post(organization, outcomes);
      const { classes, rows } = await list(organization);
      expect(classes).toEqual(type === 'choice' ? ['a', 'b', null] : [1, 2, 3]);
      expect(rows.map(({ value }) => value)).toEqual(values);
      expect(rows[0].raw).toEqual(type === 'choice' ? [0.5, 0.3, 0.2] : [0.2, 0.3, 0.5]);
      expect(await recounted(organization)).toMatchObject({ code: 0 });
    }
    calibration.judgments.type = { type: 'bool', options: null, levels: null };
  });

  it('keeps its order as labels come and go, says so, and begins anew with another fit [ST-F3]', async () => {
    const organization = 'org_moves';
    await calibration.applyJudgment(organization);
    await fits.label(organization, 40);
    await fits.fitted(organization);
    const first = await list(organization, { limit: 10 });
    const { outcomes } = await calibration.ask(listOutcomes, { namespace: 'n', judgment: 'late' }, organization);
    const gone = outcomes.find(({ answer }) => answer === 'ans_n-9')!;
    await calibration.ask(retractOutcome, { namespace: 'n', judgment: 'late', id: gone.id }, organization);
    const cursor = first.next_cursor!;
    const second = await list(organization, { limit: 100, cursor });
    expect(second.rows).toHaveLength(29);
    expect(second.labels).toBe(39);
    expect(second.snapshot).not.toBe(first.snapshot);
    expect(second.rows[0].answer > first.rows.at(-1)!.answer).toBe(true);
    await fits.fitted(organization);
    await expect(list(organization, { cursor })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'labels_changed' },
    });
    await expect(list(organization, { cursor: 'x' })).rejects.toMatchObject({ details: { reason: 'bad_cursor' } });
  });

  it('fills a page up to 1 MiB, and none without labels [ST-F3]', async () => {
    const organization = 'org_wide';
    const options = Array.from({ length: 250 }, (_, at) => `option ${at} ${'x'.repeat(20)}`);
    await calibration.applyJudgment(organization, { type: 'choice', options });
    expect(await list(organization)).toMatchObject({ labels: 0, rows: [], next_cursor: null, engine_version: null });
    calibration.judgments.type = { type: 'choice', options, levels: null };
    const dist = Object.fromEntries(options.map((option, at) => [option, (at + 0.123456789) / 31_200]));
    const answers = Array.from({ length: 240 }, (_, at) =>
      answerOf(`w${at}`, `ans_w${at}`, '2026-03-04T09:30:00.000Z', { number: null, dist, escape_p: 0 }),
    );
    calibration.judgments.answers.push(...answers);
    const observed_at = '2026-03-18T12:00:00.000Z';
    const outcomes = answers.map(({ document }) => ({ document, value: options[3], observed_at }));
    for (let at = 0; at < outcomes.length; at += 10) await calibration.post(organization, outcomes.slice(at, at + 10));
    const page = await list(organization);
    const bytes = Buffer.byteLength(JSON.stringify(page));
    expect(page.rows.length).toBeLessThan(240);
    expect(bytes).toBeLessThanOrEqual(1_048_576);
    expect(bytes).toBeGreaterThan(1_000_000);
    const rest = await list(organization, { cursor: page.next_cursor! });
    expect([page.rows.length + rest.rows.length, rest.next_cursor]).toEqual([240, null]);
    calibration.judgments.type = { type: 'bool', options: null, levels: null };
  });
});
