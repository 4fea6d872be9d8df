import type { SimAnswer, SimBody } from './answer';
import type { Fault } from './fault';
import { numberIn } from './fault';

/** A reply that a fault may bend out of its type. */
export type Bent = Record<string, unknown>;
type Bend = (answer: Bent) => void;

const isChoice = ({ type }: Bent) => type === 'choice';
const probabilitiesOf = (answer: Bent): Record<string, unknown> =>
  typeof answer.probabilities === 'object' && answer.probabilities !== null ? { ...answer.probabilities } : {};

/** Puts a value made of the printed one in the place of every probability; `index` counts within the answer. */
function each(answer: Bent, value: (p: number, index: number, count: number) => unknown): void {
  if (answer.type === 'noul') answer.noul = value(Number(answer.noul), 0, 1);
  else {
    const entries = Object.entries(probabilitiesOf(answer));
    answer.probabilities = Object.fromEntries(
      entries.map(([key, p], index) => [key, value(Number(p), index, entries.length)]),
    );
  }
}

function rescore(answer: Bent): void {
  if (answer.type !== 'score') return;
  answer.score = Object.values(probabilitiesOf(answer)).reduce<number>((sum, p, index) => sum + Number(p) * index, 0);
}

function fromOne(map: unknown): Record<string, unknown> {
  const entries = Object.entries(typeof map === 'object' && map !== null ? map : {});
  return Object.fromEntries(entries.map(([key, value]) => [String(Number(key) + 1), value]));
}

/** Faults that bend each answer by itself. */
const bends: Record<string, Bend> = {
  null: (answer) => each(answer, () => null),
  string: (answer) => each(answer, () => '0.4'),
  over: (answer) => each(answer, (p, index) => (index === 0 ? 1.2 : p)),
  negative: (answer) => each(answer, (p, index) => (index === 0 ? -0.1 : p)),
  sum: (answer) => answer.type !== 'noul' && each(answer, (p) => p * 1.2),
  nokey: (answer) => {
    if (isChoice(answer)) answer.probabilities = Object.fromEntries(Object.entries(probabilitiesOf(answer)).slice(1));
  },
  plus: (answer) => {
    if (isChoice(answer)) answer.probabilities = { ...probabilitiesOf(answer), another: 0 };
  },
  legend1: (answer) => {
    if (answer.type !== 'score') return;
    answer.legend = fromOne(answer.legend);
    answer.probabilities = fromOne(answer.probabilities);
    answer.score = Number(answer.score) + 1;
  },
  scoreoff: (answer) => {
    if (answer.type === 'score') answer.score = Number(answer.score) + 0.6;
  },
  wrongchoice: (answer) => {
    if (!isChoice(answer)) return;
    const entries = Object.entries(probabilitiesOf(answer)).sort(([, a], [, b]) => Number(a) - Number(b));
    answer.choice = entries[0][0];
  },
  tie: (answer) => {
    each(answer, (_, index, count) => (count === 1 ? 0.5 : index < 2 ? 0.5 : 0));
    // One of the two, whichever was on top before.
    if (isChoice(answer)) answer.choice = Object.keys(probabilitiesOf(answer))[1];
    rescore(answer);
  },
  flat: (answer) => {
    each(answer, (_, __, count) => (count === 1 ? 0.5 : 1 / count));
    rescore(answer);
  },
  allzero: (answer) => {
    each(answer, () => 0);
    rescore(answer);
  },
};

/** Faults that bend the reply as a whole. */
const reshapes: Record<string, (body: Bent, answers: [string, SimAnswer][], argument: string) => void> = {
  missing: (body, answers, argument) => {
    const gone = argument || answers[0][0];
    body.answers = Object.fromEntries(answers.filter(([name]) => name !== gone));
  },
  extra: (body, answers) => (body.answers = Object.fromEntries([...answers, ['another', answers[0][1]]])),
  swap: (body, answers) => {
    const [first, second = first, ...rest] = answers;
    body.answers = Object.fromEntries([[first[0], second[1]], [second[0], first[1]], ...rest]);
  },
  reorder: (body, answers) => (body.answers = Object.fromEntries([...answers].reverse())),
  type: (body, [[name, answer], ...rest]) => {
    const other = answer.type === 'noul' ? 'choice' : 'noul';
    body.answers = Object.fromEntries([[name, { ...answer, type: other }], ...rest]);
  },
  // fromEntries makes an own member, where an assignment would set the prototype.
  proto: (body, answers) => (body.answers = Object.fromEntries([...answers, ['__proto__', { polluted: true }]])),
  // OpenAI's alone: the names are taken off, or answers refused, when the body is put into its form.
  noname: (body) => (body.isNameless = true),
  refuse: (body, answers, argument) =>
    (body.answers = Object.fromEntries(
      answers.map(([name, answer]) => [name, argument === 'all' || argument === name ? { type: 'refusal' } : answer]),
    )),
  usage_null: (body) => (body.usage = null),
  usage_float: (body) => (body.usage = { input_tokens: 12.5, output_tokens: 1.5 }),
  usage_missing: (body) => delete body.usage,
};

/** The good body bent by a fault; a fault of another kind leaves it as it is. */
export function bend(body: SimBody, fault: Fault): Bent {
  const bent: Bent = { ...body };
  reshapes[fault.name]?.(bent, Object.entries(body.answers), fault.argument);
  const one = bends[fault.name];
  if (one !== undefined) {
    const answers = Object.entries(body.answers).map(([name, answer]): [string, Bent] => [name, { ...answer }]);
    answers.forEach(([, answer]) => one(answer));
    bent.answers = Object.fromEntries(answers);
  }
  return bent;
}

/** Faults of the text: what leaves the machine is no longer JSON, or JSON with a number no JSON has. */
export function garble(text: string, fault: Fault): string {
  if (fault.name === 'badjson') return `{answers: ${text}`;
  if (fault.name === 'cut') return text.slice(0, Math.floor(text.length / 2));
  if (fault.name === 'empty') return '';
  const number = fault.name === 'nan' ? 'NaN' : fault.name === 'inf' ? '1e999' : null;
  return number === null ? text : text.replace(/("noul":|"probability":|"o?0":)-?[\d.e-]+/, `$1${number}`);
}

/** HTTP status, body text and headers of faults that answer at once; null for all others. */
export function forcedStatus(
  fault: Fault,
): { status: number; afterMs: number; isHtml: boolean; type: string | undefined } | null {
  if (fault.name === 'filter400') return { status: 400, afterMs: 0, isHtml: false, type: 'content_filter' };
  const match = /^(\d{3})(html)?$/.exec(fault.name);
  if (match === null) return null;
  const isHtml = match[2] !== undefined;
  const status = Number(match[1]);
  const type = fault.argument === 'quota' ? 'insufficient_quota' : status === 404 ? 'model_not_found' : undefined;
  return { status, afterMs: fault.name === '504html' ? numberIn(fault.argument, 200) : 0, isHtml, type };
}
