import { Bag, hashText } from './bag';

const marks = /\p{Mn}+/gu;
const apostrophes = /['’`]/g;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
const someUnspaced = new RegExp(unspaced.source, 'u');
const [shortest, longest] = [2, 5];
const space = ' ';
/** Characters of a word that stand for its inflections, as in "cancel", "cancelled", "cancellation". */
const beginning = 5;

/** Adds the words of a text, the beginnings of long ones and the pairs of neighbours; of scripts without blanks, the runs of 2 to 5 characters. */
export function addText(text: string, bag: Bag): void {
  let spaced = text.toLowerCase();
  if (someUnspaced.test(spaced)) {
    for (const [run] of spaced.matchAll(unspaced)) addRuns(run, bag);
    spaced = spaced.replace(unspaced, space);
  }
  let before = -1;
  for (const [found] of fold(spaced).matchAll(word)) {
    bag.add(hashText(found, hashText('w:')));
    if (found.length > beginning) bag.add(hashText(found.slice(0, beginning), hashText('b:')));
    if (before >= 0) bag.add(hashText(found, before));
    before = hashText(space, hashText(found, hashText('p:')));
  }
}

/** Without accents and apostrophes: "don't" is one word. Marks that are vowels stay. */
function fold(text: string): string {
  return text.replace(/ß/g, 'ss').normalize('NFKD').replace(marks, '').replace(apostrophes, '');
}

function addRuns(run: string, bag: Bag): void {
  const characters = [...run];
  for (let from = 0; from < characters.length; from += 1) {
    let hash = hashText('c:');
    for (let size = 1; size <= longest && from + size <= characters.length; size += 1) {
      hash = hashText(characters[from + size - 1], hash);
      if (size >= shortest) bag.add(hash);
    }
  }
}
