import { Class } from '@app/contracts';
import { ErrorCode, Reason } from '@app/problem';
import { RequestMapping, RequestMethod, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** The specification's ten tags, in its order [GEN-08]. */
export const tags = [
  'Namespaces',
  'Documents',
  'Judgments',
  'Outcomes and calibration',
  'Groups',
  'Jobs',
  'Engines',
  'Organization',
  'Subscriptions',
  'Webhooks',
] as const;
export type Tag = (typeof tags)[number];

/**
 * Who may call.
 * read: any key. change: read_write. keys: an unscoped read_write key. session: owners and admins signed in, no key.
 * open: nobody is asked.
 */
export type Access = 'read' | 'change' | 'keys' | 'session' | 'open';

/** What `{ns}` may be: a namespace, that or a template prefix, or a prefix only. */
export type NamespaceForm = 'namespace' | 'either' | 'template';

export interface RouteSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1`, with `:param`. */
  path: string;
  tag: Tag;
  /** One sentence, published. */
  summary: string;
  access: Access;
  namespace?: NamespaceForm;
  query?: Class;
  body?: Class;
  /** Every member of the body may be left out, and so may the body. */
  bodyOptional?: boolean;
  /** May come as the bytes of a picture, with a `Content-Type` of `image/*`, in place of JSON. */
  rawBody?: boolean;
  /** What `Accept` or a parameter may ask for in place of JSON: its media type. */
  alsoAs?: string;
  /** Checked by a walk of its own in place of the class's schema. */
  walked?: boolean;
  /** Success statuses; the first is the usual one. */
  success: readonly (200 | 201 | 202)[];
  reply?: Class;
  /** Codes beside those that every route may give. */
  errors?: readonly ErrorCode[];
  reasons?: readonly Reason[];
  /** Counts toward the reads in flight of its namespace. */
  counted?: boolean;
  /** Changes state, so that an Idempotency-Key holds. */
  keyed?: boolean;
  /** The change may not begin later than 25 s after the request came. */
  beginBy?: boolean;
  /** Named by the contract, not built: refused after every check, absent from OpenAPI. */
  planned?: boolean;
}

const declared: RouteSpec[] = [];

/** Every route, in order of declaration: what Fastify serves and what OpenAPI says. */
export function declaredRoutes(): readonly RouteSpec[] {
  return declared;
}

/** A declared route with what is the same for all of its kind. */
export function completed(spec: RouteSpec): RouteSpec {
  return { keyed: spec.access !== 'read' && spec.access !== 'open', ...spec };
}

/**
 * Declares a handler once: Nest's route, Fastify's config that the hooks read, and OpenAPI's operation.
 * The handler is called with the request and the reply.
 */
export function Route(given: RouteSpec): MethodDecorator {
  const spec = completed(given);
  declared.push(spec);
  return (target, key, descriptor) => {
    Req()(target, key, 0);
    Res()(target, key, 1);
    RouteConfig({ spec })(target, key, descriptor);
    RequestMapping({ path: `/v1${spec.path}`, method: RequestMethod[spec.method] })(target, key, descriptor);
  };
}
