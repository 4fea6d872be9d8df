/** What JSON cannot hold, and where it stands. */
export interface JsonFault {
  /** A JSON pointer, such as `/upsert/0/attributes/total`. */
  path: string;
  /** Words for the value, such as `NaN`. */
  found: string;
  /** What to give instead, such as `a finite number`. */
  instead: string;
}

type Found = Omit<JsonFault, 'path'> & { keys: string[] };

/** Kinds of objects of which JSON keeps everything. A later kind of the language is refused until it stands here. */
const kept = new Set(['Object', 'Array', 'Arguments', 'Module', 'Boolean', 'String', 'Number']);
/** Deeper than the service takes; a circle is found here. */
const deepest = 1_000;

/**
 * The first value that `JSON.stringify` would turn into another one, or leave out of a list.
 * Members that are `undefined` are left out by it, and mean just that.
 * @param at keys from the body to the value
 */
export function jsonFaultOf(value: unknown, at: readonly string[] = []): JsonFault | undefined {
  const fault = faultIn(value, '', 0);
  if (!fault) return undefined;
  const { keys, found, instead } = fault;
  const path = [...at, ...keys].map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { path, found, instead };
}

function faultIn(given: unknown, key: string, depth: number): Found | undefined {
  // Before `toJSON`: a Buffer has one that gives an object of numbers, and that of a Date without a moment gives null.
  const bare = faultBeforeToJson(given);
  if (bare) return bare;
  const value = inJson(given, key);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : lost(String(value), 'a finite number');
  if (typeof value === 'bigint') return lost('a BigInt', 'a number, or a text where it has more than 15 digits');
  if (typeof value !== 'object')
    return lost(`a value of type ${typeof value}`, 'one of null, texts, numbers and objects');
  if (depth > deepest) return lost('a circle, or more than a thousand levels', 'an object that does not hold itself');
  if (Array.isArray(value)) return faultInArray(value, depth);
  return faultInObject(value, depth);
}

function faultBeforeToJson(value: unknown): Found | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (ArrayBuffer.isView(value)) return lost(`bytes (${kindOf(value)})`, 'a text in base64, or an array of numbers');
  if (typeof (value as { then?: unknown }).then === 'function') return lost('a Promise', 'its value: await it');
  if (kindOf(value) === 'Date' && Number.isNaN(Number(value))) return lost('a Date without a moment', 'a valid one');
  return undefined;
}

/** What `JSON.stringify` looks at in the place of a value: that of its `toJSON`, and the inside of `new Number(1)`. */
function inJson(given: unknown, key: string): unknown {
  const { toJSON } = (given ?? {}) as { toJSON?: unknown };
  const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, key) : given;
  return typeof value === 'object' && value !== null && kindOf(value) === 'Number' ? Number(value) : value;
}

function faultInObject(value: object, depth: number): Found | undefined {
  const kind = kindOf(value);
  if (!kept.has(kind)) return lost(`${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`, insteadOf[kind] ?? 'a plain object');
  const symbol = Object.getOwnPropertySymbols(value).find((name) =>
    Object.prototype.propertyIsEnumerable.call(value, name),
  );
  if (symbol) return lost(`a member whose name is ${String(symbol)}`, 'it a text as its name');
  for (const [name, member] of Object.entries(value)) {
    const fault = member === undefined ? undefined : faultIn(member, name, depth + 1);
    if (fault) return { ...fault, keys: [name, ...fault.keys] };
  }
  return undefined;
}

const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

function faultInArray(values: readonly unknown[], depth: number): Found | undefined {
  for (let n = 0; n < values.length; n++) {
    const fault =
      values[n] === undefined ? lost('undefined', 'null, or leave it out') : faultIn(values[n], String(n), depth + 1);
    if (fault) return { ...fault, keys: [String(n), ...fault.keys] };
  }
  return undefined;
}

const insteadOf: Readonly<Record<string, string>> = {
  Map: 'an object: Object.fromEntries(map)',
  Set: 'an array: [...set]',
  URLSearchParams: 'an object: Object.fromEntries(parameters)',
  Error: 'its message',
  RegExp: 'its source',
};

const lost = (found: string, instead: string): Found => ({ keys: [], found, instead });
