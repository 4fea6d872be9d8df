import type { Dispatcher } from 'undici';
import type { Clock } from '../clock';
import type { ChatSettings, EngineEntry } from '../entry/entry';
import { EngineResponse, classifyError, classifyResponse } from '../failure/classify';
import { EngineFailure } from '../failure/failure';
import { openDispatcher } from './dispatcher';

/** The transport stops reading a longer reply and refuses it. */
export const maxReplyBytes = 8 * 1024 * 1024;

/** What the transport reads of an entry. */
export type TransportEntry = Pick<EngineEntry, 'base_url' | 'path' | 'key' | 'error_style'> & {
  rate: Pick<EngineEntry['rate'], 'in_flight'>;
  chat?: Pick<ChatSettings, 'auth' | 'headers'> | null;
};

export interface PostOptions {
  /** Time for the whole exchange, from now, in milliseconds. */
  timeoutMs: number;
  /** Headers in addition to those of every request. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * POSTs JSON to one engine, with one pool for its origin, without redirects and compression, and with a limit on the
 * reply. One time-out covers the whole exchange: undici's are idle time-outs, which a slowly dripping reply never meets.
 */
export class Transport {
  private readonly dispatcher: Dispatcher;
  private readonly isOwnDispatcher: boolean;
  private readonly origin: string;
  private readonly path: string;
  private readonly headers: Record<string, string>;

  constructor(
    private readonly entry: TransportEntry,
    private readonly clock: Clock,
    dispatcher?: Dispatcher,
    isPublicOnly = false,
  ) {
    const url = new URL(entry.base_url);
    this.origin = url.origin;
    // The query of either is kept, such as Azure's `api-version`.
    const [path, query] = entry.path.split('?');
    const queries = [url.search.slice(1), query].filter(Boolean);
    this.path = (url.pathname.replace(/\/$/, '') + path || '/') + (queries.length > 0 ? `?${queries.join('&')}` : '');
    this.isOwnDispatcher = dispatcher === undefined;
    this.dispatcher = dispatcher ?? openDispatcher(url.origin, entry.rate.in_flight, process.env, isPublicOnly);
    this.headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...entry.chat?.headers,
      ...(entry.key === null ? {} : keyHeader(entry.key, entry.chat?.auth ?? 'bearer')),
    };
  }

  /**
   * @returns the JSON of a 200, and the engine's id of the request
   * @throws EngineFailure for any other reply; the signal's reason when the caller aborts
   */
  async post(
    body: string,
    { timeoutMs, headers = {}, signal }: PostOptions,
  ): Promise<{ json: unknown; requestId: string | null }> {
    signal?.throwIfAborted();
    // Not AbortSignal.timeout and .any: their objects outlive the exchange, thousands at a time.
    const ending = new AbortController();
    const late = new DOMException('No answer in time.', 'TimeoutError');
    const timer = setTimeout(() => ending.abort(late), Math.max(1, Math.round(timeoutMs)));
    const onAbort = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    let hasAnswered = false;
    try {
      const reply = await this.dispatcher.request({
        origin: this.origin,
        path: this.path,
        method: 'POST',
        headers: { ...this.headers, ...headers },
        body,
        signal: ending.signal,
      });
      hasAnswered = true;
      const response = readable(reply, await readCapped(reply));
      const failure = classifyResponse(response, this.entry.error_style, this.clock.nowMs());
      if (failure !== null) throw failure;
      return { json: response.json, requestId: response.requestId };
    } catch (thrown) {
      signal?.throwIfAborted();
      const isLate = ending.signal.aborted && !(thrown instanceof EngineFailure);
      throw classifyError(isLate ? late : thrown, hasAnswered);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    if (this.isOwnDispatcher) await this.dispatcher.close();
  }
}

function keyHeader(key: string, auth: ChatSettings['auth']): Record<string, string> {
  return auth === 'bearer' ? { authorization: `Bearer ${key}` } : { [auth]: key };
}

async function readCapped(reply: Dispatcher.ResponseData): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply.body) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    // Leaving the loop destroys the body, so nothing more is read.
    if (size > maxReplyBytes) throw new EngineFailure('bad_answer', 'Engine sent more than 8 MiB.');
    chunks.push(bytes);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function readable(reply: Dispatcher.ResponseData, bytes: Buffer): EngineResponse {
  const { statusCode: status, headers } = reply;
  const type = String(headers['content-type'] ?? '').toLowerCase();
  const start = bytes.subarray(0, 64).toString('utf8').trimStart();
  const isJson = /\bjson\b/.test(type) || start.startsWith('{');
  const requestId = headers['x-typesafe-request-id'] ?? headers['x-request-id'] ?? headers['request-id'];
  return {
    status,
    headers,
    json: isJson ? parse(bytes) : undefined,
    isHtml: type.includes('text/html') || start.startsWith('<'),
    requestId: typeof requestId === 'string' ? requestId.slice(0, 200) : null,
  };
}

/** Undefined when the bytes are no JSON; the status decides which failure that is. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
