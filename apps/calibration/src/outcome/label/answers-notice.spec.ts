import { flaggedOnly, unmoved } from '@app/testing/world';
import { judgmentOf, labelSetOf } from '../../testing/world/label-rows';
import { worldCounts } from '../../testing/world/answer-counts';
import { answersNotice } from './answers-notice';
import type { Form, LabelSet } from './label-set';

const flagged = flaggedOnly.make(1);
const bare = labelSetOf(judgmentOf(flagged), flagged.labels);
const set: LabelSet = { ...bare, population: worldCounts(flagged) };

describe('what is said of labels beside all answers [ST-F3]', () => {
  it('is nothing where labels are a sample of them, and without labels', () => {
    const world = unmoved.make(1);
    const like = { ...labelSetOf(judgmentOf(world), world.labels), population: worldCounts(world) };
    expect(answersNotice(like, 'figures')).toBeNull();
    expect(answersNotice({ ...set, y: new Float64Array(0) }, 'figures')).toBeNull();
  });

  it('names where answers have no label, how many they are, and what is then wrong', () => {
    const notice = answersNotice(set, 'base rate and recall');
    expect(notice?.code).toBe('labels_unlike_answers');
    expect(notice?.message).toMatch(
      /^No label below 0\.3, where \d\d % of the answers lie: base rate and recall speak of the labelled ones only\. /,
    );
  });

  it('names where labels lie more thickly, where weights mend it', () => {
    const counts = [2_000, ...new Array<number>(9).fill(100)];
    const p = Float64Array.from(bare.y.keys(), (label) => (label + 0.5) / bare.y.length);
    const uneven = { ...bare, reads: p, population: { counts, sampled: false, countedAtMs: 0 } };
    expect(answersNotice(uneven, 'figures')?.message).toMatch(
      /^Labels lie elsewhere than answers: 10 % below 0\.1 and 69 % of the answers; .*\. Figures are weighted/,
    );
  });

  it('says that answers were not counted, but where options vary', () => {
    expect(answersNotice(bare, 'figures')?.code).toBe('answers_not_counted');
    expect(answersNotice({ ...bare, form: { ...bare.form, optionsVary: true } }, 'figures')).toBeNull();
  });

  it('names options of a choice', () => {
    const form: Form = { ...bare.form, type: 'choice', options: ['refund', 'other'] };
    const n = bare.y.length;
    const reads = Float64Array.from({ length: 3 * n }, (_, at) => [0, 0.9, 0.1][at % 3]);
    const counts = [n, n, 0];
    const chosen = { ...bare, form, reads, population: { counts, sampled: false, countedAtMs: 0 } };
    expect(answersNotice(chosen, 'figures')?.message).toMatch(/^No label on `refund`, where 50 % of the answers lie: /);
  });
});
