import { Sim } from './index';

/** The key that specs send. */
export const key = 'sim-secret-key-4711';

/** @param patienceMs how long to wait for what may be silent */
export function postTo(
  { url }: Sim,
  path: string,
  body: unknown,
  { headers = {}, patienceMs = 10_000 }: { headers?: Record<string, string>; patienceMs?: number } = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
}
