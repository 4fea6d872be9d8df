import { invalid } from '@app/problem';

const headerName = 'idempotency-key';
const maxKeyCharacters = 255;

/**
 * The `Idempotency-Key` of a request, or null when it has none.
 * @param rawHeaders names and values in turn, as Node gives them: Node's parsed headers join two headers into one
 * @throws Problem `invalid_request`, reason header, for two headers or a key of another length than 1 to 255
 */
export function idempotencyKeyOf(rawHeaders: string[]): string | null {
  let found: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length !== headerName.length || rawHeaders[i].toLowerCase() !== headerName) continue;
    if (found !== null) throw invalid('header', '/Idempotency-Key', 'Send one `Idempotency-Key` header, not two.');
    found = rawHeaders[i + 1];
  }
  if (found === null) return null;
  if (found.length < 1 || found.length > maxKeyCharacters)
    throw invalid(
      'header',
      '/Idempotency-Key',
      `An \`Idempotency-Key\` must have 1 to ${maxKeyCharacters} characters.`,
    );
  return found;
}
