import { Distribution, RawAnswer } from '../question/answer';
import { BoolQuestion, ChoiceQuestion, defaultEscape, Question, ScoreQuestion } from '../question/question';
import { fieldEvidence } from './comparison';
import { conceptNamed } from './lexicon/lexicon';
import { overlap } from './overlap';
import type { ReadAnswer } from './reading';

/** Reads a text of the definition. The caller caches readings, since definitions come again and again. */
export type ReadText = (text: string) => ReadAnswer;

// Weights set by hand on the sample of the spec. They are the model's whole behaviour.
const prior = -0.4;
const maxLogit = 4;
const escapeLogit = 0.9;
const choiceGain = 4;
const ordinalGain = 4.5;

/** Answers one question from a context's reading: adds up evidence and turns it into probabilities. */
export function judge(question: Question, context: ReadAnswer, readText: ReadText): RawAnswer {
  if (question.type === 'bool') return { type: 'bool', p: logistic(boolEvidence(question, context, readText)) };
  return question.type === 'choice' ? choose(question, context, readText) : rate(question, context, readText);
}

function boolEvidence(question: BoolQuestion, context: ReadAnswer, readText: ReadText): number {
  const statement = readText(question.question);
  const { criteria } = question;
  const sides = typeof criteria === 'string' ? { yes: criteria } : (criteria ?? {});
  const side = (text: string | undefined) => (text ? lean(readText(text), context) : 0);
  return (
    prior +
    statementEvidence(statement, context) +
    2.5 * fieldEvidence(question.question, context) +
    1.5 * (side(sides.yes) - side(sides.no))
  );
}

/** How strongly a context supports a statement. */
function statementEvidence(statement: ReadAnswer, context: ReadAnswer): number {
  let [sum, count, hasTopics] = [0, 0, true];
  for (const [name, direction] of statement.concepts) {
    const { isTopic, tone } = conceptNamed(name);
    // "Is the parcel late?" asks for lateness; that parcels are mentioned tells little.
    if (isTopic && !hasTopics) continue;
    if (!isTopic && hasTopics) [sum, count, hasTopics] = [0, 0, false];
    const strength = context.concepts.get(name) ?? 0;
    const seen = strength === 0 ? -0.45 : 1.8 * Math.tanh(strength);
    // The tone of the context counts for concepts with a tone: a writer who praises a thing is not angry about it.
    sum += Math.sign(direction) * (seen + 1.8 * tone * context.tone);
    count += 1;
  }
  const byConcept = count === 0 ? 1.6 * statement.tone * context.tone : sum / Math.sqrt(count);
  return byConcept + 1.6 * overlap(statement, context);
}

/** How similar a text is to the context, in words and in tone. */
function lean(text: ReadAnswer, context: ReadAnswer): number {
  return overlap(text, context) + 0.6 * text.tone * context.tone;
}

function choose(question: ChoiceQuestion, context: ReadAnswer, readText: ReadText): RawAnswer {
  const gain = choiceGain * (1 + Math.log(question.options.length) / 4);
  const logits = question.options.map(({ value, description }) => {
    const own = lean(readText(value), context);
    return gain * (description ? Math.max(own, (own + 2 * lean(readText(description), context)) / 3) : own);
  });
  // The escape is the level that an option's evidence must exceed.
  const shares = softmax([...logits, escapeLogit]);
  const escape = question.options.length;
  const dist: Distribution = Object.create(null);
  let top = 0;
  question.options.forEach(({ value }, index) => {
    dist[value] = shares[index];
    if (shares[index] > shares[top]) top = index;
  });
  const value = shares[escape] > shares[top] ? null : question.options[top].value;
  const order = [...question.options.map((option) => option.value), null];
  return { type: 'choice', value, dist, escape_p: shares[escape], order, printed: shares };
}

function rate(question: ScoreQuestion, context: ReadAnswer, readText: ReadText): RawAnswer {
  const levels = [...question.levels].sort((a, b) => a.value - b.value);
  const readings = levels.map(({ description }) => readText(description));
  const last = levels.length - 1;
  const centre = ordinalCentre(readText(question.question), readings, context);
  const logits = readings.map(
    (reading, index) => 2 * overlap(reading, context) - ordinalGain * Math.abs(index / last - centre),
  );
  const printed = softmax(logits);
  const dist: Distribution = Object.create(null);
  let [score, top] = [0, 0];
  levels.forEach(({ value }, index) => {
    dist[JSON.stringify(value)] = printed[index];
    score += value * printed[index];
    if (printed[index] > printed[top]) top = index;
  });
  const [low, high] = [levels[0].value, levels[last].value];
  score = Math.min(high, Math.max(low, score));
  return { type: 'score', score, value: levels[top].value, normalized: (score - low) / (high - low), dist, printed };
}

/** The position on the scale, 0 lowest to 1 highest, to which the context's tone and concepts point. */
function ordinalCentre(statement: ReadAnswer, levels: readonly ReadAnswer[], context: ReadAnswer): number {
  const last = levels.length - 1;
  const slope = levels.reduce((sum, { tone }, index) => sum + tone * (index - last / 2), 0);
  if (Math.abs(slope) > 0.2) return (1 + Math.sign(slope) * context.tone) / 2;
  // The levels have no tone of their own, so the question says of what there is more or less.
  if (statement.concepts.size > 0) return logistic(statementEvidence(statement, context));
  return (1 + context.tone) / 2;
}

/** A probability that is never exactly 0 or 1, since words alone are no proof. */
function logistic(evidence: number): number {
  return 1 / (1 + Math.exp(-Math.max(-maxLogit, Math.min(maxLogit, evidence))));
}

function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** All texts of a question, to count its tokens. */
export function questionText(question: Question): string {
  if (question.type === 'bool') return question.question;
  if (question.type === 'score') return [question.question, ...question.levels.map((l) => l.description)].join(' ');
  const options = question.options.map(({ value, description }) => `${value} ${description ?? ''}`);
  return [question.question, ...options, question.escapeDescription ?? defaultEscape].join(' ');
}
