import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/file/copy-as';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { countText, percentText } from '../../format/number';
import { shellQuoted } from '../../format/as-code';
import { useMayChange } from '../../sign-in/session';
import { typesText } from '../../format/types-text';
import { DeliveryHours } from './delivery-hours';
import { DeliveryTable } from './delivery-table';
import { EndpointActions } from './endpoint-actions';
import { fieldsOf } from './endpoint-fields';
import { EndpointSettings } from './endpoint-settings';
import { LogFilter, logQuery } from './log-filter';
import { Recover } from './recover';
import { Secret } from './secret';

/** One endpoint: its state, what can be done, and the log of its deliveries. */
export function EndpointPage() {
  const place = usePlace();
  const id = place.value('id');
  const mayChange = useMayChange();
  const endpoint = useQuery({
    queryKey: keys.endpoints.of(id),
    queryFn: async () => {
      // A secret is never a part of what pages have read.
      const { secret: _secret, ...view } = await client.webhookEndpoints.get(id);
      return view;
    },
    refetchInterval: 15_000,
  });
  const log = logQuery(place);
  const list = usePages(keys.deliveries.log(id, log), () => client.webhookEndpoints.deliveries(id, log), {
    refetchMs: 10_000,
  });
  return (
    <Page
      title="Endpoint"
      side={
        <CopyAs
          method="GET"
          path={`/webhook-endpoints/${encodeURIComponent(id)}/deliveries?${new URLSearchParams(log).toString()}`}
          sdk={`client.webhookEndpoints.deliveries(${JSON.stringify(id)}, ${JSON.stringify(log)})`}
          cli={`judgment deliveries ${shellQuoted(id)}`}
        />
      }
    >
      <Loaded query={endpoint}>
        {(view) => (
          <>
            <Facts
              facts={[
                ['URL', view.url],
                ['Description', view.description ?? 'none'],
                ['Status', <Chip status={view.status} />],
                ['Failing since', <Moment at={view.failing_since} />],
                ['Deliveries (24 h)', countText(view.stats.deliveries_24h)],
                ['Succeeded', percentText(view.stats.success_rate_24h)],
                ['Events', typesText(view.events)],
                ['Namespaces', view.namespace_prefix || 'all'],
                [
                  'Max. deliveries per second',
                  view.max_per_second === null ? 'no limit' : countText(view.max_per_second),
                ],
              ]}
            />
            {mayChange && (
              <>
                <EndpointActions endpoint={view} />
                {view.enabled && <Recover endpoint={id} failingSince={view.failing_since} />}
                <EndpointSettings key={JSON.stringify(fieldsOf(view))} endpoint={view} />
                <Secret endpoint={view} />
              </>
            )}
          </>
        )}
      </Loaded>
      <Title order={2} size="h4">
        Deliveries
      </Title>
      <DeliveryHours endpoint={id} />
      <LogFilter place={place} />
      <Loaded query={list}>
        {(pages) => <DeliveryTable endpoint={id} rows={pages.flatMap(({ deliveries }) => deliveries)} />}
      </Loaded>
      <More list={list} />
    </Page>
  );
}
