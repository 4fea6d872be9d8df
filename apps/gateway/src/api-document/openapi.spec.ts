import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { eventFault, eventTypes } from '@app/contracts/events';
import { jobTypes } from '@app/contracts/jobs';
import { detailMembers } from '@app/problem';
import { tags } from '../request/route-spec';
import { routes } from '../routes/routes';
import { openApi } from './openapi';

interface Operation {
  tags: string[];
  responses: Record<string, { $ref?: string; headers?: object }>;
  parameters?: { name?: string; description?: string; $ref?: string }[];
  requestBody?: object;
}

/** A member of `error.details`, or one of its forms. */
interface Detail {
  'x-codes'?: string[];
  enum?: string[];
  anyOf?: Detail[];
}

interface Listed {
  enum: string[];
  required: string[];
  properties: Record<string, object>;
}

interface EventOperation {
  summary: string;
  requestBody: { content: { 'application/json': { schema: object; example: { type: string; data: object } } } };
}

const document = openApi(routes) as {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: EventOperation }>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** What changes state and ignores an `Idempotency-Key`. */
const withoutKey = [
  ...['post /sessions', 'delete /sessions', 'post /sessions/links'],
  ...['patch /sessions/current', 'delete /sessions/current', 'delete /sessions/{id}'],
];

describe('the OpenAPI document', () => {
  it('is version 1 under a base that ends in /v1, with ten tags and the scheme apiKey [GEN-08]', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1' }, servers: [{ url: '/v1' }] });
    expect(document.tags.map(({ name }) => name)).toEqual([...tags]);
    expect(document.components.securitySchemes).toHaveProperty('apiKey');
  });

  it('names the shape of every object: only what has no fixed members says so [VER-06] [defect W-M4]', () => {
    const vague: string[] = [];
    const look = (node: unknown, place: string): void => {
      if (Array.isArray(node)) node.forEach((one, at) => look(one, `${place}/${at}`));
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
      const schema = node as Record<string, unknown>;
      const types = [schema.type].flat();
      const says = (...members: string[]) => members.some((one) => schema[one] !== undefined);
      if (types.includes('object') && !says('properties', 'additionalProperties', 'anyOf', 'oneOf')) vague.push(place);
      if (types.includes('array') && !says('items')) vague.push(place);
      for (const [key, value] of Object.entries(schema)) look(value, `${place}/${key}`);
    };
    look(document.components.schemas, '');
    look(document.paths, '');
    expect(vague).toEqual([]);
  });

  it('says of each list how many items a page may have [defect O-10]', () => {
    const limits = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).filter(({ name }) => name === 'limit').map(({ description }) => description),
    );
    expect(limits.length).toBeGreaterThanOrEqual(10);
    for (const description of limits) expect(description).toMatch(/^Items a page: 1 to (100|1000|5000)\b/);
  });

  it.each([
    ['GetDocumentsBody', 'include'],
    ['QueryBody', 'include'],
    ['SubscriptionBody', 'include'],
    ['SubscriptionBody', 'on'],
  ])('says what leaving out a list means: %s.%s [defect E-L19]', (schema, member) => {
    const { properties } = document.components.schemas[schema] as {
      properties: Record<string, { description?: string }>;
    };
    expect(properties[member].description).toMatch(/; (all when left out|default: (nothing|both))\.$/);
  });

  it('has every built route once, each with one of the tags', () => {
    expect(operations).toHaveLength(routes.length);
    for (const { operation } of operations) expect(tags).toContain(operation.tags[0]);
  });

  it('has no dangling reference, and its schemas compile', () => {
    const text = JSON.stringify(document);
    const seek = (ref: string): unknown =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
    for (const [, ref] of text.matchAll(/"\$ref":"([^"]+)"/g))
      expect({ ref, found: seek(ref) !== undefined }).toEqual({ ref, found: true });
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addSchema(document, 'openapi');
    for (const name of Object.keys(document.components.schemas))
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
  });

  it('publishes every event type with its schema, a valid sample and the cause that raises it [FEED-09]', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addSchema(document, 'openapi');
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
      const validate = ajv.compile(absolute);
      expect({ type, fits: validate(example), errors: validate.errors }).toEqual({ type, fits: true, errors: null });
      expect({ type, fits: validate({ ...example, data: {} }) }).toEqual({ type, fits: false });
      expect(eventFault(example)).toBeNull();
      expect(post.summary.length).toBeGreaterThan(20);
      expect(post.summary).not.toMatch(/not built yet/i);
    }
  });

  it('has every member of `error.details` that the services send, with its codes [ERR-07] [S-D3]', () => {
    const { properties } = document.components.schemas.ErrorDetails as { properties: Record<string, Detail> };
    expect(Object.keys(properties)).toEqual(Object.keys(detailMembers));
    for (const [name, { forms }] of Object.entries(detailMembers)) {
      const published = (properties[name].anyOf && forms.length > 1 ? properties[name].anyOf : [properties[name]]).map(
        (form) => form['x-codes'] ?? 'every',
      );
      expect({ name, published }).toEqual({ name, published: forms.map(({ codes }) => codes) });
    }
    expect(properties.suggested_context.anyOf).toContainEqual({ $ref: '#/components/schemas/SuggestedContext' });
  });

  it('lists the types of jobs and events, and every limit of `rate_limited` [S-U8] [S-D5]', () => {
    const { JobType, EventType, JobView, EventView } = document.components.schemas as Record<string, Listed>;
    expect([JobType.enum, EventType.enum]).toEqual([jobTypes, eventTypes]);
    expect(JobView.properties.type).toEqual({ $ref: '#/components/schemas/JobType' });
    expect(EventView.properties.type).toEqual({ $ref: '#/components/schemas/EventType' });
    const { properties } = document.components.schemas.ErrorDetails as { properties: Record<string, Detail> };
    expect(properties.limit.anyOf?.[1].enum).toContain('concurrent_reads_per_namespace');
    expect(properties.rate_limit.enum).toEqual(expect.arrayContaining(['per_key', 'per_org']));
  });

  it('has one form of the id of an alternative in all places [S-D10]', () => {
    const schemas = document.components.schemas as Record<string, Listed>;
    for (const [schema, member] of [
      ['Alternative', 'id'],
      ['QuotedAlternative', 'id'],
      ['SuggestedAlternative', 'id'],
      ['QuotedUpstream', 'alternative'],
    ])
      expect(schemas[schema].properties[member]).toEqual({ $ref: '#/components/schemas/AlternativeId' });
    expect(schemas.AlternativeId).toMatchObject({ pattern: '^alt_[0-9a-f]{16}$' });
    expect(schemas.AlternativesPlanRequired.properties.required_plan).toMatchObject({ enum: ['team', 'scale'] });
    expect(schemas.FittedEventData.required).toContain('drift_worse');
  });

  it('takes an `Idempotency-Key` exactly on routes that change state [GEN-07] [S-D8]', () => {
    for (const { name, operation } of operations) {
      const takes = operation.parameters?.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')) ?? false;
      const reads = name.startsWith('get ') || / \/namespaces\/\{ns\}\/(query|documents\/get)$|\/context$/.test(name);
      // docs/contract.md#idempotency has the reason of each.
      if (withoutKey.includes(name)) continue;
      expect({ name, takes }).toEqual({ name, takes: !reads });
    }
  });

  it('has the success, the common errors and the rate headers of every operation [ERR-10]', () => {
    for (const { name, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      for (const status of ['400', '401', '403', '429', '500', '503'])
        expect({ name, statuses }).toEqual({ name, statuses: expect.arrayContaining([status]) as string[] });
      const success = statuses.filter((status) => status.startsWith('2'));
      expect(success.length).toBeGreaterThan(0);
      for (const status of success) expect(operation.responses[status].headers).toHaveProperty('X-RateLimit-Limit');
    }
  });
});
