import { isUtf8 } from 'node:buffer';
import { isRoundedNumber } from '@app/json';
import { Problem, Reason, invalid } from '@app/problem';

/** Levels of nesting that a body may have (docs/contract.md#13-limits). */
const maxDepth = 32;
/** Objects and arrays that a body may hold. Each takes some 50 bytes of memory when it is parsed, and two on the wire. */
export const maxContainers = 500_000;

const quote = 0x22;
const backslash = 0x5c;
/** Bytes of a string up to which a loop in JavaScript is faster than a native search. */
const shortString = 24;

/** What the scan found that the parsed value must be checked for. */
export interface Scanned {
  /** A string or key may hold U+0000, a lone surrogate or `__proto__`. */
  suspicious: boolean;
  /** The values to which parsing rounds numbers beyond 2^53 - 1; null when it rounds none. */
  rounded: ReadonlySet<number> | null;
}

/**
 * Checks encoding, depth and numbers of a body in one pass over its bytes, before it is parsed. `JSON.parse` checks the
 * grammar.
 * @throws Problem `invalid_request` for an empty body, a byte order mark, invalid UTF-8, nesting deeper than 32 levels,
 * or a number beyond the range of a double; `too_large` for more than 500,000 objects and arrays
 */
export function scanJson(bytes: Buffer): Scanned {
  if (bytes.length === 0) throw refused('bad_json', 'The body is empty; send a JSON object.');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw refused('bad_encoding', 'The body starts with a byte order mark; send plain UTF-8.');
  if (!isUtf8(bytes)) throw refused('bad_encoding', 'The body is not valid UTF-8; send it as UTF-8.');
  const rounded = scanStructure(bytes);
  const suspicious = bytes.includes('\\u') || bytes.includes('__proto__');
  return { suspicious, rounded };
}

function scanStructure(bytes: Buffer): Set<number> | null {
  const { length } = bytes;
  let depth = 0;
  let containers = 0;
  let rounded: Set<number> | null = null;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === quote) {
      i = endOfString(bytes, i + 1);
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth)
        throw refused('too_deep', `The body nests deeper than ${maxDepth} levels; make it flatter.`);
      if (++containers > maxContainers) throw tooMany();
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (byte >= 0x30 && byte <= 0x39) {
      const end = endOfNumber(bytes, i);
      if (end - i > 3) assertFinite(bytes, i, end);
      if (end - i > 15 && isRoundedNumber(bytes.toString('latin1', i, end)))
        (rounded ??= new Set()).add(valueOf(bytes, i, end));
      i = end - 1;
    }
  }
  return rounded;
}

/** Index of the closing quote, or the length of the bytes when there is none. */
function endOfString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  const near = Math.min(length, from + shortString);
  let i = from;
  for (; i < near; i++) {
    const byte = bytes[i];
    if (byte === quote) return i;
    if (byte === backslash) i++;
  }
  for (;;) {
    const end = bytes.indexOf(quote, i);
    if (end < 0) return length;
    // An odd number of backslashes right before the quote escapes it.
    let at = end - 1;
    while (at >= i && bytes[at] === backslash) at--;
    if ((end - 1 - at) % 2 === 0) return end;
    i = end + 1;
  }
}

/** Index after a run of digits, points, exponents and signs. */
function endOfNumber(bytes: Buffer, from: number): number {
  let i = from + 1;
  for (; i < bytes.length; i++) {
    const byte = bytes[i];
    const digit = byte >= 0x30 && byte <= 0x39;
    if (!digit && byte !== 0x2e && byte !== 0x65 && byte !== 0x45 && byte !== 0x2b && byte !== 0x2d) return i;
  }
  return i;
}

/** Without its sign, which stands before `from`. */
function valueOf(bytes: Buffer, from: number, end: number): number {
  return Number(bytes.toString('latin1', from, end));
}

/** Digits alone that leave the range are an integer that would be rounded. */
function assertFinite(bytes: Buffer, from: number, end: number): void {
  if (!hasExponent(bytes, from, end)) return;
  if (valueOf(bytes, from, end) === Infinity)
    throw refused('bad_number', 'The body holds a number beyond the range of a double; send it as a string.');
}

function hasExponent(bytes: Buffer, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (bytes[i] === 0x65 || bytes[i] === 0x45) return true;
  return false;
}

function refused(reason: Reason, message: string): Problem {
  return invalid(reason, '', message);
}

function tooMany(): Problem {
  return new Problem('too_large', `The body holds more than ${maxContainers} objects and arrays; send less at once.`, {
    reason: 'values',
    path: '',
    limit: maxContainers,
  });
}
