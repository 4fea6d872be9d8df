import { accuracy, logLosses } from '@app/statistics';
import { compareRow } from '../../figure/compare-row';
import { readLabel } from '../../figure/fit/make-fit';
import { readSide } from '../../figure/side';
import { pick } from '../../outcome/label/label-set';
import { weightsOf } from '../../outcome/label/label-weights';
import { commonLabels } from './row-labels';
import { bool, choiceOf, sampleOf } from './samples.fake';

/** Labels of which those in the middle are of one draw of the review queue, which took them three times as often as others. */
function queued(n: number, seed: number) {
  const { rows, answers } = sampleOf(bool, n, seed, 0.5);
  const drawn = rows.map((row, at) => {
    const weight = Math.abs((row.number ?? 0) - 0.5) < 0.2 ? 1 : 3;
    return at % 2 === 0 ? row : { ...row, source: 'queue', weight, draw: 1, draw_size: n / 2 };
  });
  const { version, alternative } = commonLabels(bool, drawn, { answers, skipped: new Map() });
  return { version: { set: version, floor: 0.005 }, alternative: { set: alternative, floor: 1e-6 } };
}
const compared = (sides: ReturnType<typeof queued>) => compareRow({ ...sides, versionReads: null }).comparison;

it('counts labels of the review queue for the answers that they stand for, in every figure of a row [ST-F6] [ALT-29]', () => {
  const sides = queued(240, 21);
  const { y } = sides.version.set;
  const weights = weightsOf(sides.version.set, [...y.keys()])!;
  const mean = (of: ArrayLike<number>) =>
    y.reduce((sum, _, i) => sum + weights[i] * of[i], 0) / weights.reduce((sum, one) => sum + one, 0);
  const [before, after] = [sides.version, sides.alternative].map((side) => ({
    p: readSide(side).reads,
    floor: side.floor,
  }));
  const losses = [before, after].map(({ p, floor }) => logLosses({ p, y }, floor));
  const { heldOut, versionHeldOut, statistic, queued: count } = compared(sides);
  expect(count).toBe(120);
  expect(versionHeldOut.log_loss).toBeCloseTo(mean(losses[0]), 12);
  expect(heldOut.log_loss).toBeCloseTo(mean(losses[1]), 12);
  expect(statistic.gain).toBeCloseTo(mean(losses[0]) - mean(losses[1]), 12);
  expect(heldOut.accuracy).toBeCloseTo(accuracy({ p: after.p, y, weights }), 12);
  // Where each label counted once, the middle would count three times.
  const plain = losses[0].reduce((sum, loss) => sum + loss, 0) / 240;
  expect(Math.abs(plain - mean(losses[0]))).toBeGreaterThan(0.01);
  expect(statistic.effective).toBeLessThan(230);
});

it('says of which answers it speaks, by the answers that were counted', () => {
  const sides = queued(240, 22);
  expect(compared(sides).speaksFor).toBe('labelled');
  const counts = new Array<number>(10).fill(0);
  sides.version.set.reads.forEach((p) => (counts[Math.min(9, Math.floor(10 * p + 1e-9))] += 1));
  const counted = (of: number[]) => {
    const population = { counts: of, sampled: false, countedAtMs: 0 };
    return compared({ ...sides, version: { ...sides.version, set: { ...sides.version.set, population } } });
  };
  expect(counted(counts).speaksFor).toBe('all');
  // Half of the answers lie where no label does.
  const some = [...sides.version.set.reads.keys()].filter((label) => sides.version.set.reads[label] >= 0.3);
  const [version, alternative] = [sides.version, sides.alternative].map((side) => ({
    ...side,
    set: pick(side.set, some),
  }));
  const flagged = {
    version: { ...version, set: { ...version.set, population: { counts, sampled: false, countedAtMs: 0 } } },
  };
  expect(compared({ ...flagged, alternative }).speaksFor).toBe('labelled');
  // None of the answers of now is like a labelled one: labels are compared as they are.
  const elsewhere = counted(counts.map((count) => (count === 0 ? 50 : 0)));
  expect(Number.isFinite(elsewhere.statistic.gain)).toBe(true);
});

it('counts what asking the alternative first would do at a threshold in force, and nothing of a choice', () => {
  const sides = queued(300, 23);
  const { set } = sides.version;
  const thresholds = { alarm: 0.7, heavy: { feature: 'weight', gte: 3 } };
  const { cascade } = compareRow({ ...sides, versionReads: null, thresholds }).comparison;
  expect(cascade?.thresholds).toEqual([{ name: 'alarm', at: 0.7 }]);
  const { curve } = cascade!;
  const weights = weightsOf(set, [...set.y.keys()])!;
  const [dear, cheap] = [readSide(sides.version), readSide(sides.alternative)];
  const [asRead] = readLabel(dear.stored, { ...set, reads: Float64Array.of(0.7) }, 0);
  expect(asRead).not.toBe(0.7);
  const rule = curve.harmed.length - 1;
  const low = (rule + 1) / 100;
  let [differs, all] = [0, 0];
  cheap.reads.forEach((p, label) => {
    all += weights[label];
    const stands = p < low || p > 1 - low;
    if (stands && p >= asRead !== set.reads[label] >= 0.7) differs += weights[label];
  });
  expect(rule).toBeGreaterThan(0);
  expect(curve.cuts[0].differs[rule]).toBeCloseTo(differs / all, 12);
  const choice = sampleOf(choiceOf(3), 40, 24);
  const labels = commonLabels(choiceOf(3), choice.rows, { answers: choice.answers, skipped: new Map() });
  const [version, alternative] = [labels.version, labels.alternative].map((one) => ({ set: one, floor: 0.005 }));
  expect(compareRow({ version, alternative, versionReads: null, thresholds: {} }).comparison.cascade).toBeNull();
});
