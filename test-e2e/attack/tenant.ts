import { Api, Json, Method, StackClient } from '@app/testing/stack';
import { Agent, request } from 'undici';

/** A tenant of its own: an organization with its keys, its connections, and what the service answered it. */
export class Tenant {
  /** How often each status came. */
  readonly statuses = new Map<number, number>();
  private readonly api: Api;
  private readonly agent = new Agent({ connections: 256 });

  private constructor(
    private readonly stack: StackClient,
    readonly namespace: string,
    readonly keys: { readWrite: string; readOnly: string },
  ) {
    this.api = new Api(stack.baseUrls[0], keys.readWrite, stack.wire);
  }

  /** Makes an organization whose rate limits are far above what a test sends: only other bounds may refuse. */
  static async make(stack: StackClient, name: string): Promise<Tenant> {
    const organization = `${name}-${Date.now().toString(36)}`;
    const readWrite = await stack.operator.organization(organization);
    const [readOnly] = await stack.operator.keys(organization, ['*'], 'read_only');
    const limits = ['--requests-per-second-per-key', '--requests-per-second-per-org', '--concurrent-reads'];
    await stack.operator.run(['limits', '--org', organization, ...limits.flatMap((option) => [option, '100000'])]);
    const tenant = new Tenant(stack, `${name}/prod`, { readWrite, readOnly });
    await tenant.ok('POST', '/namespaces', { name: tenant.namespace });
    return tenant;
  }

  /** Path of something in the tenant's namespace. */
  at(path: string): string {
    return `/namespaces/${encodeURIComponent(this.namespace)}${path}`;
  }

  async call(method: Method, path: string, body?: unknown, key = this.keys.readWrite) {
    const reply = await this.api.call<Json>(method, path, body, { key });
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
    return reply;
  }

  /** Sends a text and drops the reply: reading pages of 8 MiB would delay what another tenant measures in this process. */
  async send(path: string, text: string, key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `${this.stack.baseUrls[0]}${path}`;
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers,
      body: text,
      dispatcher: this.agent,
    });
    this.statuses.set(statusCode, (this.statuses.get(statusCode) ?? 0) + 1);
    await body.dump({ limit: Infinity });
  }

  /** Reads a page, and drops it. @param began is called with its first bytes. @returns how many bytes it has */
  async page(query: object, began: () => void): Promise<number> {
    const headers = { authorization: `Bearer ${this.keys.readOnly}`, 'content-type': 'application/json' };
    const url = `${this.stack.baseUrls[0]}${this.at('/query')}`;
    const body = JSON.stringify(query);
    const reply = await request(url, { method: 'POST', headers, body, dispatcher: this.agent });
    if (reply.statusCode !== 200) throw new Error(`a page answered ${reply.statusCode} ${await reply.body.text()}`);
    began();
    let bytes = 0;
    for await (const chunk of reply.body as AsyncIterable<Buffer>) bytes += chunk.length;
    return bytes;
  }

  /** @throws when the service refuses */
  async ok(method: Method, path: string, body?: unknown): Promise<Json> {
    const { status, body: reply, text } = await this.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text.slice(0, 300)}`);
    return reply;
  }

  async close(): Promise<void> {
    await Promise.all([this.api.close(), this.agent.destroy()]);
  }
}
