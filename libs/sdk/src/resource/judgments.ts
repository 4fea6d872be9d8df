import type { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { JudgmentCreate, JudgmentType } from '../shape/definition';
import { type Change, changing, confirming } from './change';
import { Judgment } from './judgment';

/** Judgments of a namespace, or of a template prefix that ends in `/*`. */
export class Judgments {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  /** A judgment by its name; nothing is sent until one of its methods is awaited. */
  get(name: string): Judgment {
    return new Judgment(this.caller, this.ns, name);
  }

  list(options?: CallOptions): Operation<Schema<'JudgmentList'>> {
    return this.caller.call('namespace_judgments_list', { path: { ns: this.ns } }, options);
  }

  /** Makes a judgment, or a version of it. `dry_run` shows its cost and sample contexts and makes nothing. */
  create<T extends JudgmentType | undefined = undefined>(
    body: JudgmentCreate<T>,
    options?: CallOptions,
  ): Operation<Change> {
    const input = { path: { ns: this.ns }, body: body as Schema<'JudgmentCreateBody'> };
    return changing(this.caller, 'namespace_judgments_create', input, options);
  }

  /**
   * Sends the request of a change with status `confirmation_required` again, with its token and a fresh Idempotency-Key.
   * @throws UsageError when the change did not come from this client or asks for no confirmation
   */
  confirm(change: Change, options: Omit<CallOptions, 'idempotencyKey'> = {}): Operation<Change> {
    return confirming(change, options);
  }

  /** Answers of a definition that is not stored, about up to five documents. */
  try(body: Schema<'TryBody'>, options?: CallOptions): Operation<Schema<'TriedJudgment'>> {
    return this.caller.call('namespace_judgments_try', { path: { ns: this.ns }, body }, options);
  }
}
