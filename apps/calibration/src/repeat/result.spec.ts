import { RunAnswer } from '../alternative/sample/answer.store';
import { Judgment } from '../judgment/judgment';
import { drawAnswers } from './drawn';
import { resultOf } from './result';

const at = new Date('2026-03-20T00:00:00.000Z');
const run = {
  version: 2,
  engine_version: 'e1',
  estimate: { answers: 2, times: 2, asks: 4, judgment_units: 4, tokens: 0, cost_usd: 0 },
};

function judgment(others: Partial<Judgment>): Judgment {
  const form = { type: 'bool' as const, options: null, levels: null, features: null, parts: null };
  const about = { judgment_id: 'jdg_1', name: 'late', scope: 'n', active_version: 2, copied: null, engine: 'jev' };
  return { ...about, ...form, thresholds: {}, ...others };
}

function answer(answer_id: string, others: Partial<RunAnswer>): RunAnswer {
  const none = { number: null, escape_p: null, dist: null, skipped: null, units: 1, context_hash: null };
  return { ...none, engine_version: 'e1', answer_id, ...others };
}

function planOf(weights: number[], documents = weights.map((_, label) => `d${label}`)) {
  const labels = documents.map((document, label) => ({ namespace: 'n', document, answer: `a${label}` }));
  return { labels, weights, floor: 0.005 };
}

it('of a choice tells how often its value changes, the escape too, by weight [CAL-01]', () => {
  const form = judgment({ type: 'choice', options: ['x', 'y'], thresholds: { sure: { option: 'x', gte: 0.6 } } });
  const found = resultOf(
    run,
    planOf([3, 1]),
    form,
    [
      [
        answer('a0', { dist: { x: 0.5, y: 0.3 }, escape_p: 0.2 }),
        answer('a1', { dist: { x: 0.7, y: 0.2 }, escape_p: 0.1 }),
      ],
      [
        answer('a0', { dist: { x: 0.2, y: 0.3 }, escape_p: 0.5 }),
        answer('a1', { dist: { x: 0.5, y: 0.4 }, escape_p: 0.1 }),
      ],
    ],
    at,
  );
  expect(found).toMatchObject({ answers: 2, sd_p: null, sd_logit: null, sd_normalized: null });
  expect(found.value_changes?.share).toBeCloseTo(0.75, 12);
  expect(found.flips.sure.share).toBeCloseTo(0.25, 12);
});

it('of a score tells the deviation of `normalized`; a skipped ask leaves its answer out, and a threshold on a feature [CAL-01]', () => {
  const thresholds = { high: { field: 'normalized' as const, gte: 0.5 }, near: { feature: 'km', gte: 1 } };
  const form = judgment({ type: 'score', levels: [1, 5], thresholds });
  const found = resultOf(
    run,
    planOf([1, 1]),
    form,
    [
      [answer('a0', { number: 2 }), answer('a1', { number: 5 })],
      [answer('a0', { number: 4 }), answer('a1', { skipped: 'failed' })],
    ],
    at,
  );
  expect(found).toMatchObject({ answers: 1, value_changes: null, sd_p: null, flips: { high: { share: 1 } } });
  expect(found.sd_normalized).toBeCloseTo(0.5 / Math.SQRT2, 12);
  expect(Object.keys(found.flips)).toEqual(['high']);
});

it('draws half near a threshold and half at random, of the epoch that answers now, with the weights of the draw [CAL-01]', () => {
  const sample = Array.from({ length: 1000 }, (_, one) => ({
    namespace: 'n',
    document: `d${one}`,
    answer: `a${one}`,
    document_version: 1,
    judged_at: at.toISOString(),
    engine_version: one % 2 === 0 ? 'e1' : 'e0',
    number: one / 1000,
    value: null,
    escape_p: null,
    dist: null,
  }));
  let seed = 1;
  const uniform = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const drawn = drawAnswers(judgment({ thresholds: { alarm: 0.9 } }), sample, 'e1', 100, uniform);
  const place = ({ answer: id }: { answer: string }) => Number(id.slice(1));
  expect(drawn).toHaveLength(100);
  expect(drawn.every((one) => place(one) % 2 === 0)).toBe(true);
  const near = drawn.filter((one) => Math.abs(place(one) / 1000 - 0.9) < 0.1).length;
  // Half of them, and a fifth of the random half.
  expect(near).toBeGreaterThan(50);
  expect(near).toBeLessThan(70);
  // Weights estimate the 500 answers that were drawn from.
  const total = drawn.reduce((sum, { weight }) => sum + weight, 0);
  expect(total).toBeGreaterThan(400);
  expect(total).toBeLessThan(600);
});

it('leaves out what another epoch answered, where an engine answers in two in turn, and counts it [CAL-01]', () => {
  const repeats = [
    [answer('a0', { number: 0.4 }), answer('a1', { number: 0.4 })],
    [answer('a0', { number: 0.4 }), answer('a1', { number: 0.9, engine_version: 'e2' })],
  ];
  const found = resultOf(run, planOf([1, 1]), judgment({}), repeats, at);
  expect(found).toMatchObject({ answers: 1, other_epoch: 1, sd_p: 0, engine_version: 'e1' });
});
