import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { changedNumberIn } from '@app/file-reader';
import { Refusal } from '../../exit/refusal';
import type { World } from '../../world/world';

/** JSON that a user gave, and the text that it stood in. */
export interface GivenJson<T> {
  value: T;
  text: string;
}

/** `@file` names a file, `-` the input; anything else is the text itself. @throws Refusal for bytes that are not UTF-8 */
export async function readTextArgument(given: string, { stdin }: Pick<World, 'stdin'>): Promise<string> {
  if (given === '-') return textOf('The input', await buffer(stdin));
  return given.startsWith('@') ? textOf(given.slice(1), readFileSync(given.slice(1))) : given;
}

/**
 * The JSON of such an argument with its text.
 * @throws Refusal naming the option when it is no JSON, or holds a number that parsing would change
 */
export async function readGivenJson<T>(
  name: string,
  given: string,
  world: Pick<World, 'stdin'>,
): Promise<GivenJson<T>> {
  const text = await readTextArgument(given, world);
  return { value: parseJson<T>(name, text, 'Give JSON, @file or - for the input.'), text };
}

/** The JSON of such an argument. @throws Refusal as {@link readGivenJson} */
export async function readJsonArgument<T>(name: string, given: string, world: Pick<World, 'stdin'>): Promise<T> {
  return (await readGivenJson<T>(name, given, world)).value;
}

/** @param mend what to give in place of a text that is no JSON @throws Refusal as {@link readGivenJson} */
export function parseJson<T>(name: string, text: string, mend: string): T {
  let value: T;
  try {
    value = JSON.parse(text) as T;
  } catch (error) {
    throw new Refusal(`${name} is no JSON: ${(error as Error).message}. ${mend}`);
  }
  // The service would refuse it, and never sees its digits.
  const changed = changedNumberIn(text);
  if (changed !== null) {
    const at = changed.path === '' ? '' : ` at ${changed.path}`;
    throw new Refusal(`${name} holds the number ${changed.literal}${at}, which would be rounded: write it as a text.`);
  }
  return value;
}

/** Bytes as text, without the byte order mark that editors put before it. */
function textOf(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    const line = lineOfFault(bytes);
    throw new Refusal(`${name} is not UTF-8 in line ${line}: save it as UTF-8. Nothing was sent.`);
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The first line, from 1, that is not UTF-8: no character of it holds the byte of a line end. */
function lineOfFault(bytes: Buffer): number {
  let [line, from] = [1, 0];
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', from)) {
    if (!isUtf8(bytes.subarray(from, end))) return line;
    [line, from] = [line + 1, end + 1];
  }
  return line;
}

/** A list such as `a,b`. */
export function listArgument(given: string | undefined): string[] | undefined {
  return given?.split(',').map((one) => one.trim());
}

/** Reads a whole number of an option. */
export function wholeNumber(least: number, most: number): (given: string) => number {
  return (given) => {
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < least || value > most) {
      throw new Refusal(`"${given}" must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Reads a number above 0 of an option. */
export function positiveNumber(given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new Refusal(`"${given}" must be a number above 0.`);
  return value;
}
