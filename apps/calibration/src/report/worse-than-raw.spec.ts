import { LabelSetBuilder } from '../outcome/label/label-set';
import { countsOf } from '../outcome/label/label-counts';
import { formOf } from '../outcome/label/load-labels';
import { designOf } from '../outcome/label/sample-design';
import { noticesOf } from './notices';
import { excluded, judgment, label } from './report.fake';

const floor = 0.005;

/** Labels of which exactly as many come true as was read: three tenths of some, seven tenths of others. */
function exact(likely: number) {
  const builder = new LabelSetBuilder(formOf(judgment));
  for (let at = 0; at < 8_000; at += 1) {
    const number = at % 100 < likely ? 0.7 : 0.3;
    const value = Math.floor(at / 100) % 10 < 10 * number;
    builder.add(label({ number, value, document: `d${at}`, answer_id: `ans_${at}` }));
  }
  return builder.build();
}

/** Codes of the notices where the fit reads these labels so. */
function codes(set: ReturnType<typeof exact>, read: (p: number) => number): string[] {
  const labels = countsOf([{ source: 'posted', hindsight: false, n: set.y.length }]);
  const counted = { labels, sampled: false, excluded };
  const about = { fit: null, set, design: designOf(set), counted, floor, worth: null };
  const metrics = { raw: null, calibrated: null };
  return noticesOf({ ...about, reads: set.reads.map(read), drift: null, metrics }).map(({ code }) => code);
}

describe('the notice that a fit reads worse than the raw answers', () => {
  it('is not of what it costs to learn a map, however sure that is [ST-F2] [CAL-05]', () => {
    const set = exact(50);
    // The loss grows by 0.7 and by 4.3 per cent; both lie beyond the noise of 8,000 labels.
    expect(codes(set, (p) => p + (p < 0.5 ? 0.045 : -0.045))).not.toContain('worse_than_raw');
    expect(codes(set, (p) => p + (p < 0.5 ? 0.11 : -0.11))).toContain('worse_than_raw');
  });

  it('is of all answers, as far as labels stand for them [ST-F2] [CAL-01]', () => {
    const set = exact(90);
    const counts = [0, 0, 0, 9_900, 0, 0, 0, 100, 0, 0];
    const weighed = { ...set, population: { counts, sampled: false, countedAtMs: 0 } };
    // The fit is wrong where nine tenths of the labels lie, and one hundredth of the answers.
    const read = (p: number) => (p > 0.5 ? 0.5 : p);
    expect(codes(set, read)).toContain('worse_than_raw');
    expect(codes(weighed, read)).not.toContain('worse_than_raw');
  });
});
