import { checkBody } from '@app/contracts';
import { OutcomesBody } from '@app/contracts/calibration';
import { GroupBody, QueryBody, SubscriptionBody, SummaryBody, WriteBody } from '@app/contracts/documents';
import { JudgeBody, JudgmentCreateBody } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { FakeCalibration } from './fake-calibration';
import { FakeNamespace } from './fake-namespace';

type Json = Record<string, unknown>;

export interface Seen {
  method: string;
  path: string;
  key: string | undefined;
  body: string;
}

/** The routes that the loader uses, with the contract's own body checks, over real HTTP. */
export class FakeService {
  readonly namespaces = new Map<string, FakeNamespace>();
  readonly seen: Seen[] = [];
  replayed = 0;
  /** May refuse a request before it is looked at. */
  refuse: (request: Seen) => Problem | undefined = () => undefined;
  private readonly calibration = new FakeCalibration();
  private readonly kept = new Map<string, { request: string; reply: Json }>();
  private server: Server;

  constructor(private readonly answerOf: ConstructorParameters<typeof FakeNamespace>[0]) {}

  async start(): Promise<string> {
    this.server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  namespace(name: string): FakeNamespace {
    const found = this.namespaces.get(name);
    if (!found) throw new Problem('not_found', `There is no namespace ${name}.`);
    return found;
  }

  /** The namespace of that name, or those under a template prefix. */
  private under(name: string): FakeNamespace[] {
    if (!name.endsWith('/*')) return [this.namespace(name)];
    return [...this.namespaces].flatMap(([one, namespace]) => (one.startsWith(name.slice(0, -1)) ? [namespace] : []));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const key = request.headers['idempotency-key']?.toString();
    const seen = { method: request.method ?? '', path: (request.url ?? '').replace(/^\/v1/, ''), key, body };
    this.seen.push(seen);
    try {
      if (request.headers.authorization !== 'Bearer good') throw new Problem('unauthorized', 'The key is not known.');
      const refused = this.refuse(seen);
      if (refused) throw refused;
      const reply = this.once(seen);
      const isPage = request.headers.accept === 'text/html';
      const text = isPage ? `<h1>${seen.path.split('/').at(-2)}</h1>` : JSON.stringify(reply);
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/json' }).end(text);
    } catch (thrown) {
      const problem = thrown instanceof Problem ? thrown : new Problem('internal', String(thrown));
      const { retryAfterS } = problem;
      const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
      response.writeHead(problem.status, headers).end(JSON.stringify(problem.toEnvelope()));
    }
  }

  private once(seen: Seen): Json {
    const request = `${seen.method} ${seen.path} ${seen.body}`;
    const kept = seen.key === undefined ? undefined : this.kept.get(seen.key);
    if (kept && kept.request !== request) throw new Problem('idempotency_key_reused', 'Another request has this key.');
    if (kept) this.replayed += 1;
    const reply = kept?.reply ?? this.route(seen);
    if (seen.key !== undefined) this.kept.set(seen.key, { request, reply });
    return reply;
  }

  private route({ method, path, body }: Seen): Json {
    const [route] = path.split('?');
    if (method === 'GET' && route === '/engines') return { engines: [] };
    if (method === 'GET' && route === '/usage') return this.usage();
    if (method === 'POST' && route === '/namespaces') {
      const { name } = JSON.parse(body) as { name: string };
      this.namespaces.set(name, new FakeNamespace(this.answerOf));
      return { name };
    }
    const [, kind, name, ...rest] = route.split('/').map(decodeURIComponent);
    if (kind === 'jobs') return this.calibration.job(name);
    const all = this.under(name);
    if (rest[2] === 'calibration') {
      return method === 'GET' ? this.calibration.report(all, rest[1]) : this.calibration.run(all, rest[1]);
    }
    if (rest.join('/') === 'judgments') {
      return all.map((one) => one.create(checkBody(JudgmentCreateBody, JSON.parse(body))))[0];
    }
    if (method === 'PUT' && rest[0] === 'groups') {
      return all.map((one) => one.group(rest[1], checkBody(GroupBody, JSON.parse(body))))[0];
    }
    if (method === 'PUT' && rest[0] === 'summary') return this.publish(all, checkBody(SummaryBody, JSON.parse(body)));
    const namespace = this.namespace(name);
    if (method === 'GET' && rest[0] === 'groups') return namespace.counted(rest[1]);
    if (method === 'GET' && rest.length === 0) return { name, created_at: namespace.createdAt };
    if (method === 'PUT' && rest[0] === 'subscriptions') {
      return namespace.subscribe(rest[1], checkBody(SubscriptionBody, JSON.parse(body)));
    }
    if (method !== 'POST') throw new Problem('not_found', `No route ${method} ${route}.`);
    const json: unknown = JSON.parse(body);
    if (rest.join('/') === 'documents') return namespace.write(checkBody(WriteBody, json).upsert ?? []);
    if (rest.join('/') === 'documents/get') return namespace.get((json as { ids: string[] }).ids);
    if (rest.join('/') === 'query') return namespace.query(checkBody(QueryBody, json));
    if (rest[2] === 'judge') return namespace.judge(rest[1], checkBody(JudgeBody, json).documents);
    if (rest[2] === 'outcomes') return namespace.post(rest[1], checkBody(OutcomesBody, json));
    throw new Problem('not_found', `No route ${method} ${route}.`);
  }

  /** A document of each namespace, as the summary's worker writes them. */
  private publish(all: readonly FakeNamespace[], { into, groups }: SummaryBody): Json {
    const names = [...this.namespaces].flatMap(([name, one]) => (all.includes(one) ? [name] : []));
    this.namespace(into).write(
      names.map((id) => ({ id, state: { groups: Object.fromEntries(groups.map((g) => [g, {}])) } })),
    );
    return { into, groups };
  }

  private usage(): Json {
    const namespaces = [...this.namespaces].map(([namespace, { documents }]) => {
      const answers = [...documents.values()].reduce((sum, { answered }) => sum + answered.size, 0);
      return { namespace, judgment_units: answers, tokens: 0, cost_usd: answers / 1_000, by_judgment: {} };
    });
    return { month: '2026-11', judgment_units: 0, tokens: 0, cost_usd: 0, active_namespaces: 1, namespaces };
  }
}
