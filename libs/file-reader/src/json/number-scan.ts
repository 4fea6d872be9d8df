import { isRoundedNumber } from '@app/json/web';

/** What becomes of a number that a double cannot hold. */
export type BigNumbers = 'refuse' | 'text';

export interface NumberRules {
  bigNumbers: BigNumbers;
  /** Members of the first level whose numbers become texts of the same digits: ids. */
  idMembers: ReadonlySet<string>;
}

/** JSON whose numbers parsing does not change. */
export interface ScannedJson {
  text: string;
  /** The first number that parsing would change, and that is no text now. */
  rounded: string | null;
  /** Levels of objects and arrays. */
  depth: number;
}

const [quote, backslash, comma, minus] = [0x22, 0x5c, 0x2c, 0x2d];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Looks at the numbers of a JSON text before it is parsed. `JSON.parse` checks the grammar. */
export function scanNumbers(text: string, { bigNumbers, idMembers }: NumberRules): ScannedJson {
  const parts: string[] = [];
  let rounded: string | null = null;
  let [kept, level, depth] = [0, 0, 0];
  let isName = false;
  let name: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfText(text, at + 1);
      if (level === 1 && isName && idMembers.size > 0) name = nameOf(text.slice(at, end + 1));
      isName = false;
      at = end;
    } else if (code === openObject || code === openArray) {
      depth = Math.max(depth, ++level);
      if (level === 1) isName = code === openObject;
    } else if (code === closeObject || code === closeArray) level--;
    else if (code === comma && level === 1) isName = true;
    else if (isDigit(code) || code === minus) {
      const end = endOfNumber(text, at + 1);
      const literal = text.slice(at, end);
      const isId = level === 1 && name !== null && idMembers.has(name);
      if (isId || (literal.length > 3 && isChanged(literal))) {
        if (!isId && bigNumbers === 'refuse') rounded ??= literal;
        else {
          parts.push(text.slice(kept, at), `"${literal}"`);
          kept = end;
        }
      }
      at = end - 1;
    }
  }
  return { text: kept === 0 ? text : `${parts.join('')}${text.slice(kept)}`, rounded, depth };
}

/** The first number of a JSON text that parsing would change; null when there is none. */
export function roundedNumberIn(text: string): string | null {
  return scanNumbers(text, { bigNumbers: 'refuse', idMembers: new Set() }).rounded;
}

/** Index of the closing quote, or the last index when there is none. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && text.charCodeAt(before) === backslash) before--;
    if ((at - 1 - before) % 2 === 0) return at;
  }
  return text.length - 1;
}

/** A number of other digits, too great for a double, or so small that it would be 0. */
function isChanged(literal: string): boolean {
  const plain = literal.startsWith('-') ? literal.slice(1) : literal;
  if (Number(plain) === 0) return /[1-9]/.test(plain.split(/e/i, 1)[0] ?? '');
  return isRoundedNumber(plain);
}

/** A name as it is meant; one with a broken escape is nobody's. */
function nameOf(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function endOfNumber(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\d.eE+-]/.test(text[at] ?? '')) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
