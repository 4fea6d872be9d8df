import { WebhookVerificationError } from './verification-error';

/** The headers of a request, from `node:http` (names in any case) or from `fetch`. */
export type WebhookHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

/** The value of a header. Throws with reason `headers` for a missing, empty or repeated header. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  const values = isFetchHeaders(headers) ? [headers.get(name) ?? ''] : valuesOf(headers, name);
  const [value] = values;
  if (values.length !== 1 || value === undefined || value === '') {
    throw new WebhookVerificationError('headers', `The header \`${name}\` must occur exactly once.`);
  }
  return value;
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function valuesOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string[] {
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
}
