import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { typesText } from '../../format/types-text';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/copy-as';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { Once } from '../../element/once';
import { Page } from '../../element/page';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { WideTable } from '../../element/wide-table';
import { countText, percentText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';

/** Endpoints that receive events, with how their deliveries went today. */
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
            empty="There is no endpoint: events are kept in the feed for 30 days."
            columns={[
              {
                title: 'Address',
                cell: ({ id, url }) => <AppLink to={addresses.endpoint(id)}>{originOf(url)}</AppLink>,
              },
              { title: 'Description', cell: ({ description }) => description ?? '–' },
              { title: 'Status', cell: ({ status }) => <Chip status={status} /> },
              { title: 'Since', cell: ({ failing_since: since }) => <Moment at={since} /> },
              { title: 'Events', cell: ({ events }) => typesText(events) },
              { title: 'Namespaces', cell: ({ namespace_prefix: prefix }) => prefix || 'all' },
              { title: 'Deliveries, 24 h', cell: ({ stats }) => countText(stats.deliveries_24h) },
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

function NewEndpoint() {
  const [url, setUrl] = useState('');
  const make = useChange((to: string) => client.webhookEndpoints.create({ url: to }), {
    concerns: [keys.endpoints.all],
  });
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(url);
        }}
      >
        <Stack gap="xs">
          <Group align="flex-end">
            <TextInput
              label="New endpoint"
              type="url"
              w={{ base: '100%', xs: 360 }}
              placeholder="https://example.com/hooks"
              required
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <Button type="submit" loading={make.isPending} disabled={url === ''}>
              Make
            </Button>
          </Group>
          {make.error !== null && <Refusal error={make.error} />}
          {make.data?.secret !== undefined && <Once name="Secret of its signatures" secret={make.data.secret} />}
        </Stack>
      </form>
    </Paper>
  );
}
