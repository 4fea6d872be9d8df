import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { namespaceOf, type Event, type EventSubscription } from './event-words';

/** Namespaces of one page whose subscriptions are read; events of others say less. */
const mostNamespaces = 10;

/** What the subscriptions of some events ask for, read once for all of a namespace. */
export function useSubscriptionsOf(events: readonly Event[]): (event: Event) => EventSubscription | undefined {
  const moved = events.filter(({ type }) => type.startsWith('subscription.'));
  const namespaces = [...new Set(moved.map(namespaceOf))].sort().slice(0, mostNamespaces);
  const found = useQuery({
    queryKey: keys.subscriptions.askedIn(namespaces),
    queryFn: async () => {
      const lists = await Promise.all(
        namespaces.map(async (ns) => {
          const { subscriptions } = await client.namespace(ns).subscriptions.list();
          return subscriptions.map((one): [string, EventSubscription] => [keyOf(ns, one.name), one]);
        }),
      );
      return new Map(lists.flat());
    },
    enabled: namespaces.length > 0,
    staleTime: 60_000,
    // Words without the filter are true, too; a namespace that is gone is no fault of the page.
    retry: false,
  });
  return (event) =>
    found.data?.get(keyOf(namespaceOf(event), String((event.data as { subscription?: unknown }).subscription)));
}

const keyOf = (ns: string, name: string) => JSON.stringify([ns, name]);
