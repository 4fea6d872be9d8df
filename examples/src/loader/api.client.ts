import { ErrorEnvelope, Problem, errorCodes } from '@app/problem';
import { DelegateBackoff, handleWhen, IRetryBackoffContext, retry } from 'cockatiel';
import { isRecord } from './row.check';

export interface ApiClientOptions {
  /** Base address, ending in `/v1`. */
  baseUrl: string;
  apiKey: string;
  fetch?: typeof fetch;
  /** Tries after the first one; default 12, about a minute and a half when no Retry-After says otherwise. */
  retries?: number;
}

type Body = Record<string, unknown>;

const requestTimeoutMs = 60_000;
const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** Longest wait that a server may ask for before we rather give up: a daily allowance renews too late to wait for. */
const longestRetryAfterMs = 60_000;

const passing = new Set(['rate_limited', 'unavailable', 'engine_unavailable', 'internal']);

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof Problem)) return thrown instanceof Error;
  if (thrown.details.resets_at !== undefined) return false;
  return passing.has(thrown.code) && (thrown.retryAfterS ?? 0) * 1_000 <= longestRetryAfterMs;
}

function pauseMs({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const asked = 'error' in result && result.error instanceof Problem ? result.error.retryAfterS : undefined;
  return asked === undefined ? Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) : asked * 1_000;
}

function isEnvelope(value: unknown): value is ErrorEnvelope {
  if (!isRecord(value) || !isRecord(value.error)) return false;
  const { code } = value.error;
  return errorCodes.some((known) => known === code) && typeof value.error.message === 'string';
}

async function toProblem(response: Response): Promise<Problem> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : undefined;
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Not our envelope: told below by its status and first words.
  }
  if (isEnvelope(body)) return Problem.fromEnvelope(body, retryAfterS);
  const told = `The server answered ${response.status} without an error envelope: ${text.slice(0, 200)}`;
  return new Problem(response.status >= 500 ? 'internal' : 'invalid_request', told, {}, { retryAfterS });
}

/**
 * The public API over HTTP. Rate limits, unavailability and broken connections are retried, by Retry-After where it is
 * given and with the same Idempotency-Key, so that a write whose reply was lost is not done twice.
 */
export class ApiClient {
  private readonly policy;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: ApiClientOptions) {
    this.fetch = options.fetch ?? globalThis.fetch;
    this.policy = retry(handleWhen(isWorthRetrying), {
      maxAttempts: options.retries ?? 12,
      backoff: new DelegateBackoff(pauseMs),
    });
  }

  /**
   * Asks once whether the service is there and knows the key, so that a wrong address fails at once and is not retried.
   * @throws Problem with a sentence that tells which of them to mend
   */
  async reach(): Promise<void> {
    const { baseUrl } = this.options;
    try {
      await this.send('GET', '/engines');
    } catch (thrown) {
      if (!(thrown instanceof Problem)) {
        throw new Problem(
          'unavailable',
          `Nothing answers at ${baseUrl}; start the service first.`,
          {},
          { cause: thrown },
        );
      }
      if (thrown.code === 'not_found') {
        throw new Problem('not_found', `${baseUrl} is not the service's base address; it ends in /v1.`);
      }
      // What passes is retried from here on by each request.
      if (!isWorthRetrying(thrown)) throw thrown;
    }
  }

  get(path: string): Promise<Body> {
    return this.policy.execute(() => this.send('GET', path));
  }

  /** The same address as a page to look at. */
  page(path: string): Promise<string> {
    return this.policy.execute(async () => (await this.ask('GET', path, { accept: 'text/html' })).text());
  }

  /** A POST that changes nothing (query, get) has no key. */
  post(path: string, body: Body, idempotencyKey?: string): Promise<Body> {
    const text = JSON.stringify(body);
    return this.policy.execute(() => this.send('POST', path, text, idempotencyKey));
  }

  /** A PUT says what is to be, so it may be tried again without a key. */
  put(path: string, body: Body): Promise<Body> {
    const text = JSON.stringify(body);
    return this.policy.execute(() => this.send('PUT', path, text));
  }

  private async send(method: string, path: string, body?: string, idempotencyKey?: string): Promise<Body> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const response = await this.ask(method, path, headers, body);
    const answer: unknown = await response.json();
    if (!isRecord(answer))
      throw new Problem('internal', `${method} ${path} answered something that is no JSON object.`);
    return answer;
  }

  private async ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Response> {
    const response = await this.fetch(`${this.options.baseUrl.replace(/\/$/, '')}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.options.apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (!response.ok) throw await toProblem(response);
    return response;
  }
}
