import { JudgmentError } from './api-error';
import type { Answer } from './meta';
import { Operation } from './operation';

export interface Paged {
  /** Left out by earlier versions of the service from what they gave whole. */
  next_cursor?: string | null;
}

/** A list in pages. Awaited, it is its first page; iterated, it is every item of every page. */
export class PageOperation<P extends Paged, I> extends Operation<P> implements AsyncIterable<I> {
  constructor(
    private readonly read: (cursor: string | undefined) => Promise<Answer<P>>,
    private readonly itemsOf: (page: P) => readonly I[],
    private readonly from?: string,
  ) {
    super(() => read(from));
  }

  /** The page, and `next()` for the one after it: null at the end. */
  async page(): Promise<P & { next(): PageOperation<P, I> | null }> {
    const page = await this;
    const { next_cursor: cursor = null } = page;
    if (cursor !== null && cursor === this.from) throw stuck(cursor);
    return { ...page, next: () => (cursor === null ? null : new PageOperation(this.read, this.itemsOf, cursor)) };
  }

  async *pages(): AsyncGenerator<P> {
    let page = await this.page();
    yield page;
    for (let next = page.next(); next; next = page.next()) {
      page = await next.page();
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I> {
    for await (const page of this.pages()) yield* this.itemsOf(page);
  }
}

function stuck(cursor: string): JudgmentError {
  return new JudgmentError('The service gave the cursor of the page it had just read, so the list would never end.', {
    code: 'usage',
    status: 200,
    details: { cursor },
  });
}
