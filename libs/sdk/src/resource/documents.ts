import { BulkWriter, type BulkOptions, type BulkReport } from '../bulk/bulk-writer';
import type { Caller } from '../request/caller';
import type { CallOptions } from '../request/options';
import type { QueryOf, Schema } from '../request/operation-types';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';

type Document = Schema<'DocumentView'>;
type ReadOptions = Omit<Schema<'GetDocumentsBody'>, 'ids'>;

/** Documents of a namespace. */
export class Documents {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  /** One write of the API: all of its operations or none. */
  write(body: Schema<'WriteBody'>, options?: CallOptions): Operation<Schema<'DocumentWritten'>> {
    return this.caller.call('namespace_documents_write', { path: { ns: this.ns }, body }, options);
  }

  upsert(
    documents: Schema<'UpsertOperation'>[],
    { condition, ...options }: CallOptions & { condition?: Schema<'Filter'> } = {},
  ): Operation<Schema<'DocumentWritten'>> {
    return this.write({ upsert: documents, ...(condition && { condition }) }, options);
  }

  /** One document with its answers. @throws JudgmentError `not_found` */
  get(id: string, { fresh, include, judgments, ...options }: ReadOptions & CallOptions = {}): Operation<Document> {
    type Query = NonNullable<QueryOf<'namespace_documents_get'>>;
    // Lists go between commas.
    const query = { fresh, include, judgments } as unknown as Query;
    const path = { ns: this.ns, id };
    return this.caller.call('namespace_documents_get', { path, query }, options);
  }

  /** Documents by their ids, in batches of 100, with the ids that are missing. */
  async getMany(
    ids: readonly string[],
    { fresh, include, judgments, ...options }: ReadOptions & CallOptions = {},
  ): Promise<{ documents: Document[]; missing: string[] }> {
    const documents: Document[] = [];
    const missing: string[] = [];
    for (let left = [...ids]; left.length > 0;) {
      const body = { ids: left.slice(0, 100), fresh, include, judgments };
      const path = { ns: this.ns };
      const page = await this.caller.call('namespace_documents_get_many', { path, body }, options);
      documents.push(...page.documents);
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
    documents: Iterable<Schema<'UpsertOperation'>> | AsyncIterable<Schema<'UpsertOperation'>>,
    options?: BulkOptions,
  ): Promise<BulkReport> {
    return new BulkWriter((batch, call) => this.upsert(batch, call), options).write(documents);
  }
}
