import { Problem, invalid } from '@app/problem';
import type { Reason } from '@app/problem';

/** An object from JSON.parse. It may have any own member, even `__proto__`. */
export type Members = Record<string, unknown>;

/** The JSON pointer (RFC 6901) of a member of the value at `pointer`. */
export function under(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function kindOfJson(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

function wrongType(value: unknown, pointer: string, wanted: string): Problem {
  if (value === undefined) return invalid('missing_field', pointer, `\`${pointer}\` is required; send ${wanted}.`);
  return invalid('bad_type', pointer, `\`${pointer}\` must be ${wanted}, not ${kindOfJson(value)}.`);
}

export function readObject(value: unknown, pointer: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(value, pointer, 'an object');
  }
  return value as Members;
}

/** Refuses members that are not in `allowed`: with the reason in `refusals`, otherwise with `unknown_field`. */
export function refuseOthers(
  members: Members,
  pointer: string,
  allowed: readonly string[],
  refusals: (member: string, pointer: string) => Problem | undefined = () => undefined,
): void {
  for (const member of Object.keys(members)) {
    if (allowed.includes(member)) continue;
    const place = under(pointer, member);
    const sentence = `\`${place}\` is not known here; leave it out. Known: ${allowed.join(', ')}.`;
    throw refusals(member, place) ?? invalid('unknown_field', place, sentence);
  }
}

export function own(members: Members, member: string): unknown {
  return Object.hasOwn(members, member) ? members[member] : undefined;
}

/** Reads a string of `min` to `max` code points. It must not be blank when `min` is above 0. */
export function readText(value: unknown, pointer: string, min: number, max: number): string {
  if (typeof value !== 'string') throw wrongType(value, pointer, 'a string');
  const length = [...value].length;
  if (length < min || length > max || (min > 0 && value.trim() === '')) {
    throw invalid('bad_length', pointer, `\`${pointer}\` must have ${min} to ${max} characters, not only blanks.`);
  }
  return value;
}

export function readNumber(value: unknown, pointer: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(value, pointer, 'a number');
  if (value < min || value > max) {
    throw invalid('bad_bounds', pointer, `\`${pointer}\` must lie between ${min} and ${max}.`, { min, max });
  }
  return value;
}

export function readInteger(value: unknown, pointer: string, min: number, max: number): number {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    throw invalid('bad_number', pointer, `\`${pointer}\` must be a whole number.`);
  }
  return readNumber(value, pointer, min, max);
}

export function readArray(
  value: unknown,
  pointer: string,
  min: number,
  max: number,
  reason: Extract<Reason, 'bad_length' | 'bad_bounds'> = 'bad_length',
): unknown[] {
  if (!Array.isArray(value)) throw wrongType(value, pointer, 'an array');
  if (value.length < min || value.length > max) {
    throw invalid(reason, pointer, `\`${pointer}\` must have ${min} to ${max} elements.`, { min, max });
  }
  return value;
}

export function readOneOf<T extends string>(value: unknown, pointer: string, values: readonly T[]): T {
  if (typeof value !== 'string') throw wrongType(value, pointer, `one of ${values.join(', ')}`);
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) {
    throw invalid('bad_enum', pointer, `\`${pointer}\` must be one of ${values.join(', ')}.`, { values });
  }
  return known;
}

const namePattern = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether a string is a name by the specification's pattern. */
export function isName(value: string): boolean {
  return namePattern.test(value);
}

export function readName(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw wrongType(value, pointer, 'a name');
  if (!isName(value)) {
    throw invalid('bad_name', pointer, `\`${pointer}\` must be 1 to 128 letters, digits, \`_\` or \`-\`.`);
  }
  return value;
}

/** Refuses the second of two equal values with the reason `duplicate`. */
export function refuseRepeats(values: readonly string[], pointerOf: (index: number) => string): void {
  const seen = new Set<string>();
  values.forEach((value, index) => {
    const reason: Reason = 'duplicate';
    if (seen.has(value)) throw invalid(reason, pointerOf(index), `\`${value}\` stands here twice; keep one.`);
    seen.add(value);
  });
}
