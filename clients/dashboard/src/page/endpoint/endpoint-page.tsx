import { Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Chip } from '../../element/chip';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { Page } from '../../element/page';
import { usePlace } from '../../element/use-place';
import { countText, percentText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { DeliveryTable } from './delivery-table';
import { EndpointActions } from './endpoint-actions';

const statuses = ['', 'failed', 'pending', 'succeeded', 'skipped'] as const;
type Status = Exclude<(typeof statuses)[number], ''>;

/** One endpoint: its state, what can be done, and the log of its deliveries. */
export function EndpointPage() {
  const place = usePlace();
  const [id, status] = [place.value('id'), place.value('status')];
  const mayChange = useMayChange();
  const endpoint = useQuery({
    queryKey: ['endpoints', id],
    queryFn: async () => await client.webhookEndpoints.get(id),
    refetchInterval: 15_000,
  });
  const list = usePages(
    ['deliveries', id, status],
    () => client.webhookEndpoints.deliveries(id, status === '' ? {} : { status: status as Status }),
    { refetchMs: 10_000 },
  );
  return (
    <Page title="Endpoint">
      <Loaded query={endpoint}>
        {(view) => (
          <>
            <Facts
              facts={[
                ['Address', view.url],
                ['Status', <Chip status={view.status} />],
                ['Fails since', <Moment at={view.failing_since} />],
                ['Deliveries, 24 h', countText(view.stats.deliveries_24h)],
                ['Succeeded', percentText(view.stats.success_rate_24h)],
                ['Events', view.events.join(', ')],
                ['Namespaces', view.namespace_prefix || 'all'],
                ['At most a second', countText(view.max_per_second)],
              ]}
            />
            {mayChange && <EndpointActions endpoint={view} />}
          </>
        )}
      </Loaded>
      <Group>
        <SegmentedControl
          aria-label="Status of deliveries"
          value={status}
          onChange={(value) => place.set({ status: value })}
          data={statuses.map((value) => ({ value, label: value === '' ? 'all' : value }))}
        />
      </Group>
      <Loaded query={list}>
        {(pages) => <DeliveryTable endpoint={id} rows={pages.flatMap(({ deliveries }) => deliveries)} />}
      </Loaded>
      <More list={list} />
    </Page>
  );
}
