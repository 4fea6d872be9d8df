import { stem, withoutApostrophes, words } from '../word';
import type { Concept, Concepts } from './concept';
import { boosters, common, dampeners, mostCommon, negators, stopWords } from './function-words';
import { moodWords } from './mood-words';
import { parsePhrase, type Phrase } from './phrase';
import { speechWords } from './speech-words';
import { tonedWords } from './toned-words';
import { topicWords } from './topic-words';
import { troubleWords } from './trouble-words';
import { wishWords } from './wish-words';

const concepts: Concepts = { ...wishWords, ...troubleWords, ...moodWords, ...speechWords, ...topicWords };

/** A concept with its name. */
export interface Named extends Concept {
  name: string;
}

/** What a phrase says: of which concept, and whether for it (1) or against it (-1). */
export interface Saying extends Phrase, Named {
  weight: number;
}

/** What the engine knows of a word. */
export interface Entry {
  /** The word without its apostrophes. */
  word: string;
  root: string;
  /** Whether it negates, strengthens or weakens what follows, ends a sentence, or has no content. */
  role: 'negator' | 'booster' | 'dampener' | 'end' | 'question' | 'stop' | 'content';
  /** The concept of which it is a word. */
  concept: Named | undefined;
  /** Tone of the word in [-1, 1]; undefined when it has none. */
  tone: number | undefined;
  /** Phrases to look for where it stands. */
  anchors: readonly Saying[];
  /** Whether it has a concept or a tone. */
  tells: boolean;
}

// These are compared as whole words, since stemming would turn some of them into content words.
const roles = new Map<string, Entry['role']>([
  ...words(stopWords).map((word): [string, Entry['role']] => [word, 'stop']),
  ...dampeners.split(' ').map((word): [string, Entry['role']] => [word, 'dampener']),
  ...boosters.split(' ').map((word): [string, Entry['role']] => [word, 'booster']),
  ...negators.split(' ').map((word): [string, Entry['role']] => [word, 'negator']),
  ...['.', '!', ';', '\n'].map((mark): [string, Entry['role']] => [mark, 'end']),
  ['?', 'question'],
]);

const commonWords = new Set(common.split(' '));
const mostCommonWords = new Set(mostCommon.split(' '));
const stemsOf = (text: string) => new Set(words(text).map(stem));
const conceptByStem = new Map<string, Named>();
const toneByStem = new Map<string, number>();
function frequencyOf(word: string): number {
  if (mostCommonWords.has(word)) return 1_000;
  if ((roles.get(word) ?? 'content') !== 'content') return 100;
  return commonWords.has(word) ? 20 : 1;
}
const anchorsByStem = new Map<string, Saying[]>();

for (const [tone, list] of Object.entries(tonedWords)) {
  for (const root of stemsOf(list)) toneByStem.set(root, Number(tone));
}
for (const [name, concept] of Object.entries(concepts)) {
  const { tone, words: list, phrases = [], against = [] } = concept;
  const named = { ...concept, name };
  for (const root of stemsOf(list)) {
    if (!conceptByStem.has(root)) conceptByStem.set(root, named);
    if (tone !== 0) toneByStem.set(root, tone);
  }
  for (const pattern of phrases) addSaying(named, 1, pattern);
  for (const pattern of against) addSaying(named, -1, pattern);
}

function addSaying(concept: Named, weight: number, pattern: string): void {
  const saying = { ...concept, ...parsePhrase(pattern, frequencyOf), weight };
  for (const root of saying.steps[saying.anchor]) anchorsByStem.set(root, [...(anchorsByStem.get(root) ?? []), saying]);
}

const maxCachedEntries = 20_000;
const entries = new Map<string, Entry>();

/** What the lexicon says of a word or mark of `tokens`. */
export function entryOf(token: string): Entry {
  const known = entries.get(token);
  if (known !== undefined) return known;
  // Clearing everything at the bound costs less than keeping an order of use.
  if (entries.size >= maxCachedEntries) entries.clear();
  const word = withoutApostrophes(token);
  const root = stem(word);
  const [concept, tone, anchors] = [conceptByStem.get(root), toneByStem.get(root), anchorsByStem.get(root) ?? []];
  const tells = concept !== undefined || tone !== undefined;
  const entry: Entry = { word, root, role: roles.get(word) ?? 'content', concept, tone, anchors, tells };
  entries.set(token, entry);
  return entry;
}

/** The name of the concept of which a stem is a word. */
export function conceptOf(root: string): string | undefined {
  return conceptByStem.get(root)?.name;
}

/** @param name one that an entry or a saying names */
export function conceptNamed(name: string): Concept {
  return concepts[name];
}
