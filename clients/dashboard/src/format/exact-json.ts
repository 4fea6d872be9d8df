import { isRoundedNumber } from '@app/json/web';

/** A number in a JSON text that parsing would change, and where it stands in it. */
export interface RoundedNumber {
  digits: string;
  from: number;
  to: number;
}

/** Strings, and the numbers between them. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The first number of a text that is no string and that parsing would round, as the service refuses it; null for none. */
export function roundedNumber(text: string): RoundedNumber | null {
  for (const { 0: token, index } of text.matchAll(tokens))
    if (!token.startsWith('"') && isRounded(token)) return { digits: token, from: index, to: index + token.length };
  return null;
}

/** Whether a number beyond 2^53 - 1 has digits that JavaScript does not keep. @param digits of a JSON number */
export function isRounded(digits: string): boolean {
  return isRoundedNumber(digits.replace('-', ''));
}

/** What to type in the place of such a number. */
export function roundedText({ digits }: RoundedNumber): string {
  return `${digits} would be rounded to ${Number(digits)}: type it in quotes, as text.`;
}

/**
 * Parses a JSON text.
 * @throws SyntaxError for what is no JSON, and for a number that would be rounded, with a sentence for people
 */
export function readJson(text: string): unknown {
  const read: unknown = JSON.parse(text);
  const rounded = roundedNumber(text);
  if (rounded) throw new SyntaxError(roundedText(rounded));
  return read;
}
