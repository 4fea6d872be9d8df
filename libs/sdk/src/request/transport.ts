import { ConnectionError, errorOf, JudgmentError } from '../result/api-error';
import { type Answer, metaOf } from '../result/meta';
import { type CallOptions, type ClientOptions, type Runtime } from './options';
import { addressOf, Credentials } from './credentials';
import { newIdempotencyKey } from './idempotency';
import { decide, namedWaitMs, type Outcome } from './retry';
import { realRuntime } from './runtime';

/** One HTTP request of the API, below the base address. */
export interface WireRequest {
  method: string;
  /** Begins with a slash; escaped; with its query. */
  path: string;
  body?: unknown;
  accept?: string;
}

interface Reply {
  response: Response;
  text: string;
}

const defaults = { timeoutMs: 40_000, totalMs: 180_000, retries: 6 };

/** Sends requests with retries: the same Idempotency-Key in each attempt of a write, waits as the service names them. */
export class Transport {
  readonly runtime: Runtime;
  private readonly base: string;
  private readonly credentials: Credentials;

  constructor(private readonly options: ClientOptions) {
    this.base = addressOf(options);
    this.credentials = new Credentials(options);
    this.runtime = { ...realRuntime, ...options.runtime };
  }

  /** @throws JudgmentError for every refusal, and ConnectionError when no attempt got a whole reply */
  async send<T>(request: WireRequest, call: CallOptions = {}): Promise<Answer<T>> {
    const { timeoutMs, totalMs, retries } = { ...defaults, ...given(this.options), ...given(call) };
    const { nowMs, sleep, random } = this.runtime;
    const isWrite = request.method !== 'GET';
    const idempotencyKey = isWrite ? (call.idempotencyKey ?? newIdempotencyKey()) : null;
    const endsAt = nowMs() + totalMs;
    let isKeyRenewed = false;
    for (let attempt = 1; ; attempt++) {
      call.signal?.throwIfAborted();
      const begunMs = nowMs();
      const limitMs = Math.min(timeoutMs, Math.max(1, endsAt - begunMs));
      const tried = await this.attempt(request, idempotencyKey, limitMs, call.signal);
      const reply = 'response' in tried ? tried : null;
      this.options.log?.({
        method: request.method,
        path: request.path,
        attempt,
        status: reply?.response.status ?? null,
        ms: nowMs() - begunMs,
      });
      call.signal?.throwIfAborted();
      if (reply?.response.ok) {
        const data = parsed(reply.text, reply.response.headers.get('content-type')) as T;
        return { data, meta: metaOf(reply.response, reply.text, attempt, idempotencyKey) };
      }
      if (reply?.response.status === 401 && !isKeyRenewed && this.credentials.forget()) {
        isKeyRenewed = true;
        continue;
      }
      const body = reply ? parsed(reply.text, reply.response.headers.get('content-type')) : undefined;
      const outcome = outcomeOf(reply, body);
      const decision = decide({
        attempt,
        outcome,
        leftMs: endsAt - nowMs(),
        retries,
        nowMs: nowMs(),
        random: random(),
      });
      if (decision.kind === 'stop') throw failureOf(reply, body, tried, idempotencyKey, decision.retryAfterMs);
      await sleep(decision.ms, call.signal);
    }
  }

  private async attempt(
    { method, path, body, accept = 'application/json' }: WireRequest,
    idempotencyKey: string | null,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Reply | { cause: unknown }> {
    const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
    const who = await this.credentials.headers();
    try {
      const response = await this.runtime.fetch(`${this.base}${path}`, {
        method,
        headers: {
          accept,
          ...who,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        // A key never follows to another address.
        redirect: 'error',
        credentials: this.credentials.mode,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      // Within the time-out: headers may come long before the last byte does.
      return { response, text: await response.text() };
    } catch (cause) {
      return { cause };
    }
  }
}

function given({ timeoutMs, totalMs, retries }: CallOptions): Partial<typeof defaults> {
  return Object.fromEntries(Object.entries({ timeoutMs, totalMs, retries }).filter(([, value]) => value !== undefined));
}

function parsed(text: string, type: string | null): unknown {
  if (text === '' || !/json/i.test(type ?? 'json')) return text === '' ? undefined : text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function outcomeOf(reply: Reply | null, body: unknown): Outcome {
  if (!reply) return { kind: 'broken' };
  const { status, headers } = reply.response;
  const details = (body as { error?: { details?: { resets_at?: unknown } } } | undefined)?.error?.details;
  const resetsAt = typeof details?.resets_at === 'string' ? details.resets_at : null;
  return { kind: 'reply', status, retryAfter: headers.get('retry-after'), resetsAt };
}

function failureOf(
  reply: Reply | null,
  body: unknown,
  tried: object,
  idempotencyKey: string | null,
  retryAfterMs: number | undefined,
): JudgmentError {
  const key = idempotencyKey ?? undefined;
  if (!reply) {
    const outcomeUnknown = key !== undefined;
    const told = outcomeUnknown ? ' The write may have been carried out: repeat it with the same idempotencyKey.' : '';
    const cause = 'cause' in tried ? tried.cause : undefined;
    return new ConnectionError(`No whole reply came from the service.${told}`, {
      code: 'connection',
      status: null,
      outcomeUnknown,
      idempotencyKey: key,
      cause,
    });
  }
  const { status, headers } = reply.response;
  const named = retryAfterMs ?? namedWaitMs(headers.get('retry-after'), 0) ?? undefined;
  return errorOf(status, body, {
    idempotencyKey: key,
    retryAfterMs: named,
    outcomeUnknown: key !== undefined && [500, 502, 504].includes(status),
  });
}
