import type { Schema } from './schema';

/** A response of an operation; its content by media type. */
export interface DocumentedReply {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  responses: Record<string, DocumentedReply>;
}

interface EventOperation {
  post: { requestBody: { content: { 'application/json': { schema: Schema } } } };
}

/** The parts of `docs/api/openapi.json` that say what replies are. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, EventOperation>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedReply> };
}

interface Route {
  template: string;
  segments: string[];
  operation: Operation;
}

/** Finds the operation that a request is of. */
export class Operations {
  private readonly routes = new Map<string, Route[]>();

  constructor({ paths }: Pick<ApiDocument, 'paths'>) {
    for (const [template, item] of Object.entries(paths)) {
      const segments = template.split('/');
      for (const [method, operation] of Object.entries(item)) {
        const key = `${method.toUpperCase()} ${segments.length}`;
        this.routes.set(key, [...(this.routes.get(key) ?? []), { template, segments, operation }]);
      }
    }
  }

  /** @param path below /v1, with or without a query string. @returns null for a route that the document does not have */
  find(method: string, path: string): { template: string; operation: Operation } | null {
    const asked = path.split('?', 1)[0].split('/');
    const fitting = (this.routes.get(`${method} ${asked.length}`) ?? []).filter(({ segments }) =>
      segments.every((segment, at) => (segment.startsWith('{') ? asked[at] !== '' : segment === asked[at])),
    );
    // `/sessions/current` is that and not the session of an id.
    const parameters = ({ segments }: Route) => segments.filter((segment) => segment.startsWith('{')).length;
    return fitting.sort((a, b) => parameters(a) - parameters(b))[0] ?? null;
  }
}
