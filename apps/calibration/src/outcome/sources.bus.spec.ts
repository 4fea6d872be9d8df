import {
  QueueView,
  readCalibrationPage,
  readQueue,
  recommendThreshold,
  RecommendationQuery,
} from '@app/contracts/calibration';
import { OutcomeRuleMatched, documentDeleted, outcomeRuleMatched } from '@app/contracts/documents';
import { answerRecordedLive } from '@app/contracts/judgments';
import { randomOf } from '@app/statistics';
import { eventually } from '@app/testing';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf, recordedOf } from '../testing/samples';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const implicit = { implicit: { after: '30d' } };
const at = { namespace: 'n', judgment: 'late' };

describe('sources of outcomes', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  const bySource = async (organization: string, query: object = {}) =>
    (await calibration.report(organization, query)).labels.by_source;
  const queue = (organization: string, limit: number): Promise<QueueView> =>
    calibration.ask(readQueue, { ...at, limit }, organization);
  /** Records answers in judgments and publishes them to calibration. */
  async function answered(organization: string, answers: ReturnType<typeof answerOf>[]): Promise<void> {
    calibration.judgments.answers.push(...answers);
    await calibration.publish(answerRecordedLive, recordedOf(organization, answers));
  }
  const matched = (organization: string, more: Partial<OutcomeRuleMatched>): Promise<void> =>
    calibration.publish(outcomeRuleMatched, {
      organization,
      namespace: 'n',
      judgment_id: `jdg_${organization}`,
      documents: ['d'],
      value: true,
      observed_at: daysAgo(1),
      ...more,
    });

  it('a rule labels the answer in force one horizon before the write, once for repeated facts [OUT-02] [OUT-09]', async () => {
    const organization = 'org_rule';
    await calibration.applyJudgment(organization);
    const judged = [daysAgo(40), daysAgo(5)].map((when, i) => answerOf('d', `ans_${i}`, when));
    calibration.judgments.answers.push(...judged, answerOf('e', 'ans_e', daysAgo(20)));
    const fact = { documents: ['d', 'e', 'never'], observed_at: daysAgo(1) };
    await matched(organization, fact);
    await matched(organization, fact);
    await matched(organization, { documents: ['d'], value: false, observed_at: daysAgo(20) });
    await eventually(async () => {
      const { outcomes } = await calibration.list(organization);
      const shown = outcomes.map(({ document, value, answer, source }) => [document, value, answer, source]);
      expect(shown.sort()).toEqual([
        ['d', false, 'ans_0', 'rule'],
        ['d', true, 'ans_0', 'rule'],
        ['e', true, 'ans_e', 'rule'],
        ['never', true, null, 'rule'],
      ]);
    });
    expect(await bySource(organization)).toEqual({ posted: 0, rule: 2, queue: 0, implicit: 0 });
    // Of two labels on one answer the one that was observed later counts.
    expect((await calibration.report(organization)).base_rate).toBe(1);
  });

  it('a rule may observe the escape; calibration drops a value that the judgment can no longer have [OUT-09]', async () => {
    const organization = 'org_escape';
    await calibration.applyJudgment(organization, { type: 'choice', options: ['a', 'b'] });
    calibration.judgments.type = { type: 'choice', options: ['a', 'b'], levels: null };
    const dist = { a: 0.5, b: 0.2 };
    calibration.judgments.answers.push(
      answerOf('d', 'ans_1', daysAgo(40), { number: null, value: 'a', dist, escape_p: 0.3 }),
    );
    await matched(organization, { value: 'gone' });
    await matched(organization, { value: null, escape: true });
    await eventually(async () => {
      const { outcomes } = await calibration.list(organization);
      expect(outcomes.map(({ value, escape, answer }) => ({ value, escape, answer }))).toEqual([
        { value: null, escape: true, answer: 'ans_1' },
      ]);
    });
  });

  it('an answer whose window ends without an outcome gets an implicit no, dated by that end [OUT-02] [OUT-05]', async () => {
    const organization = 'org_implicit';
    await calibration.applyJudgment(organization, {}, implicit);
    await answered(organization, [
      answerOf('old', 'ans_old', daysAgo(40)),
      answerOf('open', 'ans_open', daysAgo(10)),
      answerOf('gone', 'ans_gone', daysAgo(10)),
    ]);
    const [outcome] = await eventually(async () => {
      const { outcomes } = await calibration.list(organization);
      expect(outcomes).toHaveLength(1);
      return outcomes;
    });
    expect(outcome).toMatchObject({ document: 'old', value: false, source: 'implicit', answer: 'ans_old' });
    const closed = Date.parse(calibration.judgments.answers[0].judged_at) + 30 * dayMs;
    expect(Date.parse(outcome.observed_at)).toBe(closed);
    const until = (ms: number) => bySource(organization, { until: new Date(ms).toISOString() });
    expect([(await until(closed)).implicit, (await until(closed + 1)).implicit]).toEqual([0, 1]);
    const since = (ms: number) => bySource(organization, { since: new Date(ms).toISOString() });
    expect([(await since(closed)).implicit, (await since(closed + 1)).implicit]).toEqual([1, 0]);
    // A deleted document closes its windows, and so does a judgment that drops the setting.
    const windows = async () => {
      const { rows } = await calibration.database.query<{ document: string }>(
        `select document from open_window where organization = $1 order by document`,
        [organization],
      );
      return rows.map(({ document }) => document);
    };
    const documents = [{ id: 'gone', version: 99 }];
    await calibration.publish(documentDeleted, { organization, namespace: 'n', documents });
    await eventually(async () => expect(await windows()).toEqual(['open']));
    await calibration.applyJudgment(organization, { revision: 2 });
    expect(await windows()).toEqual([]);
  });

  it('an answer with another outcome has no implicit no, whether that came before or after or a filter drops it [OUT-06]', async () => {
    const organization = 'org_filtered';
    await calibration.applyJudgment(organization, {}, implicit);
    calibration.judgments.horizon = '0s';
    const judged = [answerOf('yes', 'ans_yes', daysAgo(50)), answerOf('within', 'ans_w1', daysAgo(50))];
    calibration.judgments.answers.push(...judged, answerOf('within', 'ans_w2', daysAgo(45)));
    await calibration.post(organization, [
      { document: 'yes', value: true, answer: 'ans_yes' },
      { document: 'within', value: true, observed_at: daysAgo(44) },
    ]);
    await answered(organization, [
      answerOf('none', 'ans_none', daysAgo(50)),
      answerOf('late', 'ans_late', daysAgo(50)),
    ]);
    await calibration.publish(answerRecordedLive, recordedOf(organization, calibration.judgments.answers));
    await eventually(async () => expect((await bySource(organization)).implicit).toBe(2));
    const only = async (sources: string) => (await calibration.report(organization, { sources })).labels.count;
    expect([await only('implicit'), await only('posted')]).toEqual([2, 2]);
    // A positive outcome that arrives after the window closed replaces the implicit no.
    await calibration.post(organization, [{ document: 'late', value: true, answer: 'ans_late' }]);
    expect([await only('implicit'), await only('posted')]).toEqual([1, 3]);
    // An outcome observed within another answer's window also replaces that answer's implicit no.
    await calibration.post(organization, [{ document: 'none', value: true, observed_at: daysAgo(30) }]);
    expect([await only('implicit'), await only('posted')]).toEqual([0, 4]);
    expect(await only('')).toBe(4);
  });

  it('the queue keeps its items until they are labelled, and their outcomes have the source `queue` [OUT-02] [OUT-09]', async () => {
    const organization = 'org_queue';
    await calibration.applyJudgment(organization, { thresholds: { alarm: 0.7 } });
    const random = randomOf(11);
    calibration.judgments.answers.push(
      ...Array.from({ length: 300 }, (_, i) =>
        answerOf(`d${i}`, `ans_${i}`, daysAgo(20), { number: random.uniform() }),
      ),
    );
    // A look at one item is no draw of one: no item stands for all answers [defect E-H4].
    const [alone] = (await queue(organization, 1)).items;
    expect(alone.weight).toBeLessThan(60);
    const first = await queue(organization, 20);
    expect(first.items[0]).toEqual(alone);
    expect(first).toMatchObject({ version: 1, next_cursor: null });
    expect(new Set(first.items.map(({ answer }) => answer)).size).toBe(20);
    expect(first.items.every(({ weight, p }) => weight >= 1 && p !== undefined)).toBe(true);
    expect((await queue(organization, 20)).items).toEqual(first.items);
    expect((await queue(organization, 5)).items).toEqual(first.items.slice(0, 5));
    const [one, two, ...rest] = first.items;
    await calibration.post(organization, [
      { document: one.document, value: true, answer: one.answer },
      { document: two.document, value: false, observed_at: daysAgo(1) },
    ]);
    expect(await bySource(organization)).toEqual({ posted: 0, rule: 0, queue: 2, implicit: 0 });
    const { rows } = await calibration.database.query<{ weight: number }>(
      `select weight from outcome where organization = $1 order by document = $2 desc`,
      [organization, one.document],
    );
    expect(rows.map(({ weight }) => weight)).toEqual([one.weight, two.weight]);
    const second = await queue(organization, 20);
    expect(second.items.slice(0, 18)).toEqual(rest);
    expect(second.items).toHaveLength(20);
    expect(second.items.map(({ answer }) => answer)).not.toContain(one.answer);
    // Two reads at the same time draw the same items.
    const [a, b] = await Promise.all([queue(organization, 40), queue(organization, 40)]);
    expect(a.items.length).toBe(40);
    expect(b.items).toEqual(a.items);
  });

  it('the queue offers all answers with weight 1 when they are few, and none of another version', async () => {
    const organization = 'org_few';
    await calibration.applyJudgment(organization);
    expect((await queue(organization, 10)).items).toEqual([]);
    calibration.judgments.answers.push(
      ...['a', 'b'].map((document) => answerOf(document, `ans_${document}`, daysAgo(20))),
    );
    const { items } = await queue(organization, 10);
    expect(items.map(({ weight }) => weight)).toEqual([1, 1]);
    await calibration.applyJudgment(organization, { revision: 2, active_version: 2 });
    expect((await queue(organization, 10)).items).toEqual([]);
  });

  it('a recommended threshold holds on the labels and changes no setting; too few labels refuse it [CAL-02] [CAL-04]', async () => {
    const organization = 'org_recommend';
    await calibration.applyJudgment(organization, { thresholds: { alarm: 0.4 } });
    const ask = (query: object) =>
      calibration.ask(
        recommendThreshold,
        { ...at, query: { on: 'p', target: 'precision', at_least: '0.8', ...query } },
        organization,
      );
    await expect(ask({})).rejects.toMatchObject({ code: 'insufficient_labels', details: { labels_needed: 30 } });
    const random = randomOf(3);
    const rows = Array.from({ length: 500 }, (_, i) => ({ document: `d${i}`, p: random.uniform() }));
    calibration.judgments.answers.push(
      ...rows.map(({ document, p }) => answerOf(document, `ans_${document}`, daysAgo(20), { number: p })),
    );
    const outcomes = rows.map(({ document, p }) => ({
      document,
      value: random.uniform() < p,
      observed_at: daysAgo(1),
    }));
    await calibration.post(organization, outcomes);
    const found = await ask({});
    expect(found).toMatchObject({ version: 1, holds: true, n: 500, target: 'precision', labels_needed: null });
    expect(found.precision?.at_least).toBeGreaterThanOrEqual(0.8);
    const flagged = rows.flatMap(({ p }, i) => (p >= (found.threshold ?? 2) ? [outcomes[i].value] : []));
    expect(found.precision?.value).toBeCloseTo(flagged.filter(Boolean).length / flagged.length, 12);
    // All answers are counted by thousandths of p, and the threshold lies inside one.
    expect(Math.abs(found.flagged - flagged.length / 500)).toBeLessThan(0.002);
    expect(found.curve.length).toBeLessThanOrEqual(200);
    expect(
      await ask({ target: 'cost', at_least: undefined, cost_false_positive: '1', cost_false_negative: '4' }),
    ).toMatchObject({
      holds: null,
      cost: expect.any(Number),
    });
    expect(await ask({ at_least: '0.999' })).toMatchObject({ holds: false });
    expect((await calibration.report(organization)).thresholds).toMatchObject({ alarm: {} });
    const { rows: kept } = await calibration.database.query(`select thresholds from judgment where organization = $1`, [
      organization,
    ]);
    expect(kept).toEqual([{ thresholds: { alarm: 0.4 } }]);
    const page = await calibration.ask(readCalibrationPage, at, organization);
    expect(page.html).toContain('Precision, recall and the share of answers flagged');
    expect(page.policy).toContain("default-src 'none'");
  });

  it.each([
    [{ at_least: '1' }, 'bad_bounds', '/at_least'],
    [{ at_least: '0' }, 'bad_bounds', '/at_least'],
    [{ at_least: 'much' }, 'bad_query', '/at_least'],
    [{ at_least: undefined }, 'missing_field', '/at_least'],
    [{ on: 'score' }, 'bad_query', '/on'],
    [{ cost_false_positive: '1' }, 'bad_query', '/cost_false_positive'],
    [{ positive_from: '1' }, 'bad_query', '/positive_from'],
    [{ target: 'cost', at_least: undefined, cost_false_positive: '1' }, 'missing_field', '/cost_false_negative'],
  ])('a recommendation refuses %j [CAL-04]', async (others, reason, path) => {
    await calibration.applyJudgment('org_refuse');
    const query = { on: 'p', target: 'precision', at_least: '0.9', ...others } as RecommendationQuery;
    await expect(calibration.ask(recommendThreshold, { ...at, query }, 'org_refuse')).rejects.toMatchObject({
      code: 'invalid_request',
      details: { reason, path },
    });
  });
});
