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

export interface GoneWords {
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
  return [...found(gone.identifiers, wholeIdentifier), ...found(gone.phrases, wholePhrase)];
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
