import { Class, NAMED, UsageView, collectSchemas, errorDetailsSchema, fieldsOf } from '@app/contracts';
import { eventDataClasses } from '@app/contracts/events';
import { SuggestedContext } from '@app/contracts/judgments';
import { ErrorCode, errorCodes, statusByCode } from '@app/problem';
import { codeSamples } from './code-sample/code-samples';
import { requestBodies } from './code-sample/request-bodies';
import { RouteSpec, tags } from '../request/route-spec';
import { operationIdOf, operationNameOf } from './operation-names';
import { eventWebhooks } from './webhooks';

type Json = Record<string, unknown>;

/** Error codes that every route may give. */
const everywhere: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'unavailable',
];
const schemas = '#/components/schemas/';

/**
 * The OpenAPI 3.1 document of the routes that the server serves. Request objects are closed. Replies and their enums are
 * open: both may gain members within version 1.
 * @param declared in the order of the document
 */
export function openApi(routes: readonly RouteSpec[]): Json {
  const requests = routes.flatMap(({ body }) => (body ? [body] : []));
  const replies = routes.flatMap(({ reply }) => (reply ? [reply] : []));
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Judgment Service',
      version: '1',
      description:
        'Documents in namespaces, and questions about them answered with calibrated probabilities. Clients ignore members and enum values they do not know; requests refuse them. An engine name for which the operator has configured no model is answered by the built-in engine, at the billing weight of the name: it compares words and understands nothing. `GET /engines` shows it as `source: built_in`, and the reply to the create of a judgment warns of it.',
    },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    webhooks: eventWebhooks(schemas),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-judgment',
          description:
            'A person who signed in; over http the name is `judgment_<port>`. Requests that change anything need an `Origin` of the service.',
        },
      },
      headers: headers(),
      parameters: { IdempotencyKey: idempotencyKey() },
      responses: Object.fromEntries(errorCodes.map((code) => [code, errorResponse(code)])),
      schemas: {
        ...collectSchemas([...replies, ...eventDataClasses(), SuggestedContext, UsageView], {
          closed: false,
          refPrefix: schemas,
          named: true,
        }),
        ...collectSchemas(requests, { closed: true, refPrefix: schemas, named: true }),
        ErrorEnvelope: errorEnvelope(),
        ErrorDetails: errorDetailsSchema(schemas),
      },
    },
  };
}

function operationOf(route: RouteSpec): Json {
  const { tag, summary, body, bodyOptional } = route;
  const id = operationIdOf(operationNameOf(route));
  const operation: Json = { operationId: id, tags: [tag], summary };
  const parameters = [...pathParameters(route), ...queryParameters(route.query)];
  if (route.keyed) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (parameters.length > 0) operation['parameters'] = parameters;
  if (body) {
    operation['requestBody'] = {
      required: !bodyOptional,
      content: {
        'application/json': { schema: { $ref: schemas + body.name }, ...exampleOf(id) },
        ...(route.rawBody && { 'image/*': { schema: { type: 'string', format: 'binary' } } }),
      },
    };
  }
  const security = securityByAccess[route.access];
  if (security) operation['security'] = security;
  operation['responses'] = responsesOf(route);
  if (route.reasons && route.reasons.length > 0) operation['x-reasons'] = [...route.reasons].sort();
  operation['x-codeSamples'] = codeSamples(route, id);
  return operation;
}

/** Who may call an operation, where it is not every API key and every session. */
const securityByAccess: Partial<Record<RouteSpec['access'], Json[]>> = {
  open: [],
  person: [{ session: [] }],
  session: [{ session: [] }],
};

/** In the plural form: the types of the client, which are made of this document, leave it out. */
function exampleOf(id: string): Json {
  const value = requestBodies[id];
  return value === undefined ? {} : { examples: { sample: { value } } };
}

function responsesOf(route: RouteSpec): Json {
  const responses: Json = {};
  for (const status of route.success) {
    const reply = status === 202 ? 'JobView' : route.reply?.name;
    const replayed = route.keyed ? { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } } : {};
    responses[String(status)] = {
      description: status === 202 ? 'The job that carries out the request.' : 'Done.',
      headers: { ...requestId(), ...rateHeaders(), ...replayed },
      ...(reply
        ? {
            content: {
              [route.replyAs ?? 'application/json']: { schema: { $ref: schemas + reply } },
              ...alternative(route),
            },
          }
        : {}),
    };
  }
  const codes = new Set<ErrorCode>([...everywhere, ...(route.errors ?? [])]);
  if (route.namespace || route.path.includes(':')) codes.add('not_found');
  if (route.body) codes.add('too_large');
  if (route.keyed) codes.add('idempotency_key_reused');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statusByCode[code], [...(byStatus.get(statusByCode[code]) ?? []), code]);
  for (const [status, these] of byStatus) {
    responses[String(status)] =
      these.length === 1
        ? { $ref: `#/components/responses/${these[0]}` }
        : { ...errorResponse(these[0]), description: these.map((code) => `\`${code}\``).join(' or ') };
  }
  return responses;
}

function alternative({ alsoAs }: RouteSpec): Json {
  if (alsoAs === undefined) return {};
  const format = alsoAs.startsWith('text/') ? {} : { format: 'binary' };
  return { [alsoAs]: { schema: { type: 'string', ...format } } };
}

function pathParameters({ path, namespace }: RouteSpec): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(name === 'ns' ? { description: namespaceText[namespace ?? 'namespace'] } : {}),
  }));
}

const namespaceText = {
  namespace: 'A namespace, with `/` sent as `%2F`.',
  either: 'A namespace or a template prefix ending in `/*`, with `/` sent as `%2F`.',
  template: 'A template prefix ending in `/*`, with `/` sent as `%2F`.',
};

function queryParameters(type: Class | undefined): Json[] {
  if (!type) return [];
  return [...fieldsOf(type)].map(([name, field]) => {
    const { description, [NAMED]: named, ...plain } = field.schema;
    // A type that a later version knows is taken, too.
    const schema = named === undefined ? plain : { anyOf: [{ $ref: `${schemas}${String(named)}` }, plain] };
    return { name, in: 'query', required: field.required, schema, ...(description ? { description } : {}) };
  });
}

function rateHeaders(): Json {
  return {
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  };
}

function requestId(): Json {
  return { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
}

function headers(): Json {
  return {
    RequestId: {
      description:
        "The request's name in the logs: the `X-Request-Id` that the caller sent (1 to 128 letters, digits and `_.:/+=-`), else one of ours.",
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
    RateLimitLimit: {
      description:
        'Requests a second under the limit that has fewer requests left, or under the limit that refused the request.',
      schema: { type: 'integer', minimum: 0 },
    },
    RateLimitRemaining: {
      description: 'Requests left in the current second under that limit.',
      schema: { type: 'integer', minimum: 0 },
    },
    RetryAfter: { description: 'Seconds after which a retry may succeed.', schema: { type: 'integer', minimum: 1 } },
    IdempotentReplayed: {
      description: '`true` when this response is the kept response of the first request.',
      schema: { const: 'true' },
    },
  };
}

function idempotencyKey(): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Send one key for a request and its retries: for 24 hours a retry gets the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
}

function errorResponse(code: ErrorCode): Json {
  const waits = statusByCode[code] === 503 || code === 'rate_limited';
  const rate = code === 'unauthorized' ? {} : rateHeaders();
  return {
    description: `\`${code}\``,
    headers: {
      ...requestId(),
      ...rate,
      ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: { 'application/json': { schema: { $ref: `${schemas}ErrorEnvelope` } } },
  };
}

function errorEnvelope(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: [...errorCodes] },
          message: { type: 'string', description: 'A sentence that says what is wrong and how to mend it.' },
          details: { $ref: `${schemas}ErrorDetails` },
        },
      },
    },
  };
}
