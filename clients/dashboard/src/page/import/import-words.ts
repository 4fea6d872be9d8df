import type { Guess } from '@app/file-reader';
import { bytesText, countedText, countText } from '../../format/number';
import { mostUndoable, type Existing, type KeptImport } from './kept-import';
import type { UndoEnd } from './undo';

/** What one run of the page did, from where it began. */
export interface Pace {
  rows: number;
  bytes: number;
  /** Milliseconds in which it was not paused. */
  ms: number;
}

export const existingWords: Readonly<Record<Existing, string>> = {
  replace: 'replaced',
  merge: 'merged',
  skip: 'skipped',
};

export const guessWords: Readonly<Record<Guess, string>> = {
  empty: 'empty',
  number: 'numbers',
  boolean: 'yes or no',
  time: 'times',
  text: 'text',
  object: 'objects',
  array: 'lists',
  mixed: 'mixed',
};

export function rowsOf({ counts: { created, existed, refused } }: KeptImport): number {
  return created + existed + refused;
}

/** Of the file, in [0, 1]. */
export function shareOf({ bytesRead, fileBytes }: KeptImport): number {
  return fileBytes === 0 ? 1 : Math.min(1, bytesRead / fileBytes);
}

/** `12,430 rows, 1,910 a second, 6.1 MiB of 14.8 MiB, about 2 min left` */
export function progressWords(kept: KeptImport, { rows, bytes, ms }: Pace): string {
  const rate = ms > 0 && rows > 0 ? [`${countText(Math.round((rows / ms) * 1_000))} a second`] : [];
  const leftS = secondsLeft(kept, { bytes, ms });
  return [
    `${countedText(rowsOf(kept), 'row')}`,
    ...rate,
    `${bytesText(kept.bytesRead)} of ${bytesText(kept.fileBytes)}`,
    ...(leftS === null ? [] : [leftS < 60 ? `about ${leftS} s left` : `about ${Math.round(leftS / 60)} min left`]),
  ].join(', ');
}

/** By the bytes of this run alone: what an earlier one wrote took none of its time. */
function secondsLeft({ bytesRead, fileBytes }: KeptImport, { bytes, ms }: Pick<Pace, 'bytes' | 'ms'>): number | null {
  if (bytes <= 0 || ms <= 0 || bytesRead >= fileBytes) return null;
  return Math.ceil((ms * (fileBytes - bytesRead)) / bytes / 1_000);
}

/** `38 of the first 200 ids exist already: they are replaced.` */
export function existingSentence(found: number, looked: number, existing: Existing): string {
  const ids =
    looked === 1 ? 'The first id' : `${found === 0 ? 'None' : countText(found)} of the first ${countText(looked)} ids`;
  if (found === 0) return looked === 1 ? 'The first id does not exist yet.' : `${ids} exists already.`;
  const verb = looked === 1 || found === 1 ? 'exists already: it is' : 'exist already: they are';
  return `${ids} ${verb} ${existingWords[existing]}.`;
}

/** Columns of numbers that were written as text, in words; null where there is none. */
export function numberSentence(columns: readonly string[]): string | null {
  if (columns.length === 0) return null;
  const look = columns.length === 1 ? 'looks like numbers and was' : 'look like numbers and were';
  return `${columns.join(', ')} ${look} written as text: a filter such as "at least 100" finds nothing in it.`;
}

/** What undoing will do, and what it leaves. */
export function undoQuestion({ counts: { created, existed }, undoable, existing }: KeptImport): string {
  const rest = created - undoable;
  return [
    `${documents(undoable)} that this import created ${undoable === 1 ? 'is' : 'are'} deleted, with the answers about ${undoable === 1 ? 'it' : 'them'}.`,
    'One that was changed since stays.',
    ...(rest > 0
      ? [
          `${countText(rest)} more ${rest === 1 ? 'stays' : 'stay'}: an import remembers the first ${countText(mostUndoable)} that it created.`,
        ]
      : []),
    ...(existed > 0 && existing !== 'skip'
      ? [`${documents(existed)} that existed before ${existed === 1 ? 'stays' : 'stay'} ${existingWords[existing]}.`]
      : []),
  ].join(' ');
}

/** What undoing did. */
export function undoneSentence({ deleted, changed, gone }: UndoEnd): string {
  return [
    `${documents(deleted)} ${deleted === 1 ? 'is' : 'are'} deleted.`,
    ...(changed > 0 ? [`${documents(changed)} ${changed === 1 ? 'stays' : 'stay'}: changed since the import.`] : []),
    ...(gone > 0 ? [`${documents(gone)} ${gone === 1 ? 'was' : 'were'} deleted before.`] : []),
  ].join(' ');
}

function documents(count: number): string {
  return `${countText(count)} ${count === 1 ? 'document' : 'documents'}`;
}
