import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { useChange } from '../../element/hook/use-change';

/** Sends events to an endpoint again, one after another; the first refusal ends it. */
export function useRedeliver(endpoint: string) {
  return useChange(
    async (events: readonly string[]) => {
      // Deliveries of one event are one redelivery.
      const all = [...new Set(events)];
      for (const event of all) await client.events.redeliver(event, { endpoint });
      return all.length;
    },
    {
      concerns: [keys.deliveries.of(endpoint), keys.endpoints.all],
      done: (count) => (count === 1 ? 'Event sent again.' : `${count} events sent again.`),
    },
  );
}
