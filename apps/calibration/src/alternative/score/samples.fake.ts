import { Random, randomOf, sigmoid, softmax } from '@app/statistics';
import { Form, LabelRow } from '../../outcome/label/label-set';
import { RowAnswer } from './row-labels';

export const bool: Form = { type: 'bool', options: [], levels: [], features: [], parts: [] };
export const choiceOf = (n: number): Form => ({
  ...bool,
  type: 'choice',
  options: Array.from({ length: n }, (_, i) => `o${i}`),
});
export const score: Form = { ...bool, type: 'score', levels: [1, 2, 3, 4] };

const base: Omit<LabelRow, 'answer_id' | 'document' | 'value'> = {
  namespace: 'n',
  escape: false,
  source: 'posted',
  hindsight: false,
  observed_at: new Date(0),
  judged_at: new Date(0),
  weight: 1,
  draw: 0,
  draw_size: 0,
  engine_version: 'e1',
  number: null,
  escape_p: null,
  dist: null,
  features: null,
  parts: null,
};

/** A sample with the answers of an alternative, which reads the same signal with its own noise. */
export interface Sample {
  rows: LabelRow[];
  answers: Map<string, RowAnswer>;
}

/** @param noise of the alternative's log odds; the version has 1 */
export function sampleOf(form: Form, n: number, seed: number, noise = 1): Sample {
  const random = randomOf(seed);
  const answers = new Map<string, RowAnswer>();
  const rows = Array.from({ length: n }, (_, i): LabelRow => {
    const answer_id = `ans_${seed}_${i}`;
    const { value, read } = form.type === 'bool' ? boolCase(random) : classCase(form, random);
    const [own, other] = [read(1), read(noise)];
    answers.set(answer_id, { answerId: answer_id, ...other, units: 2.5 });
    return {
      ...base,
      answer_id,
      document: `d${i}`,
      value,
      number: own.number,
      escape_p: own.escapeP,
      dist: own.dist,
      features: Object.fromEntries(form.features.map((name) => [name, random.normal() + (value === true ? 1 : 0)])),
    };
  });
  return { rows, answers };
}

function boolCase(random: Random) {
  const z = 1.5 * random.normal();
  const read = (noise: number) => {
    const number = Math.round(100 * sigmoid(z + noise * random.normal())) / 100;
    return { number, escapeP: null, dist: null };
  };
  return { value: random.uniform() < sigmoid(z), read };
}

/** A choice or a score: what happens is drawn from the signal's own distribution. */
function classCase({ type, options, levels }: Form, random: Random) {
  const names = type === 'choice' ? options : levels.map(String);
  const logits = names.map(() => 1.5 * random.normal());
  const at = random.uniform();
  let sum = 0;
  const happened = softmax(logits).findIndex((p) => (sum += p) > at);
  const name = names[happened < 0 ? names.length - 1 : happened];
  const read = (noise: number) => {
    const numbers = softmax(logits.map((logit) => logit + noise * random.normal()));
    const dist = Object.fromEntries(names.map((one, i) => [one, numbers[i] * (type === 'choice' ? 0.98 : 1)]));
    const number = type === 'choice' ? null : numbers.reduce((mean, p, i) => mean + p * levels[i], 0);
    return { number, escapeP: type === 'choice' ? 0.02 : null, dist };
  };
  return { value: type === 'choice' ? name : Number(name), read };
}
