import { Pool } from 'undici';
import { Wire } from '../wire/wire';
import { plantSecretsOf } from './planted';

/** JSON as a test reads it when it names no view of the contracts: every member may be there. */
export interface Json {
  [member: string]: Json;
}

export interface ApiReply<T = Json> {
  status: number;
  /** Names in lower case; a repeated header is joined by a comma. */
  headers: Record<string, string>;
  /** Parsed JSON; null when there is none. */
  body: T;
  text: string;
}

export interface ApiOptions {
  /** API key; null sends none. */
  key?: string | null;
  /** Sent as they are, beside the key and the content type; a list repeats the header. */
  headers?: Record<string, string | string[]>;
  signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One gateway's REST API. Paths go out as they are given: nothing is normalised on the way. */
export class Api {
  private readonly pool: Pool;
  private readonly prefix: string;

  /**
   * @param baseUrl ends in /v1
   * @param wire holds every reply against the API document; null for a build that has another one
   */
  constructor(
    readonly baseUrl: string,
    private readonly defaultKey: string,
    private readonly wire: Wire | null = new Wire(),
  ) {
    const { origin, pathname } = new URL(baseUrl);
    this.prefix = pathname;
    this.pool = new Pool(origin, { connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });
  }

  /**
   * @param path below /v1, such as `/namespaces`; one that begins with `//` is taken below the origin
   * @throws Error also when the reply is not what the API document says
   */
  async call<T = Json>(method: Method, path: string, body?: unknown, options: ApiOptions = {}): Promise<ApiReply<T>> {
    const { key = this.defaultKey, headers = {}, signal } = options;
    const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const flat: string[] = [];
    const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    if (key !== null && !given.has('authorization')) flat.push('authorization', `Bearer ${key}`);
    if (body !== undefined && !given.has('content-type')) flat.push('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) flat.push(name, one);
    const reply = await this.pool.request({
      method,
      path: path.startsWith('//') ? path.slice(1) : `${this.prefix}${path}`,
      headers: flat,
      body: sent ?? null,
      signal,
    });
    const text = await reply.body.text();
    const joined = Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const answer = {
      status: reply.statusCode,
      headers: Object.fromEntries(joined) as Record<string, string>,
      body: parsed(text) as T,
      text,
    };
    plantSecretsOf(path, body, answer.body, answer.headers['set-cookie']);
    const mediaType = answer.headers['content-type']?.split(';', 1)[0];
    if (!path.startsWith('//')) this.wire?.assertDocumented({ method, path, mediaType, ...answer });
    return answer;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // pages and empty bodies are read through `text`
  }
}
