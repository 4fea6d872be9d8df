import { isObject } from '@app/json/web';
import { type FileRecord, type RefusalReason, longestRow, mostBytes, refuse } from '../record/record';
import { type NumberRules, scanNumbers } from './number-scan';

const mostLevels = 32;
const encoder = new TextEncoder();

/** Escapes by which a text may hold what no document may. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * The object that stands in a line or in an element of an array.
 * @param lines its first and its last line
 */
export function jsonRecord(text: string, lines: readonly [number, number], rules: NumberRules): FileRecord {
  const refused = (reason: RefusalReason, message: string): FileRecord => refuse(reason, lines, message, text);
  if (text.length > longestRow) return refused('too_long', 'The row is longer than 8 MiB: shorten it.');
  const scanned = scanNumbers(text, rules);
  if (scanned.depth > mostLevels) {
    return refused('too_deep', `The row nests deeper than ${mostLevels} levels: make it flatter.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(scanned.text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refused('bad_json', `The row is no JSON: ${faultOf(error)}.`);
  }
  if (!isObject(value)) return refused('not_an_object', 'The row must hold a JSON object, such as {"id": "1"}.');
  if (scanned.rounded !== null) {
    const digits = scanned.rounded.slice(0, 40);
    return refused(
      'big_number',
      `The number ${digits} would be rounded: write it as a text, or have such numbers stored as text.`,
    );
  }
  if (suspicious.test(text)) {
    const bad = badTextIn(value);
    if (bad === 'nul') {
      return refused('nul', 'A text holds U+0000, which no document may hold: take the character away.');
    }
    if (bad)
      return refused(bad, 'A text holds half of a character (a lone surrogate): mend the escape \\ud800 to \\udfff.');
  }
  if (text.length * 3 > mostBytes && encoder.encode(JSON.stringify(value)).length > mostBytes) {
    return refused('too_long', 'The row is greater than 1 MiB, and so is its document: shorten it.');
  }
  return { kind: 'row', line: lines[0], fields: value, raw: value };
}

/** What the parser says, without the text that it repeats. */
function faultOf({ message }: SyntaxError): string {
  return message.replace(/, (?:\.\.\.)?".*$/s, '').replace(/ in JSON.*$| \(line.*$/s, '');
}

function badTextIn(value: unknown): 'nul' | 'lone_surrogate' | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'nul';
    return /\p{Surrogate}/u.test(value) ? 'lone_surrogate' : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const bad = badTextIn(name) ?? badTextIn(member);
    if (bad !== null) return bad;
  }
  return null;
}
