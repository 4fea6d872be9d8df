import type { Method, StackClient } from '@app/testing/stack';
import Ajv2020, { ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Operation {
  tags: string[];
  responses: Record<string, { content?: Record<string, { schema: object }>; $ref?: string }>;
}
interface OpenApi {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses?: Record<string, object> };
}
type Documented = Operation['responses'][string];

/** What a price would be called; `cost_usd` and `spend` are totals, which the specification shows. */
const priceLike = /price|tariff|rate_usd|usd_per_(judgment|token|unit)|per_judgment_usd|tier/i;

/** Calls whose replies are held against the OpenAPI document of the service. */
export class DescribedCalls {
  /** Operations that were called, such as `GET /v1/events`. */
  readonly seen = new Set<string>();
  /** Members of replies that are called like a price. */
  readonly priced: string[] = [];
  /** Times in replies. */
  readonly stamps: string[] = [];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  private constructor(
    readonly stack: StackClient,
    readonly api: OpenApi,
  ) {
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...(api as object) });
  }

  /** Reads the document from the service. */
  static async open(stack: StackClient): Promise<DescribedCalls> {
    const reply = await stack.api('GET', '//openapi.json', undefined, { key: null });
    return new DescribedCalls(stack, reply.body as unknown as OpenApi);
  }

  /** Calls, and holds the reply against the schema that the document gives for this status. */
  async call(
    method: Method,
    path: string,
    real: string,
    body?: unknown,
    options?: { key: null; headers: Record<string, string> },
  ): Promise<Record<string, unknown>> {
    const reply = await this.stack.api(method, real, body, options);
    const what = `${method} ${path} ${reply.status}`;
    const { paths } = this.api;
    const item = paths[path] ?? paths[`/v1${path}`];
    const operation = item?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not documented.`);
    this.seen.add(`${method} ${paths[path] ? path : `/v1${path}`}`);
    expect([what, reply.status < 500]).toEqual([what, true]);
    const documented = operation.responses[String(reply.status)] ?? operation.responses.default;
    if (!documented) throw new Error(`${what} is not documented: ${reply.text}`);
    const validate = this.schemaOf(what, documented);
    if (!validate(reply.body))
      throw new Error(`${what}: ${JSON.stringify(validate.errors)} ${reply.text.slice(0, 600)}`);
    expect([what, reply.headers['content-type']]).toEqual([what, expect.stringMatching(/^application\/json/)]);
    JSON.stringify(reply.body, (name, value: unknown) => {
      if (priceLike.test(name)) this.priced.push(`${what}: ${name}`);
      if (/(_at|^timestamp)$/.test(name) && value !== null) this.stamps.push(String(value));
      return value;
    });
    return reply.body as unknown as Record<string, unknown>;
  }

  private schemaOf(what: string, documented: Documented): ValidateFunction {
    const response = documented.$ref ? this.pointed(documented.$ref) : documented;
    const schema = response.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${what} has no JSON schema.`);
    const id = JSON.stringify(schema);
    const known = this.compiled.get(id);
    if (known) return known;
    const absolute = JSON.parse(id.replaceAll('"#/', '"openapi#/')) as object;
    const made = this.ajv.compile(absolute);
    this.compiled.set(id, made);
    return made;
  }

  private pointed(ref: string): Documented {
    const parts = ref.slice(2).split('/');
    return parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], this.api) as Documented;
  }
}
