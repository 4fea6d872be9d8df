import { Class } from '@app/contracts';
import { ErrorCode, Reason } from '@app/problem';

/** The ten tags of the specification, in its order [GEN-08]. */
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
 * Who may call a route. `change` and `keys` admit the sessions of owners and admins, `read` those of members too.
 * read: any key. change: a key with the role read_write. label: like change, and members too where their organization lets them. keys: a read_write key with the scope `*`. person: anybody who
 * signed in, and no key. session: an owner or admin who signed in, and no key. open: everybody, without a key.
 */
export type Access = 'read' | 'change' | 'label' | 'keys' | 'person' | 'session' | 'open';

/** What `:ns` in a path may be: a namespace, a namespace or a template prefix, or a template prefix. */
export type NamespaceForm = 'namespace' | 'either' | 'template';

/** One route, declared once: the server, its hooks and the OpenAPI document read it. */
export interface RouteSpec<Body extends object = object, Query extends object = object> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1`, with parameters as `:param`. */
  path: string;
  tag: Tag;
  /** One sentence, published in the OpenAPI document. */
  summary: string;
  access: Access;
  /** A key needs the scope `*`: the reply is of all namespaces, so that a restricted key would learn about the others. */
  unscoped?: boolean;
  namespace?: NamespaceForm;
  /** Parameters of the query string. */
  query?: Class<Query>;
  body?: Class<Body>;
  /** The client may leave out every member of the body, and the body itself. */
  bodyOptional?: boolean;
  /** The client may send the bytes of an image, with a `Content-Type` of `image/*`, instead of JSON. */
  rawBody?: boolean;
  /** Media type that the client may ask for instead of JSON, by `Accept` or a parameter. */
  alsoAs?: string;
  /** `checkDocumentWrite` checks the body instead of the schema of its class. */
  walked?: boolean;
  /** Success statuses; the first is the usual one. */
  success: readonly (200 | 201 | 202)[];
  reply?: Class;
  /** Media type of the reply; JSON by default. Of `application/jsonl` the class is one line. */
  replyAs?: 'application/jsonl';
  /** Error codes beside those that every route may give. */
  errors?: readonly ErrorCode[];
  reasons?: readonly Reason[];
  /** It changes keys or sessions, of which an organization and a person may change few a second. */
  changesAccess?: boolean;
  /** False for a read that holds what it shows for its caller: HEAD of it is no route. */
  head?: false;
  /** The request counts toward the reads in flight of its namespace. */
  counted?: boolean;
  /** The route honours `Idempotency-Key`; by default every route does that changes state. */
  keyed?: boolean;
  /** A keyed request with this member of its body runs as if it had no key, and nothing of it is kept: it is a secret. */
  keptWithout?: string;
  /** The change may not begin later than 25 s after the request arrived. */
  beginBy?: boolean;
  /** A person must have proved who they are in the last 15 minutes. */
  fresh?: boolean;
  /** Only owners of the organizations that MODELS_SET_BY_OWNERS_OF lists. */
  setsModels?: boolean;
  /** The reply holds a secret, but not for a person who must sign in again first. */
  showsSecret?: boolean;
  /** A page of this service must send it, although it needs no session. */
  ownOrigin?: boolean;
}

/** @returns the route with the defaults of its kind of access */
export function withDefaults<R extends RouteSpec>(spec: R): R {
  return { keyed: spec.access !== 'read' && spec.access !== 'open', ...spec };
}
