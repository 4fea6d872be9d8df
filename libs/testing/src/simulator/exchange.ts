import type { IncomingMessage, ServerResponse } from 'node:http';
import { SimBody, answerBody } from './answer';
import { completionBody, messageBody } from './chat/chat-answer';
import { isChatDialect, keyOf } from './chat/chat-dialect';
import { ChatRequestRead, readChat } from './chat/chat-request';
import { bend, forcedStatus } from './body-fault';
import { SimClock, realClock } from './clock';
import type { SimConfig } from './config';
import { decisionsBody } from './decisions-answer';
import { readDecisions } from './decisions-request';
import { Dialect, DialectName, SimReply, errorReply } from './dialect';
import { Fault, FaultPlan, noFault } from './fault';
import { latencyMs } from './latency';
import { readPictures } from './picture';
import { Buckets, limitOf } from './rate';
import { SimRequest, readRequest } from './request';
import { LoggedRequest, RequestLog } from './request-log';
import { retryHeaders } from './retry-header';
import { dialects, route } from './route';
import { breakConnection, send, sendPage } from './send';
import { Turnstile } from './turnstile';

const BODY_LIMIT = 32 * 1024 * 1024;

/** Everything that one running simulator remembers between requests. */
export class Exchange {
  readonly log = new RequestLog();
  readonly buckets = new Buckets();
  readonly turnstile = new Turnstile();
  private count = 0;
  private lastAnsweredMs: number | null = null;

  constructor(
    private readonly config: () => SimConfig,
    private readonly plan: FaultPlan,
  ) {}

  /** Counts afresh, so that a following run repeats the one before. */
  reset(): void {
    this.count = 0;
    this.lastAnsweredMs = null;
    this.log.clear();
    this.buckets.clear();
  }

  async serve(message: IncomingMessage, response: ServerResponse, path: string, body: Buffer | null): Promise<void> {
    const config = this.config();
    this.count += 1;
    const parsed = parseBody(body);
    const place = route(path, parsed.json);
    const key = keyOf(message.headers, place.dialect);
    const entry = this.log.add({
      n: this.count,
      at: this.clock.nowMs(),
      method: message.method ?? '',
      path,
      key: key === null ? null : key.slice(-4),
      status: null,
      fault: noFault.name,
      model: null,
      questions: 0,
      images: 0,
    });
    response.on('finish', () => (entry.status = response.statusCode));
    const dialect = dialects[place.dialect];
    const read =
      place.operation === 'ask' ? readAsk(parsed, dialect, config, message.headers) : models(config, dialect);
    const asked = 'questions' in read ? read : null;
    if (asked !== null)
      Object.assign(entry, { model: asked.model, questions: asked.questions.length, images: asked.images });

    const header = config.control ? message.headers['x-sim-fault'] : undefined;
    const fault = this.plan.next(this.count, typeof header === 'string' ? header : undefined, asked);
    entry.fault = fault.argument === '' ? fault.name : `${fault.name}:${fault.argument}`;
    if (await breakConnection(fault, message, response)) return;

    const refusal = this.refusal(message, place.operation, dialect, key, asked);
    if (refusal !== null) return this.finish(response, refusal, noFault, dialect, entry);
    if (!('questions' in read)) return this.finish(response, read, noFault, dialect, entry);
    await this.turnstile.pass(config.max_in_flight, {
      enter: () => this.answer(response, read, dialect, fault, entry),
      shed: () =>
        this.finish(
          response,
          errorReply(dialect, dialect.name === 'jev' ? 529 : 503, 'Overloaded.'),
          noFault,
          dialect,
          entry,
        ),
    });
  }

  private get clock(): SimClock {
    return this.config().clock ?? realClock;
  }

  /** Path, method, key and rate, in that order; null when all are well. */
  private refusal(
    message: IncomingMessage,
    operation: 'ask' | 'models' | 'none',
    dialect: Dialect,
    key: string | null,
    asked: SimRequest | null,
  ): SimReply | null {
    const config = this.config();
    if (operation === 'none') return errorReply(dialect, 404, 'Not Found');
    const hasVersion = /[?&]api-version=[^&]/.test(message.url ?? '');
    if (dialect.name === 'azure' && !hasVersion) return errorReply(dialect, 404, 'Resource not found');
    const method = operation === 'ask' ? 'POST' : 'GET';
    if (message.method !== method)
      return { ...errorReply(dialect, 405, 'Method Not Allowed'), headers: { allow: method } };
    const isGood = key !== null && (config.keys === null ? key.startsWith('sim-') : config.keys.includes(key));
    if (!isGood && dialect.name !== 'ollama' && dialect.name !== 'ollama_chat') {
      return errorReply(dialect, key === null && dialect.name === 'jev' ? 403 : 401, 'The API key is not valid.');
    }
    const limit = limitOf(config, dialect.name);
    if (limit === null || operation !== 'ask') return null;
    const { isRoom } = this.buckets.take(`${dialect.name}:${key}`, asked?.inputTokens ?? 0, limit, this.clock.nowMs());
    if (isRoom) return null;
    const afterS = dialect.name === 'pplx' || dialect.name === 'openai' ? 1 : config.retry_after_s;
    const headers: Record<string, string> = afterS === null ? {} : { 'retry-after': String(afterS) };
    if (afterS !== null && dialect.name === 'openai') headers['retry-after-ms'] = String(afterS * 1000);
    return { ...errorReply(dialect, 429, 'Too many requests.'), headers };
  }

  private async answer(
    response: ServerResponse,
    asked: SimRequest,
    dialect: Dialect,
    fault: Fault,
    entry: LoggedRequest,
  ): Promise<void> {
    const config = this.config();
    const forced = forcedStatus(fault);
    if (forced !== null) {
      if (forced.afterMs > 0) await realClock.sleep(forced.afterMs);
      if (forced.isHtml) return sendPage(response, forced.status);
      const words = forced.status === 404 ? 'The model does not exist.' : 'Forced by a test.';
      const reply = errorReply(dialect, forced.status, words, forced.type);
      return this.finish(
        response,
        { ...reply, headers: retryHeaders(fault, this.clock.nowMs()) },
        noFault,
        dialect,
        entry,
      );
    }
    const now = this.clock.nowMs();
    const waitMs = latencyMs(config, dialect.name, {
      questions: asked.questions.length,
      tokens: asked.inputTokens,
      requestNumber: entry.n,
      idleMs: this.lastAnsweredMs === null ? Infinity : now - this.lastAnsweredMs,
    });
    this.lastAnsweredMs = now;
    // From the arrival on: what the simulator itself takes is part of the time it plays.
    const leftMs = waitMs - (now - entry.at);
    if (leftMs > 0) await this.clock.sleep(leftMs);
    const other = otherVersion(config, entry.n, fault);
    if (isChat(asked)) {
      const version = other === null ? asked : { ...asked, model: other };
      const bodyOf = dialect.name === 'anthropic' ? messageBody : completionBody;
      const reply = { status: 200, headers: {}, body: bodyOf(version, config, entry.n, fault) };
      return this.finish(response, reply, fault, dialect, entry);
    }
    const body =
      other === null
        ? answerBody(asked, dialect, config, entry.n)
        : drifted({ ...asked, model: other || 'jev-1.14.0' }, dialect, config, entry.n);
    const bent = bend(body, fault);
    const shaped = dialect.name === 'openai' ? decisionsBody(bent, asked) : bent;
    return this.finish(response, { status: 200, headers: {}, body: shaped }, fault, dialect, entry);
  }

  private finish(
    response: ServerResponse,
    reply: SimReply,
    fault: Fault,
    dialect: Dialect,
    entry: LoggedRequest,
  ): Promise<void> {
    const limits = reply.status === 200 ? this.rateHeaders(dialect.name) : {};
    const headers = { ...dialect.idHeaders(this.config().seed, entry.n), ...limits, ...reply.headers };
    return send(response, { ...reply, headers }, fault);
  }

  private rateHeaders(dialect: DialectName): Record<string, string> {
    const limit = limitOf(this.config(), dialect);
    const requests = limit?.requests_per_s ?? 10;
    if (dialect === 'pplx') {
      const reset = Math.ceil(this.clock.nowMs() / 1000);
      return { 'x-ratelimit-limit': `${requests}`, 'x-ratelimit-reset': `${reset}` };
    }
    if (dialect !== 'openai') return {};
    const tokens = limit?.tokens_per_s ?? 2_000_000;
    return { 'x-ratelimit-limit-requests': `${requests}`, 'x-ratelimit-limit-tokens': `${tokens}` };
  }
}

function isChat(asked: SimRequest): asked is ChatRequestRead {
  return 'chat' in asked;
}

/** The version that answers in place of the one asked for; null: none does. */
function otherVersion({ in_turn: turns }: SimConfig, count: number, fault: Fault): string | null {
  if (fault.name === 'drift') return fault.argument.replace(/^model=/, '');
  if (turns === null) return null;
  return turns.versions[Math.floor((count - 1) / turns.requests) % turns.versions.length];
}

/** Another version answers, with another seed. */
function drifted(asked: SimRequest, dialect: Dialect, config: SimConfig, count: number): SimBody {
  return answerBody(asked, dialect, { ...config, seed: `${config.seed}:${asked.model}` }, count);
}

/** A body as it came. */
interface Parsed {
  isTooLarge: boolean;
  isJson: boolean;
  json: unknown;
}

function parseBody(body: Buffer | null): Parsed {
  if (body === null || body.length > BODY_LIMIT) return { isTooLarge: true, isJson: false, json: undefined };
  try {
    return { isTooLarge: false, isJson: true, json: JSON.parse(body.toString('utf8')) };
  } catch {
    return { isTooLarge: false, isJson: false, json: undefined };
  }
}

function readAsk(
  { isTooLarge, isJson, json }: Parsed,
  dialect: Dialect,
  config: SimConfig,
  headers: IncomingMessage['headers'],
): SimRequest | SimReply {
  if (isTooLarge) return errorReply(dialect, 413, 'The body is too large.');
  if (!isJson) return errorReply(dialect, 400, 'The body is not JSON.');
  if (isChatDialect(dialect.name)) return readChat(json, dialect, config);
  const pictures = readPictures(json, dialect, headers);
  if ('status' in pictures) return pictures;
  return dialect.name === 'openai'
    ? readDecisions(json, dialect, pictures)
    : readRequest(json, dialect, config, pictures);
}

function models(config: SimConfig, dialect: Dialect): SimReply {
  if (dialect.name === 'ollama' || dialect.name === 'openai') {
    const ids = dialect.name === 'ollama' ? config.local_models : ['gpt-6-luna'];
    const data = ids.map((id) => ({ id, object: 'model', created: 1_790_000_000, owned_by: 'library' }));
    return { status: 200, headers: {}, body: { object: 'list', data } };
  }
  const names = dialect.name === 'jev' ? [config.latest, 'jev-1.14.0'] : [];
  const body = { models: names.map((name) => ({ name, description: 'simulated', release_date: '2026-09-15' })) };
  return { status: 200, headers: {}, body };
}
