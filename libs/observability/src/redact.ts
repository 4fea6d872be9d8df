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
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecret(name, depth) ? hidden : hideIn(member, depth + 1)]),
  );
}

/** `key` alone is a secret at the top of a line; below, it is any name of anything. */
function isSecret(name: string, depth: number): boolean {
  return (depth === 0 && name === 'key') || secretNames.has(name.toLowerCase().replace(/[_-]/g, ''));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
