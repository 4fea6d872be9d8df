/** What a page reads, as its address in the API. */
export interface ParsedCode {
  method: 'GET' | 'POST';
  /** Below `/v1`, with its names already encoded. */
  path: string;
  body?: unknown;
}

/** A text between single quotes, so that a shell takes nothing in it for its own. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The call as curl, with the key from the environment. @param origin such as `https://judgment.example` */
export function curlOf({ method, path, body }: ParsedCode, origin: string): string {
  const parts = ['curl', '-H "Authorization: Bearer $JUDGMENT_API_KEY"'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body))}`);
  return [...parts, shellQuoted(`${origin}/v1${path}`)].join(' ');
}

/** A program of the SDK around one expression. @param expression that gives what the page reads */
export function programOf(expression: string): string {
  return `import { JudgmentClient } from '@judgment-service/sdk';

const client = new JudgmentClient(); // JUDGMENT_BASE_URL, JUDGMENT_API_KEY
console.log(await ${expression});`;
}
