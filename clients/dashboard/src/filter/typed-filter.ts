import type { Filter } from './filter';

/**
 * The filter that a draft holds after an edit; undefined for one without conditions.
 * @param typed null while its text is no JSON: the draft keeps what it had
 */
export function typedFilter(typed: Filter | null, before: Filter | undefined): Filter | undefined {
  if (typed === null) return before;
  return Object.keys(typed).length === 0 ? undefined : typed;
}
