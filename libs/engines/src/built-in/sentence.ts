import type { Entry, Saying } from './lexicon/lexicon';
import { findPhrases, type Phrases } from './phrase-search';

/** A negator turns this many words after it. */
const negationReach = 3;
/** "not good" is bad, but less so than "bad". */
const negatedFactor = -0.7;

/** What the sentences of a text say. */
export interface Said {
  /** Weight of each concept; below zero when it is mostly negated. */
  concepts: Map<string, number>;
  /** Sum of the tones. */
  tone: number;
  /** Number of the tones. */
  toned: number;
}

/** A longer sentence, or a text without an end of one, is read in parts of so many words. */
const maxWords = 64;

/** Takes the words of a sentence, reads it at its end, and begins the next one. */
export class Sentence {
  private words: Entry[] = [];
  /** Positions of the words at which phrases are looked for. */
  private anchored: number[] = [];
  private tells = false;

  get isFull(): boolean {
    return this.words.length >= maxWords;
  }

  add(entry: Entry): void {
    if (entry.tells) this.tells = true;
    if (entry.anchors.length > 0) this.anchored.push(this.words.length);
    this.words.push(entry);
  }

  /** Adds what the sentence says. */
  close(isQuestion: boolean, said: Said): void {
    const phrases = this.anchored.length > 0 ? findPhrases(this.words, this.anchored) : null;
    if (this.tells || phrases !== null) readSentence(this.words, phrases, isQuestion, said);
    this.words = [];
    if (this.anchored.length > 0) this.anchored = [];
    this.tells = false;
  }
}

function readSentence(line: readonly Entry[], phrases: Phrases | null, isQuestion: boolean, said: Said): void {
  const { concepts } = said;
  let [negatedFor, force] = [0, 1];
  let wishes: [string, number][] | undefined;
  let done = 0;
  for (let at = 0; at < line.length; at += 1) {
    const { role, tone, concept } = line[at];
    if (role === 'negator') {
      if (!phrases?.covered.has(at)) negatedFor = negationReach + 1;
    } else if (negatedFor > 0) negatedFor -= 1;
    const sign = negatedFor > 0 ? negatedFactor : 1;
    if (role === 'content') {
      if (!phrases?.covered.has(at)) {
        if (tone !== undefined) {
          said.tone += tone * sign * force;
          said.toned += 1;
        }
        if (concept !== undefined) add(concept, sign * force);
      }
      force = 1;
    } else if (role === 'booster') force = 1.4;
    else if (role === 'dampener') force = 0.5;
    if (phrases === null) continue;
    for (const { saying, hasNegator } of phrases.ending.get(at) ?? []) {
      const weight = saying.weight * (hasNegator ? 1 : sign);
      if (saying.isMood) {
        said.tone += saying.tone * weight;
        said.toned += 1;
      } else add(saying, weight);
    }
  }
  const turn = done > 0.5 && !isQuestion ? -1 : 1;
  for (const [name, weight] of wishes ?? []) concepts.set(name, (concepts.get(name) ?? 0) + turn * weight);

  function add({ name, isTopic, isWish }: Saying | NonNullable<Entry['concept']>, weight: number): void {
    if (name === 'done') done += weight;
    if (isWish && weight > 0) (wishes ??= []).push([name, weight]);
    else concepts.set(name, (concepts.get(name) ?? 0) + (isTopic ? Math.abs(weight) : weight));
  }
}
