import { entryOf } from './lexicon/lexicon';
import { words } from './word';

const valuePattern = /[:=]\s{0,8}["']?(-?\d+(?:\.\d+)?|true|false|yes|no)\b/gi;
const namePattern = /[\p{L}_][\p{L}\p{N}_.\- ]*["']?\s{0,4}$/u;
/** Characters before a value in which the name of its field is looked for. */
const maxNameLength = 44;

/** Numbers and truth values of a text that stand behind a name, by the stems of the words of the name. */
export function readFields(text: string): Map<string, number | boolean> {
  const fields = new Map<string, number | boolean>();
  // Searches from the value back to its name; from the name on, the pattern takes 40 steps a letter.
  for (const { index, 1: value } of text.matchAll(valuePattern)) {
    const name = namePattern.exec(text.slice(Math.max(0, index - maxNameLength), index))?.[0] ?? '';
    const number = Number(value);
    const read = Number.isNaN(number) ? /^(true|yes)$/i.test(value) : number;
    for (const word of words(name.replaceAll('_', ' '))) {
      const { role, root } = entryOf(word);
      if (role !== 'stop') fields.set(root, read);
    }
  }
  return fields;
}
