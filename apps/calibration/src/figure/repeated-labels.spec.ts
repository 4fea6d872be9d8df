import { epoch, judgment, label, nowMs } from '../report/report.fake';
import { LabelRow, LabelSet, LabelSetBuilder } from '../outcome/label/label-set';
import { designOf } from '../outcome/label/sample-design';
import { formOf } from '../outcome/label/load-labels';
import { weightsOf } from '../outcome/label/label-weights';
import { thresholdPerformances } from '../report/threshold-performance';
import { weeksOf } from '../history/weeks';
import { randomOf } from '@app/statistics';
import { figuresOf } from './figures';

const floor = 0.005;
const levels = [1, 2, 3];

/** Labels of documents, so many of each with the same answer and outcome. */
function setOf(
  times: number,
  of: Partial<typeof judgment> = {},
  others: (row: LabelRow) => Partial<LabelRow> = () => ({}),
): LabelSet {
  const random = randomOf(3);
  const builder = new LabelSetBuilder(formOf({ ...judgment, ...of }));
  for (let document = 0; document < 60; document += 1) {
    // Reads that do not tie: documents are in bins of their own.
    const number = (document + random.uniform()) / 60;
    const row = label({ number, value: random.uniform() < number, document: `d${document}`, engine_version: epoch });
    for (let time = 0; time < times; time += 1) {
      builder.add({ ...row, ...others(row), answer_id: `ans_${document}_${time}`, judged_at: new Date(nowMs - time) });
    }
  }
  return builder.build();
}

function figures(set: LabelSet) {
  const found = figuresOf(set, set.reads, floor, { scores: set.scores });
  if (found === null) throw new Error('no figures');
  return found;
}

describe('five equal labels of each document', () => {
  it.each([
    { type: 'bool' as const, of: {}, others: () => ({}) },
    {
      type: 'score' as const,
      of: { type: 'score' as const, levels },
      others: ({ number, value }: LabelRow) => {
        const p = number ?? 0;
        return { value: value === true ? 3 : 1, number: 1 + 2 * p, dist: { 1: (1 - p) * 0.8, 2: 0.2, 3: p * 0.8 } };
      },
    },
  ])('tell no more of a $type than one [ST-F5] [CAL-01]', ({ of, others }) => {
    const [once, often] = [setOf(1, of, others), setOf(5, of, others)];
    const [few, many] = [figures(once), figures(often)];
    for (const [name, value] of Object.entries(few.metrics)) {
      // A report of more labels has more bins, and so another calibration error.
      if (name.startsWith('ece')) continue;
      expect({ [name]: many.metrics[name as keyof typeof many.metrics] }).toEqual({ [name]: near(value) });
    }
    expect([designOf(often).documents, often.y.length]).toEqual([60, 300]);
    for (const { n, documents } of many.bins) expect(documents).toBe(n / 5);
  });

  it('show a threshold and a week no better, and say of how many documents [ST-F5] [CAL-03] [CAL-04]', () => {
    const [once, often] = [setOf(1), setOf(5)];
    const alarm = (set: LabelSet) => thresholdPerformances(set, designOf(set), { alarm: 0.6 })['alarm'];
    const { n, ...rest } = alarm(often);
    expect({ ...rest, n: n! / 5 }).toEqual(near(alarm(once)));
    expect([n, rest.documents]).toEqual([300, 60]);
    const [week] = weeksOf(often, often.reads, { weeks: 4, nowMs });
    const [plain] = weeksOf(once, once.reads, { weeks: 4, nowMs });
    expect(week).toEqual(near({ ...plain, labels: 300 }));
    expect(week.documents).toBe(60);
  });
});

describe('labels that stand for more or fewer answers', () => {
  it('count so in every figure: a mean loss is that of the weights [ST-F2] [CAL-01]', () => {
    const plain = setOf(1);
    const set = {
      ...plain,
      population: { counts: [50, 10, 10, 10, 10, 10, 10, 10, 10, 200], sampled: false, countedAtMs: nowMs },
    };
    const weights = weightsOf(set, [...set.y.keys()]) ?? new Float64Array();
    const all = weights.reduce((sum, one) => sum + one, 0);
    const mean = (of: (row: number) => number) => weights.reduce((sum, one, row) => sum + one * of(row), 0) / all;
    const found = figuresOf(set, set.reads, floor);
    const loss = (row: number) => -Math.log(Math.max(floor, set.y[row] ? set.reads[row] : 1 - set.reads[row]));
    expect(found?.metrics.log_loss).toBeCloseTo(mean(loss), 3);
    expect(found?.metrics.brier).toBeCloseTo(
      mean((row) => (set.reads[row] - set.y[row]) ** 2),
      12,
    );
    expect(found?.metrics.accuracy).toBeCloseTo(
      mean((row) => (set.reads[row] >= 0.5 === set.y[row] > 0 ? 1 : 0)),
      12,
    );
    expect(found?.metrics.accuracy).not.toBeCloseTo(figuresOf(plain, plain.reads, floor)?.metrics.accuracy ?? 0, 3);
    expect(found?.bins.reduce((sum, bin) => sum + bin.occupancy, 0)).toBeCloseTo(1, 12);
  });
});

/** The same, but for rounding. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 9);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, near(one)]));
}
