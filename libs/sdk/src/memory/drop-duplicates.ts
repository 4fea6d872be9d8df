import { BoundedMemory, Memory } from './memory';

/**
 * Wraps a handler so that an event is handled once, though it may be delivered several times. An event counts as
 * handled when the handler has finished; when it throws, the next delivery is handled anew. A duplicate that comes
 * meanwhile waits for the first and ends as it does.
 * @param memory the ids that were handled; the last 100,000 of this process unless said. Deliveries are retried for up
 *   to four days, and replayed for 30: keep as many as you receive in that time, or make handling twice harmless
 * @returns a handler that tells whether it handled the event
 */
export function dropDuplicates<Event extends { id: string }>(
  handle: (event: Event) => unknown,
  memory: Memory<true> = new BoundedMemory<true>(),
): (event: Event) => Promise<boolean> {
  const underWay = new Map<string, Promise<boolean>>();
  const handleNew = async (event: Event): Promise<boolean> => {
    if (await memory.get(event.id)) return false;
    await handle(event);
    await memory.set(event.id, true);
    return true;
  };
  return async (event) => {
    const first = underWay.get(event.id);
    if (first) {
      await first;
      return false;
    }
    const handling = handleNew(event).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  };
}
