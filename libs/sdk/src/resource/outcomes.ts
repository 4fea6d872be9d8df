import type { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';

const outcomes = 'namespaces_by_ns_judgments_by_name_outcomes';

/** What actually happened, by document. */
export class Outcomes {
  constructor(
    private readonly caller: Caller,
    private readonly path: { ns: string; name: string },
  ) {}

  post(body: Schema<'OutcomesBody'>, options?: CallOptions): Operation<Schema<'OutcomesPosted'>> {
    return this.caller.call(`post_${outcomes}`, { path: this.path, body }, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'OutcomeList'>, Schema<'OutcomeView'>> {
    return this.caller.list(`get_${outcomes}`, { path: this.path }, 'query', (page) => page.outcomes, options);
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call(`delete_${outcomes}_by_id`, { path: { ...this.path, id } }, options);
  }
}
