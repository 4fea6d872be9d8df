import { existingSentence, numberSentence, progressWords, undoQuestion, undoneSentence } from './import-words';
import { ImportRoom } from './testing/import-room';

const kept = { ...new ImportRoom('id\n').begun(), fileBytes: 4 * 1024 * 1024, bytesRead: 1024 * 1024 };

it('the time that is left follows the bytes of this run alone', () => {
  const counts = { created: 900, existed: 50, unchanged: 0, refused: 50 };
  const words = (bytes: number, ms: number) => progressWords({ ...kept, counts }, { rows: 500, bytes, ms });
  expect(words(512 * 1024, 1_000)).toBe('1,000 rows, 500 a second, 1.0 MiB of 4.0 MiB, about 6 s left');
  expect(words(1024, 100)).toBe('1,000 rows, 5,000 a second, 1.0 MiB of 4.0 MiB, about 5 min left');
  expect(words(0, 0)).toBe('1,000 rows, 1.0 MiB of 4.0 MiB');
});

it('says how ids meet documents that exist', () => {
  expect(existingSentence(38, 200, 'replace')).toBe('38 of the first 200 ids exist already: they are replaced.');
  expect(existingSentence(1, 200, 'skip')).toBe('1 of the first 200 ids exists already: it is skipped.');
  expect(existingSentence(0, 200, 'merge')).toBe('None of the first 200 ids exists already.');
});

it('says what undoing deletes and leaves', () => {
  const counts = { created: 100_500, existed: 3, unchanged: 0, refused: 0 };
  expect(undoQuestion({ ...kept, counts, undoable: 100_000 })).toBe(
    '100,000 documents that this import created are deleted, with the answers about them. One that was changed since stays. ' +
      '500 more stay: an import remembers the first 100,000 that it created. 3 documents that existed before stay replaced.',
  );
  expect(undoneSentence({ deleted: 1, changed: 2, gone: 0 })).toBe(
    '1 document is deleted. 2 documents stay: changed since the import.',
  );
});

it('names columns of numbers that were written as text', () => {
  expect([numberSentence([]), numberSentence(['seats'])]).toEqual([
    null,
    'seats looks like numbers and was written as text: a filter such as "at least 100" finds nothing in it.',
  ]);
});
