import { BulkWriter, type BulkOptions, type BulkReport } from '../bulk/bulk-writer';
import type { Caller } from '../request/caller';
import type { CallOptions } from '../request/options';
import type { QueryOf, Schema } from '../request/operation-types';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { DocumentOf, UpsertOf, WriteOf } from '../shape/document';

type ReadOptions = Omit<Schema<'GetDocumentsBody'>, 'ids'>;

/** Documents of a namespace, whose attributes are `A` and whose state is `S`. */
export class Documents<A extends object = Schema<'Attributes'>, S extends object = Schema<'State'>> {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  /** One write of the API: all of its operations or none. */
  write(body: WriteOf<A, S>, options?: CallOptions): Operation<Schema<'DocumentWritten'>> {
    const input = { path: { ns: this.ns }, body: body as Schema<'WriteBody'> };
    return this.caller.call('namespace_documents_write', input, options);
  }

  upsert(
    documents: UpsertOf<A, S>[],
    { condition, ...options }: CallOptions & { condition?: Schema<'Filter'> } = {},
  ): Operation<Schema<'DocumentWritten'>> {
    return this.write({ upsert: documents, ...(condition && { condition }) }, options);
  }

  /** One document with its answers. @throws JudgmentError `not_found` */
  get(
    id: string,
    { fresh, include, judgments, ...options }: ReadOptions & CallOptions = {},
  ): Operation<DocumentOf<A, S>> {
    type Query = NonNullable<QueryOf<'namespace_documents_get'>>;
    // Lists go between commas.
    const query = { fresh, include, judgments } as unknown as Query;
    const path = { ns: this.ns, id };
    const read = this.caller.call('namespace_documents_get', { path, query }, options);
    return read as unknown as Operation<DocumentOf<A, S>>;
  }

  /** Documents by their ids, in batches of 100, with the ids that are missing. */
  async getMany(
    ids: readonly string[],
    { fresh, include, judgments, ...options }: ReadOptions & CallOptions = {},
  ): Promise<{ documents: DocumentOf<A, S>[]; missing: string[] }> {
    const documents: DocumentOf<A, S>[] = [];
    const missing: string[] = [];
    for (let left = [...ids]; left.length > 0;) {
      const body = { ids: left.slice(0, 100), fresh, include, judgments };
      const path = { ns: this.ns };
      const page = await this.caller.call('namespace_documents_get_many', { path, body }, options);
      documents.push(...(page.documents as DocumentOf<A, S>[]));
      missing.push(...page.missing);
      // What did not fit into the reply is asked for again.
      left = [...page.remaining, ...left.slice(100)];
    }
    return { documents, missing };
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'DocumentWritten'>> {
    return this.write({ delete: [{ id }] }, options);
  }

  /** Answers that a judgment gave about a document, newest first. */
  history(
    id: string,
    judgment: string,
    options?: CallOptions,
  ): PageOperation<Schema<'HistoryList'>, Schema<'HistoryItem'>> {
    const path = { ns: this.ns, id, judgment };
    const operation = 'namespace_documents_history';
    return this.caller.list(operation, { path }, 'query', ({ answers }) => answers, options);
  }

  /** One answer of record with the context that its engine read. @throws JudgmentError `not_found` */
  answer(id: string, judgment: string, answer: string, options?: CallOptions): Operation<Schema<'AnswerOfRecord'>> {
    const path = { ns: this.ns, id, judgment, answer };
    const operation = 'namespace_documents_answer';
    return this.caller.call(operation, { path }, options);
  }

  /** Why an answer is not fresh, or what it waits for. @throws JudgmentError `not_found` */
  explain(id: string, judgment: string, options?: CallOptions): Operation<Schema<'AnswerExplanation'>> {
    const path = { ns: this.ns, id, judgment };
    const operation = 'namespace_documents_explain';
    return this.caller.call(operation, { path }, options);
  }

  /** Writes any number of documents in batches, in the order of each id; refused ones are reported, the others written. */
  bulk(
    documents: Iterable<UpsertOf<A, S>> | AsyncIterable<UpsertOf<A, S>>,
    options?: BulkOptions,
  ): Promise<BulkReport> {
    type Rows = Iterable<Schema<'UpsertOperation'>> | AsyncIterable<Schema<'UpsertOperation'>>;
    const write = (batch: Schema<'UpsertOperation'>[], call: CallOptions) =>
      this.upsert(batch as UpsertOf<A, S>[], call);
    return new BulkWriter(write, options).write(documents as Rows);
  }
}
