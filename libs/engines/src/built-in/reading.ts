import { boosterWords, conceptByStem, dampenerWords, negatorWords, polarityByStem, stopWordSet } from './lexicon';
import { stem, words } from './word';

/** A negator negates this many words after it. */
const negationReach = 3;
/** "not good" is bad, but less so than "bad". */
const negatedFactor = -0.7;
const valuePattern = /[:=]\s{0,8}["']?(-?\d+(?:\.\d+)?|true|false|yes|no)\b/gi;
const namePattern = /[\p{L}_][\p{L}\p{N}_.\- ]*["']?\s{0,4}$/u;
/** Characters before a value in which the name of its field is looked for. */
const maxNameLength = 44;

/** The content of a text, in numbers. */
export interface Reading {
  /** How often each content stem occurs. */
  counts: Map<string, number>;
  /** Number of content words. */
  size: number;
  /** Weight of each concept; below zero when it is mostly negated. */
  concepts: Map<string, number>;
  /** Mean tone in [-1, 1]; 0 when no word has a tone. */
  polarity: number;
  /** Numbers and truth values, by the stems of the words of their field's name. */
  fields: Map<string, number | boolean>;
}

/** Reads a text once. Every judgment about it is arithmetic on the result. */
export function read(text: string): Reading {
  const counts = new Map<string, number>();
  const concepts = new Map<string, number>();
  let [size, tone, toned] = [0, 0, 0];
  let [negatedFor, force] = [0, 1];
  for (const word of words(text)) {
    if (negatorWords.has(word)) {
      negatedFor = negationReach + 1;
      continue;
    }
    if (negatedFor > 0) negatedFor -= 1;
    if (boosterWords.has(word)) {
      force = 1.4;
      continue;
    }
    if (dampenerWords.has(word)) {
      force = 0.5;
      continue;
    }
    const root = stem(word);
    const sign = negatedFor > 0 ? negatedFactor : 1;
    const polarity = polarityByStem.get(root);
    if (polarity !== undefined) {
      tone += polarity * sign * force;
      toned += 1;
    }
    const concept = conceptByStem.get(root);
    // A negation turns only words with a tone: "not arrived" is still about shipping.
    const turned = polarity === undefined ? 1 : sign;
    if (concept !== undefined) concepts.set(concept, (concepts.get(concept) ?? 0) + turned * force);
    if (!stopWordSet.has(word)) {
      counts.set(root, (counts.get(root) ?? 0) + 1);
      size += 1;
    }
    force = 1;
  }
  // Several words that agree count more than one.
  const polarity = toned === 0 ? 0 : Math.max(-1, Math.min(1, (1.6 * tone) / (toned + 0.8)));
  return { counts, size, concepts, polarity, fields: readFields(text) };
}

function readFields(text: string): Map<string, number | boolean> {
  const fields = new Map<string, number | boolean>();
  // Searches from the value back to its name; from the name on, the pattern takes 40 steps a letter.
  for (const { index, 1: value } of text.matchAll(valuePattern)) {
    const name = namePattern.exec(text.slice(Math.max(0, index - maxNameLength), index))?.[0] ?? '';
    const number = Number(value);
    const read = Number.isNaN(number) ? /^(true|yes)$/i.test(value) : number;
    for (const word of words(name.replaceAll('_', ' '))) {
      if (!stopWordSet.has(word)) fields.set(stem(word), read);
    }
  }
  return fields;
}

/**
 * How much of a text a context contains, in [0, 1], by shared stems and concepts. Stems that are rare in the context weigh
 * more. Negated concepts count against it, down to -1.
 */
export function overlap(text: Reading, context: Reading): number {
  let [found, total] = [0, 0];
  const rarest = Math.log(1 + context.size);
  for (const root of text.counts.keys()) {
    const concept = conceptByStem.get(root);
    const count = context.counts.get(root) ?? 0;
    const weight = concept === undefined ? 0.7 : 1.3;
    total += weight;
    const strength = concept === undefined ? 0 : (context.concepts.get(concept) ?? 0);
    if (strength < 0) found += weight * Math.max(-1, strength);
    else if (count > 0) found += weight * Math.max(0.3, Math.log(1 + context.size / count) / (rarest || 1));
    else if (strength > 0) found += weight * 0.8 * Math.min(1, strength);
  }
  return total === 0 ? 0 : Math.max(-1, Math.min(1, found / total));
}
