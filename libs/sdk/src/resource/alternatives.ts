import type { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';

/** Other engines, wordings and contexts, compared with the active version on the same labelled outcomes. */
export class Alternatives {
  constructor(
    private readonly caller: Caller,
    private readonly path: { ns: string; name: string },
  ) {}

  /** The table with its quote. */
  table(options?: CallOptions): Operation<Schema<'AlternativesTable'>> {
    return this.caller.call('judgment_alternatives_table', { path: this.path }, options);
  }

  add(body: Schema<'AlternativeBody'>, options?: CallOptions): Operation<Schema<'Alternative'>> {
    return this.caller.call('judgment_alternatives_add', { path: this.path, body }, options);
  }

  /** Asks what the quote of this generation names, and waits for it. */
  run(body: Schema<'AlternativesRunBody'>, options?: CallOptions): Operation<Schema<'JobResult'>> {
    return this.caller.call('judgment_alternatives_run', { path: this.path, body }, options);
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('judgment_alternatives_delete', { path: { ...this.path, id } }, options);
  }

  /** Other wordings by a language model that sees no data. @throws DailyAllowanceError when the day's are used up */
  drafts(options?: CallOptions): Operation<Schema<'DraftList'>> {
    return this.caller.call('judgment_alternatives_drafts', { path: this.path }, options);
  }
}
