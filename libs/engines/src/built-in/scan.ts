import { type Entry, entryOf } from './lexicon/lexicon';
import { foldText, isPlain, tokens } from './word';

const slots = 1 << 15;
/** At most half of the slots are taken, so that a search soon meets a free one. */
const maxWords = slots / 2;
/** A longer word is no word of the lexicon, and is not kept. */
const maxLetters = 32;

// What a character of a plain text is: part of a word (its own code, in lower case), an apostrophe, a mark, or nothing.
const apostrophe = 1;
const mark = 2;
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const char = String.fromCharCode(code).toLowerCase();
  if (/[a-z0-9]/.test(char)) kinds[code] = char.charCodeAt(0);
  else if (/['`?]/.test(char)) kinds[code] = apostrophe;
  else if (/[.!;\n$]/.test(char)) kinds[code] = mark;
}
const isLetter = (code: number) => (code < 128 ? kinds[code] : 0) >= 97;

/** Whether a mark is the point of a number. */
const isPoint = (text: string, at: number) => {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 46 && next >= 48 && next <= 57;
};

/** The words of plain texts met so far, in a table with open addressing. */
const known: (Entry | undefined)[] = new Array(slots).fill(undefined);
let size = 0;
/** The letters of the word that is read. */
const letters = new Uint8Array(maxLetters);

/** What the lexicon says of each word and mark of a text, in order; the same as `entryOf` of the tokens of its folded text. */
export function scan(text: string): Entry[] {
  // Most texts are plain. Of those no word becomes a string of its own, which would take most of the time.
  if (isPlain(text)) return scanPlain(text);
  const folded = foldText(text);
  return isPlain(folded) ? scanPlain(folded) : tokens(folded).map(entryOf);
}

function scanPlain(text: string): Entry[] {
  const entries: Entry[] = [];
  let [start, length, hash] = [0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at < text.length ? kinds[text.charCodeAt(at)] : 0;
    if (kind > mark) {
      if (length === 0) [start, hash] = [at, 0];
      if (length < maxLetters) letters[length] = kind;
      length += 1;
      hash = (Math.imul(hash, 31) + kind) | 0;
      continue;
    }
    if (length > 0) {
      if (kind === apostrophe && isLetter(text.charCodeAt(at + 1))) continue;
      entries.push(length > maxLetters ? entryOf(text.slice(start, at).toLowerCase()) : lookUp(hash, length));
      length = 0;
    }
    if (kind === mark && isPoint(text, at)) continue;
    if (kind === mark || text.charCodeAt(at) === 63) entries.push(entryOf(text[at]));
  }
  return entries;
}

function lookUp(hash: number, length: number): Entry {
  for (let slot = hash & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
    const one = known[slot];
    if (one === undefined) return keep(slot, length);
    if (one.word.length === length && isSame(one.word)) return one;
  }
}

function isSame(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== letters[at]) return false;
  return true;
}

function keep(slot: number, length: number): Entry {
  const word = String.fromCharCode(...letters.subarray(0, length));
  const entry = entryOf(word);
  if (size >= maxWords) {
    known.fill(undefined);
    size = 0;
  }
  known[slot] = entry;
  size += 1;
  return entry;
}
