import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../workspace';

const file = join(workspaceRoot, '.state/e2e/planted.jsonl');
/** Shorter ones stand in logs by chance. */
const shortest = 12;
/** Members of requests and replies that hold a secret: keys, passwords, links of sign-in, secrets of endpoints. */
const secretMembers = new Set(['key', 'api_key', 'secret', 'password', 'current', 'new', 'link', 'client_secret']);
/** Elsewhere `key` is a group's key, and `new` a value of a customer. */
const secretPaths = /^\/(api-keys|webhook-endpoints|sessions|user|organization)\b/;
const known = new Set<string>();

/**
 * Notes a secret that came to be in a test. `npm test` ends with a search of every log of the stacks for all of them.
 * @param what what it is, for the reader of the search
 */
export function plant(what: string, secret: string): void {
  if (secret.length < shortest || known.has(secret)) return;
  known.add(secret);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ what, secret })}\n`);
}

/** Notes the secrets of one exchange of the API. @param path below /v1 */
export function plantSecretsOf(path: string, sent: unknown, got: unknown, cookies = ''): void {
  if (!secretPaths.test(path)) return;
  const where = path.split(/[?/]/)[1] ?? '';
  for (const json of [sent, got]) plantMembers(where, json);
  plantCookies(cookies);
}

/** Notes the values of `name=value` pairs, as requests and replies carry them. */
export function plantCookies(cookies: string): void {
  for (const [, value] of cookies.matchAll(/judgment_?\w*=([^;,\s]+)/g)) plant('a cookie', value);
}

/** Notes tokens in an address: of a mailed link, or of a provider that sends somebody back. */
export function plantTokens(address: string): void {
  for (const [, name, value] of address.matchAll(/[#?&](t|code|state|id_token)=([^&\s"]+)/g))
    plant(`${name} of an address`, value);
}

function plantMembers(where: string, json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    if (typeof value !== 'string') plantMembers(where, value);
    else if (value.includes('#t=')) plantTokens(value);
    else if (secretMembers.has(name)) plant(`${name} of ${where}`, value);
  }
}
