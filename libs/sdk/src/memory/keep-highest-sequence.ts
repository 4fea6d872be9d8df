import { BoundedMemory, Memory } from './memory';

interface Sequenced {
  data: { namespace: string | null; subscription?: string; document?: string; sequence?: number };
}

/**
 * Wraps a handler so that it ignores events that are older than the newest one of the same document and subscription.
 * Deliveries arrive in any order, and an old "entered" after a newer "exited" would leave the wrong state. The handler gets
 * the events of one document one after another, and it gets all events without a `sequence`. An event whose handler throws
 * counts as not seen.
 * @param memory the highest sequence of each document; default: the last 100,000 documents of this process
 * @returns a handler that returns whether it handled the event
 */
export function keepHighestSequence<Event extends Sequenced>(
  handle: (event: Event) => unknown,
  memory: Memory<number> = new BoundedMemory<number>(),
): (event: Event) => Promise<boolean> {
  const lines = new Map<string, Promise<unknown>>();
  return async (event) => {
    const { namespace, subscription, document, sequence } = event.data;
    if (sequence === undefined) {
      await handle(event);
      return true;
    }
    const key = JSON.stringify([namespace, subscription, document]);
    const handleInTurn = async (): Promise<boolean> => {
      const highest = await memory.get(key);
      if (highest !== undefined && highest >= sequence) return false;
      await handle(event);
      await memory.set(key, sequence);
      return true;
    };
    // Runs also after a failure of the previous event, which its own caller gets.
    const turn = (lines.get(key) ?? Promise.resolve()).then(handleInTurn, handleInTurn);
    lines.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lines.get(key) === turn) lines.delete(key);
    }
  };
}
