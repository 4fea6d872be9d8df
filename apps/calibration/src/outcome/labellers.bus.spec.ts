import { OutcomeBody, OutcomesPosted, QueueItem, postOutcomes, readQueue } from '@app/contracts/calibration';
import { randomOf } from '@app/statistics';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const at = { namespace: 'n', judgment: 'late' };
const judgedAt = new Date(Date.now() - 20 * 86_400_000).toISOString();
const [ann, bob, cid] = ['user:acc_ann', 'user:acc_bob', 'user:acc_cid'];

describe('several people who label', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
  });
  beforeEach(() => calibration.startJudgments());
  afterEach(() => calibration.stopJudgments());
  afterAll(() => calibration.stop());

  /** A judgment with so many answers. */
  async function arrange(organization: string, answers: number, queue?: object): Promise<void> {
    await calibration.applyJudgment(organization, {}, {}, undefined, queue);
    const random = randomOf(5);
    const number = () => ({ number: random.uniform() });
    calibration.judgments.answers.push(
      ...Array.from({ length: answers }, (_, i) => answerOf(`d${i}`, `ans_${i}`, judgedAt, number())),
    );
  }
  const post = (organization: string, actor: string, ...outcomes: OutcomeBody[]): Promise<OutcomesPosted> =>
    calibration.ask(postOutcomes, { ...at, post: { outcomes } }, organization, undefined, { actor });
  const read = async (organization: string, actor: string, limit: number): Promise<QueueItem[]> =>
    (await calibration.ask(readQueue, { ...at, limit }, organization, undefined, { actor })).items;
  const say = (organization: string, actor: string, value: boolean, items: readonly QueueItem[]) =>
    post(organization, actor, ...items.map(({ document, answer }) => ({ document, answer, value })));
  const answersOf = (items: readonly QueueItem[]) => items.map(({ answer }) => answer);
  const afterTenMinutes = (organization: string) =>
    calibration.database.query(
      `update queue_item set held_until = held_until - interval '10 minutes' where organization = $1`,
      [organization],
    );

  it('label one answer beside each other; what a key posts again replaces what any key said [OUT-07] [OUT-09]', async () => {
    const organization = 'org_authors';
    await arrange(organization, 1);
    const one = { document: 'd0', answer: 'ans_0' };
    expect(await post(organization, ann, { ...one, value: true })).toMatchObject({ recorded: 1 });
    expect(await post(organization, bob, { ...one, value: false })).toMatchObject({ recorded: 1, replaced: 0 });
    expect(await post(organization, bob, { ...one, value: false })).toMatchObject({ unchanged: 1 });
    expect(await post(organization, ann, { ...one, value: false })).toMatchObject({ replaced: 1 });
    expect(await post(organization, 'key:key_a', { ...one, value: true })).toMatchObject({ recorded: 1 });
    expect(await post(organization, 'key:key_b', { ...one, value: false })).toMatchObject({ replaced: 1 });
    const { outcomes } = await calibration.list(organization);
    expect(outcomes.map(({ author, value }) => [author, value])).toEqual([
      [{ type: 'key', id: 'key_b' }, false],
      [{ type: 'user', id: 'acc_bob' }, false],
      [{ type: 'user', id: 'acc_ann' }, false],
    ]);
    expect((await calibration.report(organization)).excluded.superseded).toBe(2);
  });

  it('outvote what was observed last, in reports and their counts [OUT-09] [CAL-10]', async () => {
    const organization = 'org_outvoted';
    await arrange(organization, 2);
    for (const [actor, value] of [
      [ann, true],
      [bob, true],
      ['key:key_a', false],
    ] as const)
      await post(organization, actor, { document: 'd0', answer: 'ans_0', value });
    for (const [actor, value] of [
      [ann, true],
      [bob, false],
    ] as const)
      await post(organization, actor, { document: 'd1', answer: 'ans_1', value });
    const { base_rate, labels, excluded } = await calibration.report(organization);
    expect([base_rate, labels.count, excluded.superseded]).toEqual([0.5, 2, 3]);
  });

  it('a person who names an answer replaces their own waiting outcome, and nobody else’s [OUT-09]', async () => {
    const organization = 'org_waiting';
    await arrange(organization, 0);
    const observed_at = new Date(Date.now() - 86_400_000).toISOString();
    for (const actor of [ann, bob]) await post(organization, actor, { document: 'd', value: true, observed_at });
    calibration.judgments.answers.push(answerOf('d', 'ans_d', new Date().toISOString()));
    const named = { document: 'd', value: false, observed_at, answer: 'ans_d' };
    expect(await post(organization, ann, named)).toMatchObject({ recorded: 0, replaced: 1, matched: 1 });
    const { outcomes } = await calibration.list(organization);
    expect(outcomes.map(({ author, answer }) => [author?.id, answer])).toEqual([
      ['acc_bob', null],
      ['acc_ann', 'ans_d'],
    ]);
  });

  it('an outcome from before authors were kept has none [OUT-09]', async () => {
    const organization = 'org_before';
    await arrange(organization, 1);
    await post(organization, ann, { document: 'd0', answer: 'ans_0', value: true });
    await calibration.database.query(`update outcome set author = null where organization = $1`, [organization]);
    expect((await calibration.list(organization)).outcomes).toMatchObject([{ author: null, value: true }]);
  });

  it('draw items that nobody else gets for ten minutes [OUT-09]', async () => {
    const organization = 'org_hold';
    // Bob would be offered the label of Ann as well, for a second one, if her answer were in the share.
    await arrange(organization, 250, { second_label_share: 0 });
    const first = await read(organization, ann, 20);
    expect(await read(organization, ann, 20)).toEqual(first);
    const [second, third] = await Promise.all([read(organization, bob, 20), read(organization, cid, 20)]);
    expect(new Set(answersOf([...first, ...second, ...third])).size).toBe(60);
    // The next item of Ann is the first that nobody holds.
    await say(organization, ann, true, first.slice(0, 1));
    expect(answersOf(await read(organization, ann, 20)).slice(0, 19)).toEqual(answersOf(first.slice(1)));
    await afterTenMinutes(organization);
    expect(answersOf(await read(organization, bob, 19))).toEqual(answersOf(first.slice(1)));
  });

  it('are offered a share of the labelled items until two of them labelled it, without the first label [OUT-09]', async () => {
    const organization = 'org_second';
    await arrange(organization, 40, { second_label_share: 0.5 });
    const items = await read(organization, ann, 40);
    expect(items.map(({ second_opinion }) => second_opinion)).toEqual(new Array(40).fill(false));
    await say(organization, ann, true, items);
    expect(await read(organization, ann, 40)).toEqual([]);
    const again = await read(organization, bob, 40);
    expect(again.length).toBeGreaterThan(8);
    expect(again.length).toBeLessThan(32);
    expect(again.every(({ second_opinion }) => second_opinion)).toBe(true);
    expect({ ...again[0], second_opinion: false }).toEqual(items.find(({ answer }) => answer === again[0].answer));
    await say(organization, bob, false, again);
    await afterTenMinutes(organization);
    expect(await read(organization, cid, 40)).toEqual([]);
    // The second label is on an answer that was drawn once: it weighs as much, and takes no other place in the draw.
    const { rows } = await calibration.database.query<{ differs: number }>(
      `select count(distinct (answer_id, weight, draw, draw_size)) - count(distinct answer_id) as differs from outcome
       where organization = $1 and source = 'queue'`,
      [organization],
    );
    expect(Number(rows[0].differs)).toBe(0);
    const report = await calibration.report(organization);
    expect([report.labels.by_source.queue, report.excluded.superseded]).toEqual([40, again.length]);
    expect(report.agreement).toEqual(again.length < 20 ? null : expect.objectContaining({ answers: again.length }));
  });

  it.each([
    [0, 0],
    [1, 30],
  ])('with a share of %d are offered %d of 30 labelled items [OUT-09]', async (second_label_share, offered) => {
    const organization = `org_share_${second_label_share}`;
    await arrange(organization, 30, { second_label_share });
    await say(organization, ann, true, await read(organization, ann, 30));
    expect(await read(organization, bob, 30)).toHaveLength(offered);
    // What was labelled before authors were kept may be the reader's own.
    await calibration.database.query(`update outcome set author = null where organization = $1`, [organization]);
    expect(await read(organization, cid, 30)).toEqual([]);
  });

  it('agree as far as their labels do, on the latest of each of them [CAL-10]', async () => {
    const organization = 'org_agree';
    await arrange(organization, 40);
    const said = (from: number, to: number, value: boolean) =>
      Array.from({ length: to - from }, (_, i) => ({ document: `d${from + i}`, answer: `ans_${from + i}`, value }));
    await post(organization, ann, ...said(0, 20, true), ...said(20, 40, false));
    await post(organization, bob, ...said(0, 18, false));
    await post(organization, bob, ...said(0, 16, true), ...said(18, 19, false));
    expect((await calibration.report(organization)).agreement).toBeNull();
    await post(organization, bob, ...said(20, 40, false));
    const { agreement, labels, excluded, base_rate } = await calibration.report(organization);
    expect(agreement).toMatchObject({
      answers: 39,
      authors: 2,
      alpha: expect.closeTo(1 - (77 * 6) / (78 * 78 - 35 ** 2 - 43 ** 2), 9),
    });
    expect(agreement?.interval?.[0]).toBeLessThan(agreement?.alpha ?? 0);
    expect([labels.count, excluded.superseded]).toEqual([40, 39]);
    // Of one who says yes and one who says no, the later one counts.
    expect(base_rate).toBe(17 / 40);
  });
});
