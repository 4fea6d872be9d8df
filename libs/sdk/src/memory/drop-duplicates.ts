import { BoundedMemory, Memory } from './memory';

/**
 * Wraps a handler so that it handles an event once, even when the event is delivered several times. An event is handled
 * when the handler has finished; when the handler throws, the next delivery is handled again. A duplicate that arrives in
 * between waits for the first delivery and ends in the same way.
 * @param memory the ids that were handled; default: the last 100,000 of this process. The service retries deliveries for
 *   up to four days and replays them for 30: keep as many ids as you receive in that time, or make handling idempotent
 * @returns a handler that returns whether it handled the event
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
