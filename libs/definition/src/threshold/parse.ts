import { invalid } from '@app/problem';
import type { Definition, OptionsFrom } from '../definition/definition';
import type { Bound, Threshold, Thresholds } from './threshold';
import { isName, own, readNumber, readObject, readOneOf, readText, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';

const maxThresholds = 32;
/** Above this limit a comparison at a precision of 1e-9 is not exact. */
const maxBound = 1e6;
/** A feature may count cents or bytes; above `maxBound` its comparison is as exact as a double. */
const maxFeatureBound = 1e15;

/** The members of a definition on which its thresholds depend. */
export type ThresholdForm = Pick<Definition, 'type'> & {
  options?: readonly { value: string }[] | OptionsFrom;
  features?: readonly { name: string }[];
};

function readBound(members: Members, pointer: string, min: number, max: number): Bound {
  const sides = (['gte', 'lte'] as const).filter((side) => Object.hasOwn(members, side));
  const [side] = sides;
  if (side === undefined || sides.length > 1) {
    throw invalid('bad_bounds', pointer, 'A threshold has exactly one bound: send `gte` or `lte`.');
  }
  const bound = readNumber(members[side], under(pointer, side), min, max);
  return side === 'gte' ? { gte: bound } : { lte: bound };
}

function parseOnBool(value: unknown, pointer: string, features: readonly { name: string }[]): Threshold {
  if (typeof value === 'number') return readNumber(value, pointer, 0, 1);
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
    throw invalid('bad_type', pointer, 'A threshold on a bool is a probability from 0 to 1, or a bound on a feature.');
  }
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['feature', 'gte', 'lte']);
  const place = under(pointer, 'feature');
  const feature = readText(own(members, 'feature'), place, 1, 128);
  const bound = readBound(members, pointer, -maxFeatureBound, maxFeatureBound);
  const names = features.map(({ name }) => name);
  if (names.includes(feature)) return { feature, ...bound };
  const help = names.length > 0 ? `It declares ${names.join(', ')}.` : 'It declares none; add one to `features`.';
  throw invalid('unknown_path', place, `The definition declares no feature \`${feature}\`. ${help}`);
}

function parseOnChoice(
  value: unknown,
  pointer: string,
  options: readonly { value: string }[] | OptionsFrom,
): Threshold {
  const members = readObject(value, pointer);
  if (Object.hasOwn(members, 'option')) {
    refuseOthers(members, pointer, ['option', 'gte', 'lte']);
    const place = under(pointer, 'option');
    if ('from' in options) {
      const sentence =
        'The options of this judgment are related documents, which come and go; bound `escape_p` instead.';
      throw invalid('path_not_allowed', place, sentence);
    }
    const option = readText(members.option, place, 1, 256);
    if (!options.some((candidate) => candidate.value === option)) {
      throw invalid('unknown_path', place, `\`${option}\` is no option of this judgment.`);
    }
    return { option, ...readBound(members, pointer, 0, 1) };
  }
  refuseOthers(members, pointer, ['field', 'gte', 'lte']);
  const field = readOneOf(own(members, 'field'), under(pointer, 'field'), ['escape_p']);
  return { field, ...readBound(members, pointer, 0, 1) };
}

function parseOnScore(value: unknown, pointer: string): Threshold {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['field', 'gte', 'lte']);
  const field = readOneOf(own(members, 'field'), under(pointer, 'field'), ['score', 'normalized']);
  const [min, max] = field === 'normalized' ? [0, 1] : [-maxBound, maxBound];
  return { field, ...readBound(members, pointer, min, max) };
}

/**
 * Parses the thresholds of a judgment, at most 32, by the rules of its type.
 * @throws Problem `invalid_request`
 */
export function parseThresholds(value: unknown, form: ThresholdForm, pointer: string): Thresholds {
  const entries = Object.entries(readObject(value, pointer));
  if (entries.length > maxThresholds) {
    throw invalid('bad_length', pointer, `A judgment has at most ${maxThresholds} thresholds.`, {
      max: maxThresholds,
    });
  }
  return Object.fromEntries(
    entries.map(([name, threshold]) => {
      const place = under(pointer, name);
      if (!isName(name))
        throw invalid('bad_name', place, 'A threshold must be named by 1 to 128 letters, digits, `_` or `-`.');
      if (form.type === 'bool') return [name, parseOnBool(threshold, place, form.features ?? [])];
      if (form.type === 'score') return [name, parseOnScore(threshold, place)];
      return [name, parseOnChoice(threshold, place, form.options ?? [])];
    }),
  );
}

/**
 * Applies a merge patch to a judgment's thresholds: a name replaces its threshold, null removes it, and the others stay.
 * Null instead of an object removes all thresholds.
 */
export function mergeThresholds(current: Thresholds, patch: unknown, form: ThresholdForm, pointer: string): Thresholds {
  if (patch === null) return {};
  const sent = Object.entries(readObject(patch, pointer));
  const set = parseThresholds(Object.fromEntries(sent.filter(([, value]) => value !== null)), form, pointer);
  const removed = sent.filter(([, value]) => value === null).map(([name]) => name);
  const kept = Object.entries(current).filter(([name]) => !removed.includes(name));
  const merged = Object.fromEntries([...kept, ...Object.entries(set)]);
  if (Object.keys(merged).length > maxThresholds) {
    throw invalid('bad_length', pointer, `A judgment has at most ${maxThresholds} thresholds; remove some first.`);
  }
  return merged;
}
