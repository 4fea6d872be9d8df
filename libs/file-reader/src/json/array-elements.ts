import { FileFault } from '../record/file-fault';

/** Where an element of an array stands in the text. */
export interface Element {
  from: number;
  to: number;
  line: number;
  lastLine: number;
}

/**
 * The elements of the JSON array that a text is. Only the borders of elements are looked for, so that one that is no JSON is
 * refused alone.
 * @param isWhole false where the text may end within the array: elements that are whole are returned
 * @throws FileFault `broken_array` where the borders cannot be told
 */
export function* elementsOf(text: string, isWhole = true): Generator<Element> {
  let line = 1;
  let at = 0;
  const broken = (why: string) =>
    new FileFault(
      'broken_array',
      `The array cannot be read in line ${line}: ${why}. Mend it, or save as JSON lines.`,
      line,
    );
  const skip = () => {
    for (; at < text.length && /\s/.test(text[at] ?? ''); at++) if (text[at] === '\n') line++;
  };
  skip();
  if (text[at] !== '[') throw broken('it does not begin with [');
  at++;
  for (let count = 0; ; count++) {
    skip();
    const [from, first] = [at, line];
    let levels = 0;
    for (; at < text.length; at++) {
      const char = text[at];
      if (char === '"') at = endOfLineText(text, at + 1, isWhole, broken);
      else if (char === '{' || char === '[') levels++;
      else if (levels === 0 && (char === ',' || char === ']')) break;
      else if (char === '}' || char === ']') levels--;
      else if (char === '\n') line++;
      if (levels < 0) throw broken('a bracket closes that did not open');
    }
    if (at >= text.length) {
      if (isWhole) throw broken('the file ends before the array does');
      return;
    }
    const isLast = text[at] === ']';
    const to = from + text.slice(from, at).trimEnd().length;
    // A comma before the end of the array is what many programs write, and says nothing.
    if (to > from) yield { from, to, line: first, lastLine: lastLineOf(text, from, to, first) };
    else if (!isLast) throw broken('two commas stand beside each other');
    at++;
    if (!isLast) continue;
    skip();
    if (at < text.length) throw broken('something stands behind the end of the array');
    return;
  }
}

/** Index of the closing quote. A text of JSON holds no line end, so one that does is not closed. */
function endOfLineText(text: string, from: number, isWhole: boolean, broken: (why: string) => FileFault): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') return at;
    if (char === '\\') at++;
    else if (char === '\n') throw broken('a text is not closed');
  }
  if (isWhole) throw broken('a text is not closed');
  return text.length;
}

function lastLineOf(text: string, from: number, to: number, line: number): number {
  let last = line;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) last++;
  return last;
}
