import { randomUUID } from 'node:crypto';
import { StackClient, eventually } from '@app/testing/stack';
import type { ApiOptions, ApiReply, Method } from '@app/testing/stack';
import { AnswerView, DocumentView, DocumentWritten, QueryView } from '@app/contracts/documents';
import { EventView } from '@app/contracts/events';
import { JobView } from '@app/contracts/jobs';
import { JudgmentChange } from '@app/contracts/judgments';

/** A namespace of a scenario's own, and the calls that scenarios make in it. A call that is refused throws what was said. */
export class Scenario {
  private readonly at: string;

  /** @param namespace one of its own by default; a template's prefix such as `acme/*` for calls about its judgments */
  constructor(
    readonly stack: StackClient,
    name: string,
    readonly key = stack.keys.rw,
    readonly namespace = `${name}/${Date.now().toString(36)}`,
  ) {
    this.at = `/namespaces/${encodeURIComponent(this.namespace)}`;
  }

  /** @param path below the namespace, such as `/query`; '' is the namespace itself */
  call<T>(method: Method, path: string, body?: unknown, options?: ApiOptions): Promise<ApiReply<T>> {
    return this.stack.api<T>(method, `${this.at}${path}`, body, { key: this.key, ...options });
  }

  async ok<T>(method: Method, path: string, body?: unknown, options?: ApiOptions): Promise<T> {
    return this.bodyOf(await this.call<T>(method, path, body, options), method, path);
  }

  private bodyOf<T>({ status, text, body }: ApiReply<T>, method: Method, path: string): T {
    if (status >= 300) throw new Error(`${method} ${this.at}${path} answered ${status} ${text}`);
    return body;
  }

  /** As a client does it: one key for one request, again while the service asks for that. A stack that has just started is slow. */
  taken<T>(method: Method, path: string, body?: object): Promise<T> {
    const headers = { 'Idempotency-Key': randomUUID() };
    return eventually(async () => {
      const reply = await this.call<T>(method, path, body, { headers });
      if (reply.status === 503) throw new Error(`${method} ${this.at}${path} answered ${reply.text}`);
      return reply;
    }, 60_000).then((reply) => this.bodyOf(reply, method, path));
  }

  write(body: object): Promise<DocumentWritten> {
    return this.ok('POST', '/documents', body);
  }

  upsert(id: string, state: object, attributes: object = {}): Promise<DocumentWritten> {
    return this.write({ upsert: [{ id, attributes, state }] });
  }

  judgment(definition: object): Promise<JudgmentChange> {
    return this.change('POST', '', { engine: { name: 'jev', version: 'current' }, ...definition });
  }

  /** Changes judgments. A change that takes long goes on as a job, whose result is its reply. @param path below `/judgments` */
  async change(method: Method, path: string, body?: object): Promise<JudgmentChange> {
    const reply = await this.taken<JudgmentChange | JobView>(method, `/judgments${path}`, body);
    return 'progress' in reply ? ((await this.ended(reply.id)).result as JudgmentChange) : reply;
  }

  private ended(job: string): Promise<JobView> {
    return eventually(async () => {
      const { body } = await this.stack.api<JobView>('GET', `/jobs/${job}`, undefined, { key: this.key });
      if (body.status !== 'done') throw new Error(`${job} is ${body.status} ${JSON.stringify(body.result)}`);
      return body;
    }, 60_000);
  }

  read(id: string, query = ''): Promise<DocumentView> {
    return this.ok('GET', `/documents/${encodeURIComponent(id)}${query}`);
  }

  query(body: object): Promise<QueryView> {
    return this.ok('POST', '/query', body);
  }

  async answer(id: string, judgment: string, query = '?fresh=stored'): Promise<AnswerView> {
    const { answers } = await this.read(id, query);
    const found = answers?.[judgment];
    if (!found) throw new Error(`${id} has no answer of ${judgment}.`);
    return found;
  }

  /** The answer once it is fresh. */
  fresh(id: string, judgment: string, limitMs = 15_000): Promise<AnswerView> {
    return eventually(async () => {
      const answer = await this.answer(id, judgment);
      if (answer.status !== 'fresh') throw new Error(`${id}.${judgment} is ${answer.status} ${answer.stale_reason}`);
      return answer;
    }, limitMs);
  }

  /** Events, oldest first, read page by page. @param scope this namespace; with `*` after it also what begins so */
  async events(types = 'subscription.*', scope = this.namespace): Promise<EventView[]> {
    const all: EventView[] = [];
    let cursor = '';
    for (let page = 0; page < 1_000; page++) {
      const prefix = encodeURIComponent(scope);
      const path = `/events?limit=100&types=${types}&namespace_prefix=${prefix}${cursor && `&cursor=${cursor}`}`;
      const reply = await this.stack.api<{ events: EventView[]; next_cursor: string }>('GET', path, undefined, {
        key: this.key,
      });
      if (reply.status !== 200) throw new Error(`The feed answered ${reply.status} ${reply.text}`);
      const { events, next_cursor: next } = reply.body;
      all.push(...events);
      if (events.length === 0 || !next) return all;
      cursor = next;
    }
    return all;
  }
}

/** A bool judgment that reads `state.text` and judges each change at once. */
export function boolJudgment(name: string, more: object = {}): object {
  return {
    name,
    type: 'bool',
    question: `Is this ${name}?`,
    context: { fields: ['state.text'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
    ...more,
  };
}
