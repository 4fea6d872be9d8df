import { ApiDocument, DocumentedReply, Operations } from './api-document';
import { Schema, isObject } from './schema';
import { SchemaVisitor } from './schema-visitor';

/** A reply as the client of the tests read it. */
export interface WireReply {
  method: string;
  /** Below /v1. */
  path: string;
  status: number;
  mediaType: string | undefined;
  /** Parsed JSON; null when there is none. */
  body: unknown;
}

const mostFaults = 5;
const envelope = { $ref: '#/components/schemas/ErrorEnvelope' };

/** Holds replies against the API document: statuses, media types, and every member of the body. */
export class WireGuard {
  private readonly operations: Operations;
  private readonly walk: SchemaVisitor;

  constructor(private readonly document: ApiDocument) {
    this.operations = new Operations(document);
    this.walk = new SchemaVisitor(document.components.schemas, {
      JobResult: (result) => (isObject(result.error) ? envelope : undefined),
      EventData: (_, { type }) => this.eventDataOf(String(type)),
    });
  }

  /** How a reply differs from the document, each fault with the request; empty when it does not. */
  faultsOf({ method, path, status, mediaType, body }: WireReply): string[] {
    const found = this.operations.find(method, path);
    const name = `${method} ${found?.template ?? path.split('?', 1)[0]} ${status}`;
    const faults = found
      ? this.faultsBy(found.operation.responses[String(status)], mediaType, body)
      : // What is no route is refused in the envelope.
        status < 400
        ? ['the document has no such operation']
        : this.walk.faultsOf(body, envelope);
    return faults.slice(0, mostFaults).map((fault) => `${name} ${fault}`);
  }

  private faultsBy(declared: DocumentedReply | undefined, mediaType: string | undefined, body: unknown): string[] {
    const reply = declared?.$ref ? this.document.components.responses[declared.$ref.split('/').pop()!] : declared;
    if (!reply) return ['the operation has no such status'];
    if (!reply.content) return mediaType === undefined ? [] : ['the document has no body'];
    const content = reply.content[mediaType ?? ''] ?? reply.content[`${mediaType?.split('/', 1)[0]}/*`];
    if (!content) return [`the document has no ${mediaType ?? 'reply without a body'}`];
    return mediaType === 'application/json' ? this.walk.faultsOf(body, content.schema) : [];
  }

  /** @returns undefined for a type that the document does not have, which the list of types refuses */
  private eventDataOf(type: string): Schema | undefined {
    const { schema } = this.document.webhooks[type]?.post.requestBody.content['application/json'] ?? {};
    return schema?.properties?.data;
  }
}
