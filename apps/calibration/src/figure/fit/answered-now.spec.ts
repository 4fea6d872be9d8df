import { LabelSet, LabelSetBuilder } from '../../outcome/label/label-set';
import { answeredAnew, answeredNow } from './answered-now';

const reads = Float64Array.of(0.9, 0.2);
const population = { counts: [1, 2], sampled: false, countedAtMs: 0 };
const setOf = (parts: string[]): LabelSet => {
  const none = new LabelSetBuilder({ type: 'bool', options: [], levels: [], features: [], parts }).build();
  return { ...none, reads: Float64Array.of(0.5, 0.4), population };
};

it('labels of a composite have the p that the fit in force gives their answers; others keep theirs [ST-F4]', () => {
  expect(answeredNow(setOf(['first', 'second']), reads).reads).toBe(reads);
  expect(answeredNow(setOf(['first', 'second']), null).reads).toEqual(Float64Array.of(0.5, 0.4));
  expect(answeredNow(setOf([]), reads).reads).toEqual(Float64Array.of(0.5, 0.4));
});

it('answers that were counted before a fit do not weigh what it reads, unless no fit moves them [ST-F4]', () => {
  expect(answeredAnew(setOf(['first', 'second']), reads)).toMatchObject({ reads, population: null });
  expect(answeredAnew(setOf([]), reads).population).toBe(population);
  expect(answeredNow(setOf(['first', 'second']), reads).population).toBe(population);
});
