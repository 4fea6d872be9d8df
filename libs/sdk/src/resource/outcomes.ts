import type { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';

/** What actually happened, by document. */
export class Outcomes {
  constructor(
    private readonly caller: Caller,
    private readonly path: { ns: string; name: string },
  ) {}

  post(body: Schema<'OutcomesBody'>, options?: CallOptions): Operation<Schema<'OutcomesPosted'>> {
    return this.caller.call('judgment_outcomes_post', { path: this.path, body }, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'OutcomeList'>, Schema<'OutcomeView'>> {
    return this.caller.list('judgment_outcomes_list', { path: this.path }, 'query', (page) => page.outcomes, options);
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('judgment_outcomes_delete', { path: { ...this.path, id } }, options);
  }
}
