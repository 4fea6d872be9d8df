/** Names of members that hold a secret, in small letters without `_` and `-`. */
const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'secret',
  'secrets',
  'signingsecret',
  'password',
  'pass',
  'apikey',
  'token',
  'operatortoken',
  'masterkey',
  'privatekey',
]);
/** What each name that was met comes to: the same few stand in every line. */
const known = new Map<string, boolean>();
/** Names beyond these are looked at each time. */
const maxKnown = 1000;
const hidden = '(hidden)';
/** Deeper than this a line shows nothing of an object. */
const maxDepth = 8;

/** A copy of a log line's members without secrets, at any depth. Errors and other objects of a class stay as they are. */
export function withoutSecrets(line: Record<string, unknown>): Record<string, unknown> {
  return hideIn(line, 0) as Record<string, unknown>;
}

function hideIn(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && !isPlain(value)) return value;
  if (depth >= maxDepth) return '(too deep)';
  if (Array.isArray(value)) return value.map((one) => hideIn(one, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    copy[name] = isSecret(name, depth) ? hidden : hideIn(member, depth + 1);
  }
  return copy;
}

/** `key` alone is a secret at the top of a line; below, it is any name of anything. */
function isSecret(name: string, depth: number): boolean {
  if (depth === 0 && name === 'key') return true;
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = secretNames.has(name.toLowerCase().replace(/[_-]/g, ''));
  if (known.size < maxKnown) known.set(name, is);
  return is;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
