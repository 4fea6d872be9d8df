import { typesText } from '../../format/types-text';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/file/copy-as';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { WideTable } from '../../element/table/wide-table';
import { countText, percentText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { NewEndpoint } from './new-endpoint';

/** Endpoints that receive events, with how their deliveries went today, and the form of a new one. */
export function EndpointsPage() {
  const list = usePages(keys.endpoints.pages, () => client.webhookEndpoints.list(), { refetchMs: 30_000 });
  return (
    <Page
      title="Endpoints"
      side={
        <CopyAs
          method="GET"
          path="/webhook-endpoints"
          sdk="client.webhookEndpoints.list()"
          cli="judgment endpoints list"
        />
      }
    >
      {useMayChange() && <NewEndpoint />}
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="Endpoints"
            rows={pages.flatMap(({ webhook_endpoints: endpoints }) => endpoints)}
            rowKey={({ id }) => id}
            empty="No endpoints yet. Events are kept in the feed for 30 days."
            columns={[
              {
                title: 'URL',
                cell: ({ id, url }) => <AppLink to={addresses.endpoint(id)}>{originOf(url)}</AppLink>,
              },
              { title: 'Description', cell: ({ description }) => description ?? '–' },
              { title: 'Status', cell: ({ status }) => <Chip status={status} /> },
              { title: 'Since', cell: ({ failing_since: since }) => <Moment at={since} /> },
              { title: 'Events', cell: ({ events }) => typesText(events) },
              { title: 'Namespaces', cell: ({ namespace_prefix: prefix }) => prefix || 'all' },
              { title: 'Deliveries (24 h)', cell: ({ stats }) => countText(stats.deliveries_24h) },
              { title: 'Succeeded', cell: ({ stats }) => percentText(stats.success_rate_24h) },
              { title: 'Last', cell: ({ stats }) => <Moment at={stats.last_delivery_at} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
    </Page>
  );
}

/** The origin alone: a path may hold a secret, and somebody may look over the shoulder. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
