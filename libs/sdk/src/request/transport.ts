import { type Answer, metaOf } from '../result/meta';
import { attempt, outcomeOf, type Reply, type Tried } from './attempt';
import { addressOf, Credentials } from './credentials';
import { failureOf, notJson } from './failure';
import { newIdempotencyKey } from './idempotency';
import { limitsOf } from './limits';
import type { CallOptions, ClientOptions, Runtime } from './options';
import { decide, isFault, mayBeDone } from './retry';
import { realRuntime } from './runtime';
import { headersOf, jsonOf, type WireRequest } from './wire-request';

/** A request with what all of its attempts share. */
interface Prepared extends Pick<WireRequest, 'method' | 'path'>, Pick<CallOptions, 'accept'> {
  body: string | undefined;
  idempotencyKey: string | undefined;
}

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
    const { timeoutMs, totalMs, retries } = limitsOf(this.options, call);
    const { nowMs, sleep, random } = this.runtime;
    const prepared = prepare(request, call);
    const { idempotencyKey } = prepared;
    const endsAt = nowMs() + totalMs;
    let isKeyRenewed = false;
    let faults = 0;
    let isMaybeDone = false;
    for (let number = 1; ; number++) {
      call.signal?.throwIfAborted();
      const limitMs = Math.min(timeoutMs, Math.max(1, endsAt - nowMs()));
      const tried = await this.attempt(prepared, number, limitMs, call.signal);
      call.signal?.throwIfAborted();
      const reply = 'reply' in tried ? tried.reply : null;
      if (reply?.isOk && (reply.isJson || call.accept !== undefined)) {
        return { data: dataOf(reply, call) as T, meta: metaOf(reply, reply.text, number, idempotencyKey ?? null) };
      }
      if (reply?.isOk) throw notJson(reply, { idempotencyKey, outcomeUnknown: idempotencyKey !== undefined });
      if (reply?.status === 401 && !isKeyRenewed && this.credentials.forget()) {
        isKeyRenewed = true;
        continue;
      }
      const outcome = outcomeOf(tried);
      if (isFault(outcome)) faults++;
      // A refusal for now says nothing of the attempts before it.
      isMaybeDone = mayBeDone(outcome) ?? isMaybeDone;
      const leftMs = endsAt - nowMs();
      const decision = decide({ attempt: number, faults, outcome, leftMs, retries, nowMs: nowMs(), random: random() });
      if (decision.kind === 'stop') {
        const outcomeUnknown = isMaybeDone && idempotencyKey !== undefined;
        throw failureOf(tried, { idempotencyKey, outcomeUnknown, retryAfterMs: decision.retryAfterMs });
      }
      await sleep(decision.ms, call.signal);
    }
  }

  private async attempt(
    { method, path, body, idempotencyKey, accept }: Prepared,
    number: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Tried> {
    // Before the attempt: what cannot be sent is no lost connection.
    const headers = headersOf({
      accept: accept ?? 'application/json',
      ...(await this.credentials.headers()),
      'content-type': body === undefined ? undefined : 'application/json',
      'idempotency-key': idempotencyKey,
    });
    const init = { method, headers, body, credentials: this.credentials.mode };
    const begunMs = this.runtime.nowMs();
    const tried = await attempt(this.runtime, `${this.base}${path}`, init, { timeoutMs, signal });
    const status = 'reply' in tried ? tried.reply.status : null;
    this.options.log?.({ method, path, attempt: number, status, ms: this.runtime.nowMs() - begunMs });
    return tried;
  }
}

/** One line of JSON lines is JSON, too: who asked for another form gets its text. */
function dataOf(reply: Reply, { accept }: Pick<CallOptions, 'accept'>): unknown {
  return accept === undefined || accept === 'application/json' ? reply.data : reply.text;
}

function prepare({ method, path, body, isRead = method === 'GET' }: WireRequest, call: CallOptions): Prepared {
  return {
    method,
    path,
    body: body === undefined ? undefined : jsonOf(body),
    idempotencyKey: isRead ? undefined : (call.idempotencyKey ?? newIdempotencyKey()),
    accept: call.accept,
  };
}
