import { operationTable } from '../generated/operation-table';
import type { Answer } from '../result/meta';
import { Operation } from '../result/operation';
import { type Paged, PageOperation } from '../result/page';
import { InFlight } from './in-flight';
import { resultOfJob } from './job';
import type { BodyOf, OperationId, PathOf, QueryOf, ResultOf, Schema } from './operation-types';
import type { CallOptions, ClientOptions } from './options';
import { pathOf, searchOf, wholePath } from './path';
import { Transport } from './transport';
import type { WireRequest } from './wire-request';

/** Path, query and body of an operation; what it does not take is left out. */
export interface Input<I extends OperationId> {
  path?: PathOf<I>;
  query?: QueryOf<I>;
  body?: BodyOf<I>;
}

/** The input of a list, which may name the size of its pages. */
type PagedInput<I extends OperationId> = Omit<Input<I>, 'query' | 'body'> & { query?: object; body?: object };

/** Reads whose question needs a body. */
const reads: readonly OperationId[] = ['namespace_documents_get_many', 'namespace_query', 'judgment_context'];

/** Calls operations of the API document by their ids. Resources are thin names for these calls. */
export class Caller {
  readonly transport: Transport;
  private readonly inFlight: InFlight;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
    this.inFlight = new InFlight(options.maxConcurrent ?? 16);
  }

  /** One operation. Where the service answers 202, its job's result, unless `wait` is false. */
  call<I extends OperationId>(id: I, input: Input<I>, options: CallOptions = {}): Operation<ResultOf<I>> {
    return new Operation(() => this.perform<ResultOf<I>>(wireOf(id, input), options, namespaceOf(input)));
  }

  /** A list whose replies carry `next_cursor`; `place` says where the operation takes the cursor. */
  list<I extends OperationId, T>(
    id: I,
    given: PagedInput<I>,
    place: 'query' | 'body',
    itemsOf: (page: ResultOf<I> & Paged) => readonly T[],
    options: CallOptions = {},
  ): PageOperation<ResultOf<I> & Paged, T> {
    const input = withLimit(given, place);
    const first = (input[place] as { cursor?: string } | undefined)?.cursor;
    const read = (cursor: string | undefined) => {
      const at = cursor === undefined ? input : { ...input, [place]: { ...(input[place] as object), cursor } };
      return this.perform<ResultOf<I> & Paged>(wireOf(id, at), options, namespaceOf(input));
    };
    return new PageOperation(read, itemsOf, first);
  }

  /** Any path below the base address, with the same retries, key and waiting. */
  request<T>(request: WireRequest, options: CallOptions = {}): Operation<T> {
    return new Operation(() => this.perform<T>({ ...request, path: wholePath(request.path) }, options, null));
  }

  private async perform<T>(wire: WireRequest, options: CallOptions, namespace: string | null): Promise<Answer<T>> {
    const answer = await this.inFlight.run(namespace, options.signal, () => this.transport.send<T>(wire, options));
    if (answer.meta.status !== 202 || options.wait === false) return answer;
    return resultOfJob<T>(this.transport, answer as Answer<Schema<'JobView'>>, options);
  }
}

function wireOf<I extends OperationId>(id: I, { path, query, body }: Input<I>): WireRequest {
  const [method, template] = operationTable[id];
  return {
    method,
    path: pathOf(template, path as Record<string, string>) + searchOf(query as object | undefined),
    body,
    isRead: method === 'GET' || reads.includes(id),
  };
}

/** Writes `pageSize` as the wire has it. */
function withLimit<I extends OperationId>(given: PagedInput<I>, place: 'query' | 'body'): Input<I> {
  const { pageSize, ...others } = (given[place] ?? {}) as { pageSize?: number; limit?: number };
  if (pageSize === undefined) return given as Input<I>;
  return { ...given, [place]: { ...others, limit: pageSize } } as Input<I>;
}

function namespaceOf({ path }: { path?: unknown }): string | null {
  return (path as { ns?: string } | undefined)?.ns ?? null;
}
