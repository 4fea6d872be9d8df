import type { NamespaceView } from '@app/contracts/documents';
import type { JobView } from '@app/contracts/jobs';
import { eventually } from '@app/testing/stack';
import type { Json, StackClient } from '@app/testing/stack';
import { LabelledJudgment, rowOf } from './alternatives';

const isLong = process.env.LONG === '1';

/** More labels than are asked about at once. */
const many = 160;

/** Until what no engine has been asked of an alternative is taken back: no public door shows that. */
function takenBack(stack: StackClient, wording: string): Promise<void> {
  const waiting = `select from judgments.scoring_ask a join judgments.scoring r using (run, alternative)
    where r.definition::text like '%' || $1 || '%' and a.claim_id is null and a.done_at is null`;
  return eventually(async () => expect(await stack.sql(waiting, [wording])).toEqual([]), 20_000);
}

/**
 * What a run asks and bills: the quote that was read, within the budget, until it is cancelled.
 * @param labelled makes a judgment of its own with so many labelled answers
 */
export function tellRunsOfAlternatives(
  stack: () => StackClient,
  labelled: (name: string, count: number) => Promise<LabelledJudgment>,
): void {
  it('confirms exactly the quote that was read [ALT-36]', async () => {
    const judgment = await labelled('generation', 40);
    const wording = judgment.wording('Truly late?');
    await judgment.name({ question: wording });
    const { generation } = (await judgment.priced()).quote!;
    await judgment.label([{ ...judgment.documents[0], value: !judgment.documents[0].value }]);
    const refused = await judgment.call<Json>('POST', '/run', { quote_generation: generation });
    expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'quote_changed']);
    const moved = await judgment.priced();
    expect(moved.quote!.generation).toBeGreaterThan(generation);
    expect(refused.body.error.details.generation).toBe(moved.quote!.generation);
    await judgment.scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm: 0.8 } });
    expect((await judgment.priced()).quote!.generation).toBe(moved.quote!.generation);
    expect(await stack().engine.count(wording)).toBe(0);
    const jobs = await Promise.all(Array.from({ length: 20 }, () => judgment.run(moved.quote!.generation)));
    expect(new Set(jobs.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await judgment.ended(jobs[0].body.id)).status).toBe('done');
    expect(await stack().engine.count(wording)).toBe(40);
  }, 120_000);

  it('runs within the budget or not at all [ALT-33] [BUD-03]', async () => {
    const judgment = await labelled('budget', 40);
    const wording = judgment.wording('Late for sure?');
    await judgment.name({ question: wording });
    const { quote } = await judgment.priced();
    const { cost } = await judgment.billed();
    const budget = (usd: number) =>
      judgment.scenario.ok<NamespaceView>('PATCH', '', {
        budget: { compute_usd_per_month: usd, on_exceeded: 'pause' },
      });
    await budget(cost + quote!.cost_usd * 0.9);
    const refused = await judgment.run((await judgment.priced()).quote!.generation);
    expect([refused.status, (refused.body as unknown as Json).error.code]).toEqual([402, 'budget_exceeded']);
    expect(await stack().engine.count(wording)).toBe(0);
    expect(await judgment.scenario.ok<NamespaceView>('GET', '')).toMatchObject({ budget_paused: false });
    await budget(cost + quote!.cost_usd * 1.5);
    const table = await judgment.scored();
    expect(rowOf(table, table.alternatives[0].id).labels).toBe(40);
  }, 120_000);

  it('a cancelled run keeps what was answered, and the next quote prices the rest [ALT-34] [JOB-04]', async () => {
    const judgment = await labelled('cancel', many);
    const wording = judgment.wording('Late after all?');
    const { id } = await judgment.name({ question: wording });
    const { quote } = await judgment.priced();
    await stack().engine.hold();
    const job = await judgment.confirm();
    await eventually(async () => expect(await stack().engine.count(wording)).toBeGreaterThan(0));
    const cancelled = await stack().api<JobView>('POST', `/jobs/${job.id}/cancel`);
    expect(cancelled.status).toBeLessThan(300);
    await takenBack(stack(), wording);
    await stack().engine.release();
    const ended = await judgment.ended(job.id);
    expect([ended.status, (ended.result as Json).error.details.reason]).toEqual(['failed', 'cancelled']);
    const table = await judgment.priced();
    const asked = await stack().engine.count(wording);
    expect(asked).toBeLessThan(many);
    expect(rowOf(table, id)).toMatchObject({ verdict: 'unscored', billed: null, scored_at: null });
    expect(table.quote!.alternatives[0].judgment_units).toBeLessThan(quote!.judgment_units);
    expect(rowOf(await judgment.scored(), id)).toMatchObject({ labels: many });
    expect(await stack().engine.count(wording)).toBe(many);
  }, 120_000);

  // A cancelled run shows in `npm test` that judging stops over the services; calibration's own specs show what a version stops.
  if (isLong) {
    it('stops for a new version, and what was scored counts on [ALT-04] [ALT-34]', async () => {
      const judgment = await labelled('superseded', many);
      const wordings = ['one', 'two'].map((word) => judgment.wording(`Late ${word}?`));
      const first = await judgment.name({ question: wordings[0] });
      await judgment.scored();
      await judgment.name({ question: wordings[1] });
      await stack().engine.hold();
      const job = await judgment.confirm();
      await eventually(async () => expect(await stack().engine.count(wordings[1])).toBeGreaterThan(0));
      await judgment.scenario.judgment({
        name: 'late',
        type: 'bool',
        question: judgment.wording('Quite another?'),
        context: { fields: ['state.text'] },
      });
      await takenBack(stack(), wordings[1]);
      await stack().engine.release();
      expect((await judgment.ended(job.id)).status).toBe('failed');
      const table = await judgment.table();
      expect(table).toMatchObject({ version: 2, corrected_for: 1, suggestion: null });
      expect(['too_few_outcomes', 'superseded']).toContain(table.reason);
      expect(table.alternatives.map(({ id }) => id)).not.toContain(first.id);
      await judgment.scenario.ok('POST', '/judgments/late/activate', { version: 1 });
      const back = await eventually(async () => {
        const read = await judgment.table();
        expect(read.version).toBe(1);
        return read;
      });
      expect(rowOf(back, first.id).scored_at).not.toBeNull();
    }, 120_000);
  }
}
