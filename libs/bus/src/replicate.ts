import { FactMessage, Service } from '@app/contracts';
import { Problem } from '@app/problem';
import { Call } from './call';
import { Requester } from './requester';

const applyMs = 5000;

/** The answers of the services that keep a copy, and the services that did not acknowledge. */
export interface Replicated<R> {
  applied: Map<Service, R>;
  unacknowledged: Service[];
}

/**
 * Asks each service that keeps a copy to apply a fact now. The owner has already committed the row, the revision and the
 * outbox row. A service that does not acknowledge gets the fact later, and the owner decides what it answers its caller.
 */
export async function replicate<P extends object, R extends object>(
  requester: Requester,
  message: FactMessage<P>,
  fact: P,
  call: Call,
): Promise<Replicated<R>> {
  const until = Call.until(Math.min(call.deadlineAtMs, Date.now() + applyMs), call.caller);
  const applied = new Map<Service, R>();
  const unacknowledged: Service[] = [];
  await Promise.all(
    message.replicatedTo.map(async (service) => {
      try {
        applied.set(service, await requester.apply<P, R>(message, service, fact, until));
      } catch (error) {
        if (!(error instanceof Problem) || (error.kind !== 'unavailable' && error.kind !== 'limited')) throw error;
        unacknowledged.push(service);
      }
    }),
  );
  return { applied, unacknowledged };
}
