import { StoredFit } from '@app/statistics';
import { LabelSet, LabelSetBuilder } from '../outcome/label/label-set';
import { flaggedShifts } from './flagged-shift';

const floor = 0.001;
const setOf = (parts: string[]): LabelSet => {
  const none = new LabelSetBuilder({ type: 'bool', options: [], levels: [], features: [], parts }).build();
  const values = [0.3, 0.2, 0.55, 0.4];
  return {
    ...none,
    answers: values.map((_, at) => `ans_${at}`),
    y: Float64Array.of(1, 0, 1, 0),
    reads: Float64Array.from(values),
    parts: Float64Array.from(parts.length > 0 ? values.flatMap((p) => [p, p]) : []),
    source: new Uint8Array(4),
    weights: new Float64Array(4).fill(1),
  };
};
const part = (name: string) => ({ name, slope: 1, typical: 0 });
/** Doubles the log odds, and adds to them. */
const combiner = (intercept: number): { stored: StoredFit } => ({
  stored: {
    type: 'bool',
    map: { kind: 'raw' },
    weights: { intercept, slope: null, parts: [part('a'), part('b')], features: [], floor },
  },
});

it('a fit of a composite says what share each threshold flags before and after it [ST-F4]', () => {
  const set = setOf(['a', 'b']);
  const shift = flaggedShifts(set, { before: null, after: combiner(2), floor }, { alarm: 0.5 });
  expect(shift).toEqual({ alarm: { flagged_before: 0.25, flagged_after: 0.75 } });
  const next = flaggedShifts(set, { before: combiner(2), after: combiner(0), floor }, { alarm: 0.5 });
  expect(next).toEqual({ alarm: { flagged_before: 0.75, flagged_after: 0.25 } });
});

it('labels are weighted to all answers where these were counted, by what the fit before read [ST-F4]', () => {
  // Nine of ten answers lie in the tenth of 0.2 to 0.3, of which five labels are here; the other five lie above 0.5.
  const many = setOf(['a', 'b']);
  const values = [...Array.from({ length: 5 }, () => 0.25), ...Array.from({ length: 5 }, () => 0.55)];
  const set: LabelSet = {
    ...many,
    answers: values.map((_, at) => `ans_${at}`),
    y: Float64Array.from(values, (_, at) => at % 2),
    reads: new Float64Array(10),
    parts: Float64Array.from(values.flatMap((p) => [p, p])),
    source: new Uint8Array(10),
    weights: new Float64Array(10).fill(1),
    population: { counts: [0, 0, 900, 0, 0, 100, 0, 0, 0, 0], sampled: false, countedAtMs: 0 },
  };
  const shift = flaggedShifts(set, { before: null, after: combiner(0), floor }, { alarm: 0.5 });
  expect(shift?.alarm.flagged_before).toBeCloseTo(0.1, 12);
});

it('says nothing of judgments whose thresholds no fit moves [ST-F4]', () => {
  expect(flaggedShifts(setOf([]), { before: null, after: combiner(0), floor }, { alarm: 0.5 })).toBeNull();
  expect(flaggedShifts(setOf(['a', 'b']), { before: null, after: combiner(0), floor }, {})).toBeNull();
});
