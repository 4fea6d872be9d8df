import { UsageError } from '../result/api-error';

/**
 * Fills a path of the API document. Each value becomes one part of the path, so that `/` in it is sent as `%2F`.
 * @throws UsageError for an empty value, `.` and `..`: URL parsers would fold these even when they are escaped
 */
export function pathOf(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = values[name];
    if (typeof value !== 'string' || value === '') {
      throw new UsageError(`Give ${name} a text that is not empty: it is a part of the path.`);
    }
    if (value === '.' || value === '..') {
      throw new UsageError(`${name} cannot be "${value}" in a path: addresses read it as a folder.`);
    }
    if (/\p{Surrogate}/u.test(value)) throw new UsageError(`${name} holds half of a character, which no address can.`);
    return encodeURIComponent(value);
  });
}

/**
 * Query parameters that have a value, as `?a=1&b=2`; empty without any.
 * @throws UsageError with the path of a value that an address would show as another one
 */
export function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, parameterOf(name, value)]));
  return given.length === 0 ? '' : `?${search.toString()}`;
}

/** A list goes between commas: an item with one would be read as two. */
function parameterOf(name: string, value: unknown): string {
  const path = `/${name}`;
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (!isPlain && !Array.isArray(value)) {
    throw new UsageError(`Give ${name} a text, a finite number or a boolean.`, { path });
  }
  const text = Array.isArray(value) ? value.map((item, n) => itemOf(`${path}/${n}`, item)).join() : String(value);
  if (/\p{Surrogate}/u.test(text)) {
    throw new UsageError(`${name} holds half of a character, which no address can.`, { path });
  }
  return text;
}

function itemOf(path: string, item: unknown): string {
  if (typeof item === 'string' && item !== '' && !item.includes(',')) return item;
  throw new UsageError('Give texts that are not empty and have no comma: the list goes between commas.', { path });
}

/** @throws UsageError for a path that an address would change: a folder such as `..`, a fragment, a backslash, a space */
export function wholePath(path: string): string {
  const isWhole = /^\/[^\\#\s]*$/.test(path) && !/\p{Cc}|\p{Surrogate}/u.test(path);
  const hasFolder = path
    .replace(/\?.*$/, '')
    .split('/')
    .some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (isWhole && !hasFolder) return path;
  throw new UsageError('Give a path that begins with a slash, is escaped, and has no part "." or "..", space or "#".');
}

/**
 * @param allowsHttp a key may go over a network in the clear, or none is sent
 * @throws UsageError when the address does not end in `/v1`, or begins with http where a key must not go over a network so
 */
export function baseOf(address: string, allowsHttp: boolean): string {
  const base = address.replace(/\/+$/, '');
  if (!URL.canParse(base) || !/\/v1$/.test(base)) {
    throw new UsageError('baseUrl must be an address that ends in /v1, such as https://judge.example.com/v1.');
  }
  const { protocol, hostname } = new URL(base);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && (isLoopback || allowsHttp))) {
    throw new UsageError(
      'baseUrl must begin with https: over http the key could be read on the way. Within a network of your own, such as a ' +
        'cluster, allow it by allowInsecureHttp: true or JUDGMENT_ALLOW_HTTP=1.',
    );
  }
  return base;
}
