import { BoundedMemory, Memory } from './memory';

interface Sequenced {
  data: { namespace: string | null; subscription?: string; document?: string; sequence?: number };
}

/**
 * Wraps a handler so that of the events about one document in one subscription only newer ones are handled: deliveries
 * come in any order, and an old "entered" after a newer "exited" would leave the wrong state. Events about one document
 * are handled one after another; events without a `sequence` are handled always. An event whose handler throws counts
 * as not seen.
 * @param memory the highest sequence by document; the last 100,000 documents of this process unless said
 * @returns a handler that tells whether it handled the event
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
    // The one before may have failed: that is its own caller's to hear.
    const turn = (lines.get(key) ?? Promise.resolve()).then(handleInTurn, handleInTurn);
    lines.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lines.get(key) === turn) lines.delete(key);
    }
  };
}
