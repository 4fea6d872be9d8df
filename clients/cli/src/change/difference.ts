/** A member that two definitions do not have alike; undefined where one of them has none. */
export interface Difference {
  /** Dotted, such as `context.fields`. */
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * Members in which `after` is not `before`, in the order of their names. Lists are compared as a whole, since an element has
 * no name of its own.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differencesOf(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

/** Members of `given` that `stored` does not hold alike. What `given` leaves out stays as it is and is no difference. */
export function missingFrom(stored: unknown, given: unknown, path = ''): Difference[] {
  if (!isObject(given)) return isSame(stored, given) ? [] : [{ path, before: stored, after: given }];
  const within = isObject(stored) ? stored : {};
  return Object.entries(given).flatMap(([name, value]) =>
    // Null takes a member away: there is nothing to do where it is absent.
    value === null && within[name] === undefined
      ? []
      : missingFrom(within[name], value, path === '' ? name : `${path}.${name}`),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
