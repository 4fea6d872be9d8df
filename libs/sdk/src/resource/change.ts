import type { Caller, Input } from '../request/caller';
import type { BodyOf, OperationId, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import { UsageError } from '../result/api-error';
import { Operation } from '../result/operation';

export type Change = Schema<'JudgmentChange'>;

/** What asked for a confirmation, by the reply that carries its token. */
const confirmable = new WeakMap<object, (token: string, options: CallOptions) => Operation<Change>>();

/** A change of a judgment; its reply remembers the request, so that `confirm` can send it again. */
export function changing<I extends OperationId>(
  caller: Caller,
  id: I,
  input: Input<I>,
  options?: CallOptions,
): Operation<Change> {
  const change = caller.call(id, input, options) as unknown as Operation<Change>;
  return new Operation(async () => {
    const answer = await change.withMeta();
    const again = (confirm: string, call: CallOptions) =>
      changing(
        caller,
        id,
        { ...input, body: { ...(input.body as unknown as object), confirm } as unknown as BodyOf<I> },
        call,
      );
    if (typeof answer.data === 'object' && answer.data !== null) confirmable.set(answer.data, again);
    return answer;
  });
}

/**
 * Sends the request of a reply that asks for a confirmation again, with its token.
 * @throws UsageError when the change did not come from this client or asks for no confirmation
 */
export function confirming(change: Change, options: CallOptions): Operation<Change> {
  const again = confirmable.get(change);
  if (!again || change.confirm === null) {
    throw new UsageError('Give the reply itself of a change whose status is confirmation_required.');
  }
  return again(change.confirm, options);
}
