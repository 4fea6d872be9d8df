import type { components, operations } from '../generated/api';
import type { operationTable } from '../generated/operation-table';

/** A named shape of the API document, such as `Schema<'DocumentView'>`. */
export type Schema<N extends keyof components['schemas']> = components['schemas'][N];

/** Operations that a client calls; the document also describes what webhooks receive. */
export type OperationId = keyof typeof operationTable;

/** JSON; the text of a reply of lines. */
type JsonOf<R> = R extends { content: { 'application/json': infer T } }
  ? T
  : R extends { content: { 'application/jsonl': unknown } }
    ? string
    : never;
type ReplyOf<R, S extends number> = S extends keyof R ? JsonOf<R[S]> : never;

/** Parts of an operation's path. */
export type PathOf<I extends OperationId> = operations[I]['parameters'] extends { path: infer P } ? P : undefined;

/** Query parameters of an operation. */
export type QueryOf<I extends OperationId> = operations[I]['parameters'] extends { query?: infer Q } ? Q : undefined;

/** JSON body of an operation. */
export type BodyOf<I extends OperationId> = operations[I] extends { requestBody?: infer B }
  ? JsonOf<NonNullable<B>>
  : undefined;

/** What an operation gives when it is done; a job's result where the service answers with a job alone. */
export type ResultOf<I extends OperationId> = [
  ReplyOf<operations[I]['responses'], 200> | ReplyOf<operations[I]['responses'], 201>,
] extends [never]
  ? Schema<'JobResult'>
  : ReplyOf<operations[I]['responses'], 200> | ReplyOf<operations[I]['responses'], 201>;
