import type { Schema } from '../request/operation-types';
import type { JudgmentAnswer } from './answer';

/** A document as a read shows it. `A` and `S` are what the caller says of its attributes and state; nothing is checked at run time. */
export type DocumentOf<A extends object, S extends object> = Omit<
  Schema<'DocumentView'>,
  'attributes' | 'state' | 'answers'
> & {
  attributes?: A;
  state?: S;
  answers?: Record<string, JudgmentAnswer>;
};

/** A document as an upsert writes it. */
export type UpsertOf<A extends object, S extends object> = Omit<Schema<'UpsertOperation'>, 'attributes' | 'state'> & {
  attributes?: A;
  state?: S;
};

/** One write of the API, with upserts of the namespace's own types. */
export type WriteOf<A extends object, S extends object> = Omit<Schema<'WriteBody'>, 'upsert'> & {
  upsert?: UpsertOf<A, S>[];
};

/** One page of a query. */
export type QueryPage<A extends object, S extends object> = Omit<Schema<'QueryView'>, 'documents'> & {
  documents: DocumentOf<A, S>[];
};
