import { isObject } from '@app/json';
import { invalid } from '@app/problem';
import { defaultEscape } from './definition';
import type { BoolDefinition, ChoiceOption, OptionsFrom, ScoreLevel } from './definition';
import { readRelatedFields } from '../relation/parse';
import {
  own,
  readArray,
  readName,
  readNumber,
  readObject,
  readText,
  refuseOthers,
  refuseRepeats,
  under,
} from '../reading/member';
import type { Members } from '../reading/member';

const longestCriteria = 8_000;
const longestDescription = 2_000;
const maxOptionBytes = 256;
/** Paths that describe a related document as an option. */
const maxShown = 16;
/** Above this limit a score times 1e9 is not exact, and thresholds compare at a precision of 1e-9. */
const maxLevel = 1e6;

export function parseTextCriteria(value: unknown, pointer: string): string {
  return readText(value, pointer, 1, longestCriteria);
}

/** Reads the criteria of a bool: one text, or a text for each answer. */
export function parseBoolCriteria(value: unknown, pointer: string): BoolDefinition['criteria'] {
  if (typeof value === 'string') return parseTextCriteria(value, pointer);
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['true', 'false']);
  const sides = (['false', 'true'] as const).filter((side) => Object.hasOwn(members, side));
  readArray(sides, pointer, 1, 2);
  return Object.fromEntries(sides.map((side) => [side, parseTextCriteria(members[side], under(pointer, side))]));
}

function parseOption(value: unknown, pointer: string): ChoiceOption {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['value', 'description']);
  const place = under(pointer, 'value');
  const option = readText(own(members, 'value'), place, 1, maxOptionBytes);
  if (Buffer.byteLength(option) > maxOptionBytes) {
    throw invalid('bad_length', place, `An option's value has at most ${maxOptionBytes} bytes; shorten it.`);
  }
  if (!Object.hasOwn(members, 'description')) return { value: option };
  return {
    value: option,
    description: readText(members.description, under(pointer, 'description'), 1, longestDescription),
  };
}

/**
 * Reads the options of a choice: 2 to 254 with unique values, or the relation whose documents are the options. Whether the
 * recipe has the relation is checked where the recipe is known.
 */
export function parseOptions(value: unknown, pointer: string): ChoiceOption[] | OptionsFrom {
  return isObject(value) ? parseOptionsFrom(value, pointer) : parseOptionList(value, pointer);
}

function parseOptionsFrom(value: Members, pointer: string): OptionsFrom {
  refuseOthers(value, pointer, ['from', 'show']);
  const from = readName(own(value, 'from'), under(pointer, 'from'));
  return { from, show: readRelatedFields(own(value, 'show'), under(pointer, 'show'), maxShown) };
}

/** Reads the options that a choice declares: 2 to 254, with unique values. */
export function parseOptionList(value: unknown, pointer: string): ChoiceOption[] {
  const options = readArray(value, pointer, 2, 254).map((option, index) => parseOption(option, under(pointer, index)));
  refuseRepeats(
    options.map((option) => option.value),
    (index) => under(under(pointer, index), 'value'),
  );
  return options;
}

export function parseEscape(members: Members, pointer: string): { description: string } {
  if (!Object.hasOwn(members, 'escape')) return { description: defaultEscape };
  const place = under(pointer, 'escape');
  const escape = readObject(members.escape, place);
  refuseOthers(escape, place, ['description']);
  return {
    description: readText(own(escape, 'description'), under(place, 'description'), 1, longestDescription),
  };
}

/** Reads the levels of a score: 2 to 10, in strictly ascending order of their values. */
export function parseLevels(value: unknown, pointer: string): ScoreLevel[] {
  const levels = readArray(value, pointer, 2, 10).map((level, index): ScoreLevel => {
    const place = under(pointer, index);
    const members = readObject(level, place);
    refuseOthers(members, place, ['value', 'description']);
    return {
      // Turns -0 into 0: it prints as 0 and yet is another value.
      value: readNumber(own(members, 'value'), under(place, 'value'), -maxLevel, maxLevel) + 0,
      description: readText(own(members, 'description'), under(place, 'description'), 1, longestDescription),
    };
  });
  levels.forEach((level, index) => {
    const before = levels[index - 1];
    if (before === undefined || level.value > before.value) return;
    throw invalid(
      'bad_bounds',
      under(under(pointer, index), 'value'),
      'Levels must ascend by value; put them in order.',
    );
  });
  return levels;
}
