import { InvalidArgumentError, Option } from 'commander';

/** An option or argument that must not be empty. */
export function filled(value: string): string {
  if (value !== '') return value;
  throw new InvalidArgumentError('It is empty.');
}

/** An option that takes one of some words. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words);
}

/** @param pattern what a value must match @param sentence tells what it must be, with an example */
export function matching(pattern: RegExp, sentence: string): (value: string) => string {
  return (value) => {
    if (pattern.test(value)) return value;
    throw new InvalidArgumentError(sentence);
  };
}
