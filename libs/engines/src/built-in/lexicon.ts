import { boosters, concepts, dampeners, negators, polarWords, stopWords } from './lexicon-data';
import { stem, words } from './word';

const stemsOf = (text: string) => new Set(words(text).map(stem));

/** The concept of a stem, for stems that have one. */
export const conceptByStem = new Map<string, string>();
/** The tone of a stem in [-1, 1], from upset to glad. */
export const polarityByStem = new Map<string, number>();

for (const [weight, list] of Object.entries(polarWords)) {
  for (const word of stemsOf(list)) polarityByStem.set(word, Number(weight));
}
for (const [name, { polarity, words: list }] of Object.entries(concepts)) {
  for (const word of stemsOf(list)) {
    if (!conceptByStem.has(word)) conceptByStem.set(word, name);
    if (polarity !== 0) polarityByStem.set(word, polarity);
  }
}

// These are compared as whole words, since stemming would turn some of them into content words.
export const negatorWords = new Set(negators.split(' '));
export const boosterWords = new Set(boosters.split(' '));
export const dampenerWords = new Set(dampeners.split(' '));
export const stopWordSet = new Set(words(stopWords));

export function conceptPolarity(concept: string): number {
  return concepts[concept].polarity;
}
