import { SourceFile } from './tree';

/** One entry of docs/gone-words.json. */
export interface GoneWord {
  /** A whole identifier, or a phrase. */
  word: string;
  /** What takes its place. */
  instead: string;
  /** Why it went. */
  why: string;
  /** Extensions of the files that must not have it; left out: all that are checked. */
  in?: readonly string[];
}

/** A part of identifiers that no new one may have. */
export interface GoneStem extends Pick<GoneWord, 'word' | 'instead' | 'why'> {
  /** Identifiers that have it and stay: names of messages, of columns, of interfaces of others. */
  but: readonly string[];
}

export interface GoneWords {
  /** Matched letter by letter where a word of an identifier begins and ends, in product sources. */
  stems: readonly GoneStem[];
  /** Matched letter by letter, as whole identifiers. */
  identifiers: readonly GoneWord[];
  /** Matched in any letter case, also across the end of a line and the signs of a comment. */
  phrases: readonly GoneWord[];
}

/** Files that are checked, by extension. */
export const checkedExtensions = ['ts', 'md', 'sql', 'mjs'] as const;

/** Gone words that a file still has, each with its line from 1. */
export function goneWordsIn(file: SourceFile, gone: GoneWords): string[] {
  const extension = file.path.split('.').pop() ?? '';
  const found = (words: readonly GoneWord[], pattern: (word: string) => RegExp) =>
    words
      .filter((entry) => (entry.in ?? checkedExtensions).includes(extension))
      .flatMap((entry) =>
        [...file.text.matchAll(pattern(entry.word))].map(
          (match) => `${file.path}:${lineOf(file.text, match.index)} "${entry.word}": ${entry.instead}`,
        ),
      );
  // Most files have none of the words: only for those that are there a pattern looks where.
  const words = new Set(file.text.match(/[\w$]+/g));
  const identifiers = gone.identifiers.filter(({ word }) => words.has(word));
  const stems = isProduct(file.path) ? gone.stems.filter(({ word }) => file.text.includes(word)) : [];
  const fromStems = stems.flatMap(({ word, instead, but }) =>
    [...file.text.matchAll(new RegExp(`[\\w$]*${escaped(word)}(?![a-z])[\\w$]*`, 'g'))]
      .filter(([name]) => !but.includes(name))
      .map((match) => `${file.path}:${lineOf(file.text, match.index)} "${match[0]}": ${instead}`),
  );
  return [...found(identifiers, wholeIdentifier), ...found(gone.phrases, wholePhrase), ...fromStems];
}

function isProduct(path: string): boolean {
  return (
    /\.tsx?$/.test(path) &&
    !/\.spec\.tsx?$|^(?:bench|test-e2e|libs\/testing)\/|\/testing\/|\/sql\/index\.ts$/.test(path)
  );
}

function wholeIdentifier(word: string): RegExp {
  return new RegExp(`(?<![\\w$])${escaped(word)}(?![\\w$])`, 'g');
}

function wholePhrase(phrase: string): RegExp {
  const words = phrase.split(' ').map(escaped).join('\\s+(?:(?:\\*|//|#|--|>)\\s+)?');
  return new RegExp(`(?<![\\w$])${words}(?![\\w$])`, 'gi');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
