import type { SampledCall } from './sampled-call';

/** The call by curl; its address and key come from the environment, as the client's do. */
export function curlSample({ method, path, query, body, access }: SampledCall): string {
  const asked = query ? `?${new URLSearchParams(query)}` : '';
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$JUDGMENT_BASE_URL${path}${asked}"`];
  // A route of people who signed in reads their cookie, and an open one nothing.
  const isOfPeople = access === 'person' || access === 'session';
  if (isOfPeople) lines.push('-b cookies.txt');
  // What a session changes, and the sign-in, names the service as its origin.
  if (method !== 'GET' && (isOfPeople || access === 'open'))
    lines.push('-c cookies.txt', '-H "Origin: ${JUDGMENT_BASE_URL%/v1}"');
  if (!isOfPeople && access !== 'open') lines.push('-H "Authorization: Bearer $JUDGMENT_API_KEY"');
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
