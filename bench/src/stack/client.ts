import { request } from 'undici';
import { Target } from '../load/load';

/** The public API, for setting up what is measured. */
export class Client {
  constructor(private readonly target: Target) {}

  async call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
    const headers = body ? { ...this.target.headers, 'content-type': 'application/json' } : this.target.headers;
    const response = await request(`${this.target.origin}/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }

  /** How many documents of a namespace have a fresh answer. */
  fresh(namespace: string, judgment: string): Promise<number> {
    return this.count(namespace, { [`answers.${judgment}.status`]: 'fresh' });
  }

  /** How many documents of a namespace a filter finds. */
  async count(namespace: string, filter: object = {}): Promise<number> {
    const body = { filter, limit: 1, include: [], count: true };
    const path = `${pathOf(namespace)}/query`;
    const { count } = await this.call<{ count: number }>('POST', path, body);
    return count;
  }
}

/** Of a namespace, as it stands in a URL. */
export function pathOf(namespace: string): string {
  return `/namespaces/${encodeURIComponent(namespace)}`;
}

/** Waits until `done` answers true; a bounded wait, polled. */
export async function until(done: () => Promise<boolean>, limitS: number, everyMs = 200): Promise<void> {
  const endsAt = Date.now() + limitS * 1000;
  while (!(await done())) {
    if (Date.now() > endsAt) throw new Error(`nothing came of it in ${limitS} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
