import { Hash, createHash } from 'node:crypto';
import { isObject } from '@app/json';
import { canon } from './canon';
import { BonusRule, Script, SimConfig, demoRules } from './config';
import { seededRandom } from './random';
import type { SimQuestion, SimRequest } from './request';

/** Probabilities before rounding: one for a noul, else one per option or level in wire order. */
export type Spread = number[];

/**
 * The simulator's answers: a hash of what was asked, never of names, places or counts
 * (docs/engines.md#deterministic-answers), so that renaming questions or shuffling options changes nothing unless
 * `joint` says that it should.
 */
export function spreadsOf(request: SimRequest, config: SimConfig, requestNumber: number): Spread[] {
  const stateText = canon(request.state);
  const joint = config.joint ? canon(request.questions.map(([, question]) => question)) : '';
  const base = createHash('sha256').update(`${config.seed}\0${request.model}\0${stateText}\0${joint}\0`);
  const noise = config.noise === 0 ? () => 0.5 : seededRandom(config.seed, requestNumber);
  const seen = stateText.toLowerCase();
  const rules = config.rules === 'demo' ? demoRules : config.rules;
  const active = rules.filter(({ when }) => seen.includes(when));
  return request.questions.map(([, question]) => {
    const asked = canon(question.instructions);
    const script = config.scripts.find(
      ({ match }) => asked.includes(match.question ?? '') && stateText.includes(match.state ?? ''),
    );
    if (script !== undefined) return scripted(script, question, stateText);
    const own = base.copy().update(`${question.type}\0${asked}\0`);
    const logit = (item: string) => {
      const raw = (2 * unit(own, item) - 1) * 3 * config.sharpness + bonus(active, asked, item);
      return raw * config.skew + config.noise * (2 * noise() - 1);
    };
    if (question.type === 'noul') return [1 / (1 + Math.exp(-logit(canon(question.criteria))))];
    if (question.type === 'choice') return softmax(itemTexts(question).map(logit));
    const levels = itemTexts(question);
    const middle = unit(own, canon(question.criteria)) + bonus(active, asked, '') / 6;
    const centre = Math.min(1, Math.max(0, middle)) * (levels.length - 1);
    return softmax(levels.map((_, index) => -Math.abs(index - centre) * config.sharpness * config.skew));
  });
}

/** What stands for each option or level: its description, else its key. */
export function itemTexts(question: SimQuestion): string[] {
  if (Array.isArray(question.criteria)) return question.criteria.map(canon);
  if (!isObject(question.criteria)) return [];
  return Object.entries(question.criteria).map(([key, text]) => canon(text ?? key));
}

function unit(own: Hash, item: string): number {
  const digest = own.copy().update(item).digest();
  return (digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11)) / 2 ** 53;
}

function bonus(rules: readonly BonusRule[], asked: string, item: string): number {
  if (rules.length === 0) return 0;
  const [question, text] = [asked.toLowerCase(), item.toLowerCase()];
  return rules
    .filter((rule) => question.includes(rule.question) && (rule.option === undefined || text.includes(rule.option)))
    .reduce((sum, { add }) => sum + add, 0);
}

function softmax(logits: number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** @throws Error where what is read has no such number: the test's documents are wrong */
function scripted({ answer }: Script, question: SimQuestion, stateText: string): Spread {
  if ('written' in answer) {
    const found = new RegExp(`\\b${answer.written} (\\d(?:\\.\\d+)?)`).exec(stateText);
    if (!found) throw new Error(`There is no number after "${answer.written}" in ${stateText}.`);
    return [Number(found[1])];
  }
  if ('p' in answer) return [answer.p];
  if ('level_probs' in answer) return answer.level_probs;
  const { probs } = answer;
  return itemTexts(question).map((text) => probs[JSON.parse(text)] ?? 0);
}
