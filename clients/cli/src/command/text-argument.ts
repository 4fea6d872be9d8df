import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { roundedNumberIn } from '@app/file-reader';
import { Refusal } from '../exit/refusal';
import type { World } from '../world/world';

/** `@file` names a file, `-` the input; anything else is the text itself. */
export async function readTextArgument(given: string, { stdin }: Pick<World, 'stdin'>): Promise<string> {
  if (given === '-') return (await buffer(stdin)).toString('utf8');
  return given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given;
}

/** The JSON of such an argument. @throws Refusal naming the option when it is no JSON, or holds a number that would be rounded */
export async function readJsonArgument<T>(name: string, given: string, world: Pick<World, 'stdin'>): Promise<T> {
  const text = await readTextArgument(given, world);
  let value: T;
  try {
    value = JSON.parse(text) as T;
  } catch (error) {
    throw new Refusal(`${name} is no JSON: ${(error as Error).message}. Give JSON, @file or - for the input.`);
  }
  // The service would refuse it, and never sees its digits.
  const rounded = roundedNumberIn(text);
  if (rounded !== null)
    throw new Refusal(`${name} holds the number ${rounded}, which would be rounded: write it as a text.`);
  return value;
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
