import { LabelRow, LabelSetBuilder } from '../outcome/label/label-set';
import { readSegments } from './segments';

const row = (document: string, more: Partial<LabelRow>): LabelRow => ({
  answer_id: `ans_${document}`,
  namespace: 'n',
  document,
  value: null,
  escape: false,
  source: 'posted',
  hindsight: false,
  observed_at: new Date(0),
  weight: 1,
  draw: 0,
  draw_size: 0,
  judged_at: new Date(0),
  engine_version: 'e',
  number: null,
  escape_p: null,
  dist: null,
  features: null,
  parts: null,
  ...more,
});
const form = { options: [], levels: [], features: [], parts: [] };

it('a choice is looked at by its likeliest class, which may be the escape [ST-F3]', () => {
  const builder = new LabelSetBuilder({ ...form, type: 'choice', options: ['a', 'b'] });
  builder.add(row('one', { value: 'a', dist: { a: 0.6, b: 0.3 }, escape_p: 0.1 }));
  builder.add(row('two', { value: 'b', dist: { a: 0.1, b: 0.2 }, escape_p: 0.7 }));
  const set = builder.build();
  const [found] = readSegments({ set, reads: null, floor: 1e-6, segments: new Uint32Array(2), count: 1 });
  expect(found).toMatchObject({ labels: 2, documents: 2, observed: 0.5 });
  expect(found.read).toBeCloseTo(0.65, 12);
  expect(found.logLoss).toBeCloseTo(-(Math.log(0.6) + Math.log(0.2)) / 2, 9);
});

it("a score is looked at by its mean: the engine's own without a fit, else that of the reads [ST-F3]", () => {
  const builder = new LabelSetBuilder({ ...form, type: 'score', levels: [1, 2, 3] });
  builder.add(row('one', { value: 2.5, number: 2.4, dist: { 1: 0, 2: 0.5, 3: 0.5 } }));
  const set = builder.build();
  const of = (reads: Float64Array | null) =>
    readSegments({ set, reads, floor: 1e-6, segments: new Uint32Array(1), count: 1 })[0];
  expect(of(null)).toMatchObject({ read: 2.4, observed: 2.5, interval: null, p: null });
  expect(of(Float64Array.of(0.5, 0.5, 0)).read).toBeCloseTo(1.5, 12);
});
