import { FactMessage, Service } from '@app/contracts';
import { Problem } from '@app/problem';
import { Call } from './call';
import { Requester } from './requester';

const applyMs = 5000;

/** What each holder answered, or that it was silent. */
export interface Announced<R> {
  applied: Map<Service, R>;
  silent: Service[];
}

/**
 * Asks each holder of an announced fact to apply it now. The owner has committed row, revision and outbox before: a
 * silent holder gets the fact later, and the owner decides what it answers its caller meanwhile.
 */
export async function announce<P extends object, R extends object>(
  requester: Requester,
  message: FactMessage<P>,
  fact: P,
  call: Call,
): Promise<Announced<R>> {
  const until = Call.until(Math.min(call.deadlineAtMs, Date.now() + applyMs), call.caller);
  const applied = new Map<Service, R>();
  const silent: Service[] = [];
  await Promise.all(
    message.replicatedTo.map(async (holder) => {
      try {
        applied.set(holder, await requester.apply<P, R>(message, holder, fact, until));
      } catch (error) {
        if (!(error instanceof Problem) || (error.kind !== 'unavailable' && error.kind !== 'limited')) throw error;
        silent.push(holder);
      }
    }),
  );
  return { applied, silent };
}
