import { under } from '@app/definition';
import { isObject } from '@app/json';
import type { Where } from './filter';
import { conditions } from './filter';
import { parseFilter } from './parse';

/** A condition of a filter, with its place in the request. */
export interface PlacedCondition extends Where {
  /** JSON pointer of its path, such as `/filter/any/0/state.at`. */
  pointer: string;
  /** Whether a `not` stands around it. */
  isNegated: boolean;
}

const allow = { answers: true, within: true, mine: true };

/** The conditions of a filter that was parsed before. @param pointer JSON pointer to the filter in its request */
export function placedConditions(filter: unknown, pointer: string, isNegated = false): PlacedCondition[] {
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([key, value]) => {
    const place = under(pointer, key);
    if (key === 'not') return placedConditions(value, place, true);
    if ((key === 'all' || key === 'any') && Array.isArray(value)) {
      return value.flatMap((part, index) => placedConditions(part, under(place, index), isNegated));
    }
    const own = conditions(parseFilter({ [key]: value }, { pointer, allow }));
    return own.map((condition) => ({ ...condition, pointer: place, isNegated }));
  });
}
