/** A member in which two definitions differ. */
export interface Difference {
  /** Dotted path, such as `context.fields`. */
  path: string;
  /** JSON of each side; null where the side has no such member. */
  before: string | null;
  after: string | null;
}

/** The members in which two definitions differ, in the order of the later one. Lists are compared as a whole. */
export function diffOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name) => diffOf(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  const [one, other] = [textOf(before), textOf(after)];
  return one === other ? [] : [{ path, before: one, after: other }];
}

/** Text without its quotes, which are of JSON and not of the question; anything else as JSON with sorted names. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(sorted(value));
}

/** Two definitions differ in what they say, not in the order in which their members came. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
