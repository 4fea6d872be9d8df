import { Text } from '@mantine/core';
import { flipOf, mostEvents, namesThreshold, type Cut } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../../address/address';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { AppLink } from '../../../element/app-link';
import { Refusal } from '../../../element/loading/refusal';
import { WideTable } from '../../../element/table/wide-table';
import { countText } from '../../../format/number';
import { hasLostEndpoint } from '../../endpoint/lost-endpoint';
import { useMatching } from './use-volume';

/** Subscriptions that are looked at; a namespace has few. */
const mostSubscriptions = 1_000;

/** The subscriptions that name the threshold, and how many events saving it can raise at most. */
export function ThresholdEvents({
  ns,
  name,
  threshold,
  from,
  to,
}: {
  ns: string;
  name: string;
  threshold: string;
  from: Cut | null;
  to: Cut;
}) {
  const subscriptions = useQuery({
    // Not the place of the list that comes in pages, which holds another form.
    queryKey: keys.subscriptions.first(ns),
    queryFn: async () => {
      const found: Schema<'SubscriptionView'>[] = [];
      for await (const one of client.namespace(ns).subscriptions.list()) {
        found.push(one);
        if (found.length === mostSubscriptions) break;
      }
      return found;
    },
  });
  const { enter, leave } = flipOf(name, from, to);
  const [entering, leaving] = [useMatching(ns, enter), useMatching(ns, leave)];
  if (subscriptions.error) return <Refusal error={subscriptions.error} />;
  const naming = (subscriptions.data ?? []).filter(({ filter }) => namesThreshold(filter, name, threshold));
  const isCounted = (enter === null || entering.data) && (leave === null || leaving.data);
  const turned = (enter && entering.data ? entering.data.count : 0) + (leave && leaving.data ? leaving.data.count : 0);
  return (
    <section aria-label="Subscriptions">
      {naming.length === 0 ? (
        <Text size="sm" c="dimmed">
          No subscription uses this threshold, so saving it sends nothing.
        </Text>
      ) : (
        <WideTable
          name="Subscriptions that use the threshold"
          rows={naming}
          rowKey={({ name: called }) => called}
          empty=""
          columns={[
            { title: 'Subscription', cell: ({ name: called }) => called },
            {
              title: 'Max. events',
              cell: ({ on }) => (isCounted ? countText(mostEvents(on, turned)) : 'not counted'),
            },
            {
              title: 'Sent to',
              cell: ({ endpoint, warnings }) => {
                if (endpoint === null) return 'event feed only';
                if (hasLostEndpoint({ warnings })) return 'event feed only; its endpoint was deleted';
                return <AppLink to={addresses.endpoint(endpoint)}>{endpoint}</AppLink>;
              },
            },
          ]}
        />
      )}
    </section>
  );
}
