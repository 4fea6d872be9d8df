import fc from 'fast-check';
import { SkipReason, skipReasons } from '@app/contracts/calibration';
import { RowStatistic, accuracy, auroc, detectable, logLoss, verdictOf } from '@app/statistics';
import { makeFit } from '../../figure/fit/make-fit';
import { Form, LabelSet, classRows, pick } from '../../outcome/label/label-set';
import { variedPlaces } from '../../outcome/label/varied-row';
import { compareRow } from '../../figure/compare-row';
import { detectableGain } from './detectable-gain';
import { RowOutcome, commonLabels } from './row-labels';
import { Sample, bool, choiceOf, sampleOf, score } from './samples.fake';
import { RowScorer } from './score-row';
import { readSide } from '../../figure/side';

const outcomeOf = ({ answers }: Pick<Sample, 'answers'>, skipped = new Map<string, SkipReason>()): RowOutcome => ({
  answers: new Map([...answers].filter(([id]) => !skipped.has(id))),
  skipped,
});
const setsOf = (form: Form, n: number, seed: number, noise = 1) => {
  const sample = sampleOf(form, n, seed, noise);
  return commonLabels(form, sample.rows, outcomeOf(sample));
};
const compared = (form: Form, n: number, seed: number, noise = 1) => {
  const { version, alternative } = setsOf(form, n, seed, noise);
  return compareRow({
    version: { set: version, floor: 0.005 },
    alternative: { set: alternative, floor: 1e-6 },
    versionReads: null,
  });
};

describe('the common labels of a row', () => {
  it('are those that both sides have, in one order; answers and skips make up the sample [ALT-25] [ALT-42]', () => {
    const sample = sampleOf(bool, 40, 1);
    const reasons = fc.array(fc.option(fc.constantFrom(...skipReasons)), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(reasons, (drawn) => {
        const skipped = new Map(
          sample.rows.flatMap((row, i) => (drawn[i] ? [[row.answer_id, drawn[i]] as const] : [])),
        );
        const { version, alternative, skipped: counts } = commonLabels(bool, sample.rows, outcomeOf(sample, skipped));
        expect(version.answers.length + Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(40);
        for (const reason of skipReasons) expect(counts[reason]).toBe(drawn.filter((one) => one === reason).length);
        expect(alternative.answers).toEqual(version.answers);
        expect(alternative.y).toEqual(version.y);
        version.answers.forEach((id, i) => expect(alternative.reads[i]).toBe(sample.answers.get(id)?.number));
        expect(version.answers.filter((id) => skipped.has(id))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('leave out answers without the numbers of their type, as failed, on both sides [ALT-25] [ALT-42]', () => {
    for (const form of [bool, choiceOf(3), score]) {
      const sample = sampleOf(form, 20, 2);
      const [broken, other] = [sample.rows[7].answer_id, sample.rows[9].answer_id];
      sample.answers.set(broken, { ...sample.answers.get(broken)!, number: null, dist: null });
      sample.rows[9] = { ...sample.rows[9], number: null, dist: null };
      const { version, alternative, skipped } = commonLabels(form, sample.rows, outcomeOf(sample));
      expect(skipped).toEqual({ deleted: 0, image_erased: 0, not_derivable: 0, failed: 2 });
      expect(alternative.answers).toEqual(version.answers);
      expect(version.answers).toHaveLength(18);
      for (const id of [broken, other]) expect(version.answers).not.toContain(id);
    }
  });

  it('and their comparison do not depend on the order in which they were read [ALT-42]', () => {
    const sample = sampleOf({ ...bool, features: ['weight'] }, 90, 15);
    const form = { ...bool, features: ['weight'] };
    // Two labels of one document, whose numbers in a set follow the order of arrival.
    sample.rows[3] = { ...sample.rows[3], document: 'd50', judged_at: new Date(1) };
    const read = (rows: typeof sample.rows, answers: Sample['answers']) => {
      const { version, alternative } = commonLabels(form, rows, outcomeOf({ answers }));
      const task = { version: { set: version, floor: 0.005 }, alternative: { set: alternative, floor: 1e-6 } };
      return compareRow({ ...task, versionReads: null }).comparison;
    };
    const again = read([...sample.rows].reverse(), new Map([...sample.answers].reverse()));
    expect(again).toEqual(read(sample.rows, sample.answers));
    expect(again.statistic).toMatchObject({ labels: 90, units: 89 });
  });

  it('are refused while a label has neither', () => {
    const sample = sampleOf(bool, 3, 3);
    sample.answers.delete(sample.rows[1].answer_id);
    expect(() => commonLabels(bool, sample.rows, outcomeOf(sample))).toThrow(/neither answered nor skipped/);
  });

  it('have the same options at the same places where each answer has its own', () => {
    const form: Form = { ...bool, type: 'choice', options: [...variedPlaces], optionsVary: true };
    const sample = sampleOf(choiceOf(4), 30, 4);
    const first = sample.rows[0].answer_id;
    const { dist } = sample.answers.get(first)!;
    sample.answers.set(first, { ...sample.answers.get(first)!, dist: { ...dist, other: 0.2 } });
    const { version, alternative } = commonLabels(form, sample.rows, outcomeOf(sample));
    const [a, b] = [classRows(version, version.reads), classRows(alternative, alternative.reads)];
    expect(b.y).toEqual(a.y);
    version.answers.forEach((id, i) => {
      const row = sample.rows.find(({ answer_id }) => answer_id === id)!;
      expect(a.dists[i][a.y[i]]).toBe(row.dist![String(row.value)]);
      expect(b.dists[i][b.y[i]]).toBe(sample.answers.get(id)!.dist![String(row.value)]);
      expect(a.dists[i]).toHaveLength(id === first ? 6 : 5);
      expect(b.dists[i]).toHaveLength(a.dists[i].length);
    });
    const task = {
      version: { set: version, floor: 1e-6 },
      alternative: { set: alternative, floor: 1e-6 },
      versionReads: null,
    };
    expect(compareRow(task).comparison.heldOut.read_with).toBe('calibrated');
  });
});

describe('a comparison', () => {
  it('has figures that an independent count of both fits gives [ALT-29] [ALT-42]', () => {
    const { version, alternative: plain } = setsOf(bool, 300, 5, 0.1);
    // Sharper, and so with zeros and ones, where the floor of the row's own engine counts.
    const reads = plain.reads.map((p) => Math.round((100 * p ** 3) / (p ** 3 + (1 - p) ** 3)) / 100);
    const alternative = { ...plain, reads };
    const task = { version: { set: version, floor: 0.005 }, alternative: { set: alternative, floor: 1e-6 } };
    const { comparison } = compareRow({ ...task, versionReads: null });
    const [own, other] = [makeFit(version, 0.005), makeFit(alternative, 1e-6)];
    const { y } = version;
    const { heldOut, versionHeldOut, statistic } = comparison;
    expect(versionHeldOut.log_loss).toBeCloseTo(logLoss({ p: own.heldOut, y }, 0.005), 12);
    expect(heldOut.log_loss).toBeCloseTo(logLoss({ p: other.heldOut, y }, 1e-6), 12);
    expect(statistic.gain).toBeCloseTo(versionHeldOut.log_loss - heldOut.log_loss, 12);
    expect(statistic.accuracy.difference).toBeCloseTo(heldOut.accuracy - versionHeldOut.accuracy, 12);
    expect(heldOut.accuracy).toBe(accuracy({ p: other.heldOut, y }));
    expect(heldOut.auroc).toBe(auroc({ p: alternative.reads, y }));
    expect(heldOut).toMatchObject({
      read_with: other.readWith,
      features_only: null,
      precision_at_5: expect.any(Number),
    });
  });

  it('of a bool finds a clearer engine, by loss and by ranking [ALT-26] [ALT-32]', () => {
    const { statistic } = compared(bool, 300, 5, 0.1).comparison;
    const claimed = verdictOf(statistic, { scored: 1, inLaterRun: false, inK: true });
    expect(claimed).toMatchObject({ verdict: 'better', movesRanking: true });
  });

  it('of a row that says the same in other numbers finds no difference of ranking and hardly one of loss [ALT-42]', () => {
    const { version } = setsOf(bool, 300, 6);
    const sharper = { ...version, reads: version.reads.map((p) => 1 / (1 + ((1 - p + 1e-9) / (p + 1e-9)) ** 3)) };
    const sides = { version: { set: version, floor: 1e-6 }, alternative: { set: sharper, floor: 1e-6 } };
    const { heldOut, versionHeldOut, statistic } = compareRow({ ...sides, versionReads: null }).comparison;
    expect(logLoss({ p: sharper.reads, y: sharper.y })).toBeGreaterThan(versionHeldOut.log_loss + 0.1);
    expect(heldOut.read_with).toBe('calibrated');
    expect(Math.abs(heldOut.log_loss - versionHeldOut.log_loss)).toBeLessThan(0.02);
    expect(statistic.auroc?.difference).toBeCloseTo(0, 12);
    expect(verdictOf(statistic, { scored: 1, inLaterRun: false, inK: true }).verdict).toBe('no_worse');
  });

  it('of a row with itself is nothing, whatever the type, to the digit [ALT-42]', () => {
    for (const form of [bool, choiceOf(4), score]) {
      const { version } = setsOf(form, 60, 7);
      const side = { set: version, floor: 0.005 };
      const { comparison } = compareRow({ version: side, alternative: side, versionReads: null });
      expect(comparison.heldOut).toEqual(comparison.versionHeldOut);
      expect(comparison.statistic).toMatchObject({ gain: 0, standardError: 0, accuracy: { difference: 0 } });
      expect(verdictOf(comparison.statistic, { scored: 1, inLaterRun: false, inK: true }).verdict).toBe('no_worse');
    }
  });

  it('of choices and scores finds a clearer engine, and has no ranking [ALT-26]', () => {
    for (const form of [choiceOf(4), score]) {
      const { statistic, heldOut } = compared(form, 200, 8, 0.1).comparison;
      expect(verdictOf(statistic, { scored: 1, inLaterRun: false, inK: true })).toMatchObject({
        verdict: 'better',
        movesRanking: false,
      });
      expect(heldOut).toMatchObject({ auroc: null, precision_at_5: null, precision_at_10: null });
      const worse = compared(form, 200, 8, 4).comparison.statistic;
      expect(verdictOf(worse, { scored: 1, inLaterRun: false, inK: true }).verdict).toBe('worse');
    }
  });

  it('tells what the features say alone', () => {
    const { heldOut, versionHeldOut } = compared({ ...bool, features: ['weight'] }, 200, 9).comparison;
    expect(heldOut.features_only).toBeCloseTo(versionHeldOut.features_only!, 2);
    expect(versionHeldOut.read_with).toBe('features');
  });

  it('is made of few labels too, down to one', () => {
    for (const n of [1, 2, 3, 9, 11]) {
      for (const form of [bool, choiceOf(3), score]) {
        const { statistic, heldOut } = compared(form, n, n).comparison;
        for (const number of [statistic.gain, statistic.p, statistic.standardError, heldOut.log_loss])
          expect(number).toEqual(expect.any(Number));
        expect([statistic.gain, statistic.p, heldOut.log_loss].every(Number.isFinite)).toBe(true);
        expect(statistic.labels).toBe(n);
      }
    }
  });
});

describe('a score', () => {
  const facts = (sample: Sample, skipped = new Map<string, SkipReason>()) => ({
    outcome: outcomeOf(sample, skipped),
    versionUnits: new Map(sample.rows.map(({ answer_id }, i) => [answer_id, i < 10 ? 2 : 1])),
    billed: { units: 50, costUsd: 0.1 },
    scoredAtMs: 1_000,
    inLaterRun: false,
    thresholds: {},
  });
  const floors = { version: 0.005, alternative: 1e-6 };

  it('has the mean cost of both sides on the common labels [ALT-30] [ALT-33]', async () => {
    const sample = sampleOf(bool, 40, 11);
    const skipped = new Map(sample.rows.slice(0, 5).map(({ answer_id }) => [answer_id, 'deleted' as const]));
    const given = facts(sample, skipped);
    const labels = commonLabels(bool, sample.rows, given.outcome);
    const made = await new RowScorer(async (task) => compareRow(task)).score(labels, floors, given);
    expect(made).toMatchObject({ labels: 35, costPerAnswer: 2.5, units: 50, costUsd: 0.1, skipped: { deleted: 5 } });
    expect(made.versionCostPerAnswer).toBeCloseTo(40 / 35, 12);
  });

  it('of a row without labels has no comparison', async () => {
    const sample = sampleOf(bool, 3, 12);
    const given = facts(sample, new Map(sample.rows.map(({ answer_id }) => [answer_id, 'failed' as const])));
    const labels = commonLabels(bool, sample.rows, given.outcome);
    const scorer = new RowScorer(() => Promise.reject(new Error('nothing to compare')));
    expect(await scorer.score(labels, floors, given)).toMatchObject({
      labels: 0,
      comparison: null,
      costPerAnswer: null,
      versionCostPerAnswer: null,
      skipped: { failed: 3 },
    });
  });

  it('reads the version once for rows on the same labels, and the same table comes of it [ALT-42]', async () => {
    const sample = sampleOf(bool, 60, 13);
    const given = facts(sample);
    const full = commonLabels(bool, sample.rows, given.outcome);
    const fewer = {
      ...full,
      version: pick(full.version, [...Array(50).keys()]),
      alternative: pick(full.alternative, [...Array(50).keys()]),
    };
    const corrected: LabelSet = { ...full.version, y: full.version.y.map((y, i) => (i === 0 ? 1 - y : y)) };
    const hadReads: boolean[] = [];
    const scorer = new RowScorer(async (task) => {
      hadReads.push(task.versionReads !== null);
      return compareRow(task);
    });
    const [first, second] = [await scorer.score(full, floors, given), await scorer.score(full, floors, given)];
    expect(second).toEqual(first);
    await scorer.score(
      { ...full, version: corrected, alternative: { ...full.alternative, y: corrected.y } },
      floors,
      given,
    );
    await scorer.score(fewer, floors, given);
    expect(hadReads).toEqual([false, true, false, false]);
  });
});

describe('what a quote could detect', () => {
  const side = (form: Form, n = 120) => ({ set: setsOf(form, n, 14).version, floor: 0.005 });
  const month = { scored: 0, quoted: 1, inLaterRun: false, rows: [] as Pick<RowStatistic, 'ratios'>[] };
  const gainOf = (form: Form, others: Partial<typeof month> = {}) =>
    detectableGain(side(form), readSide(side(form)), { ...month, ...others });

  it('is that of the version held out, rounded up, and grows with k and in a later run [ALT-40]', () => {
    const { set, floor } = side(bool);
    const { reads, ranking } = readSide({ set, floor });
    const planned = detectable(reads, set.y, 1, { units: set.units, floor });
    const one = gainOf(bool);
    expect(one.k).toBe(1);
    expect(one.log_loss).toBeGreaterThanOrEqual(planned.logLoss);
    expect(one.log_loss).toBeCloseTo(planned.logLoss, 3);
    expect(one.auroc).toBeCloseTo(detectable(ranking, set.y, 1).auroc!, 3);
    const ten = gainOf(bool, { scored: 4, quoted: 6 });
    expect(ten.k).toBe(10);
    expect(ten.log_loss).toBeGreaterThan(one.log_loss);
    expect(ten.auroc!).toBeGreaterThan(one.auroc!);
    expect(gainOf(bool, { scored: 2, quoted: 3, inLaterRun: true })).toEqual(ten);
    expect(gainOf(bool, { scored: 0, quoted: 0 }).k).toBe(1);
  });

  it('follows the ratios of three scored rows, and has no AUROC for classes or too few of a class [ALT-40]', () => {
    const rows = [0.2, 0.3, 0.4].map((deviation) => ({ ratios: { deviation, guard: 0.1 } }));
    expect(gainOf(bool, { rows }).log_loss).toBeLessThan(gainOf(bool).log_loss);
    expect(gainOf(bool, { rows: rows.slice(1) })).toEqual(gainOf(bool));
    for (const form of [choiceOf(4), score])
      expect(gainOf(form)).toMatchObject({ auroc: null, log_loss: expect.any(Number) });
    const { set, floor } = side(bool);
    const rare = { ...set, y: set.y.map((_, i) => (i < 9 ? 1 : 0)) };
    expect(detectableGain({ set: rare, floor }, readSide({ set: rare, floor }), month).auroc).toBeNull();
  });
});
