import type { Schema } from '@app/sdk/client';
import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { needsOf, needTypes, type Need } from './need';

/** What waits for a person, each with its age and its page. */
export function Needs() {
  const endpoints = useQuery({ queryKey: ['endpoints', 'troubled'], queryFn: troubledEndpoints });
  const events = useQuery({
    queryKey: ['events', 'needs'],
    queryFn: async () => {
      const types = needTypes.join();
      const { events: newest } = await client.events.read({ order: 'newest', limit: 100, types });
      return needsOf(newest, Date.now());
    },
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Needs you
      </Title>
      <Loaded query={endpoints} lines={1}>
        {(troubled) => (
          <Loaded query={events} lines={1}>
            {(needs) => {
              if (troubled.length + needs.length === 0) return <Text c="dimmed">Nothing waits for you.</Text>;
              return (
                <List>
                  {troubled.map(({ id, url, status, failing_since: since }) => (
                    <List.Item key={id}>
                      <Chip status={status} /> <AppLink to={addresses.endpoint(id)}>{new URL(url).origin}</AppLink>{' '}
                      {since !== undefined && (
                        <>
                          fails since <Moment at={since} />
                        </>
                      )}
                    </List.Item>
                  ))}
                  {needs.map((need) => (
                    <List.Item key={need.key}>
                      {need.words}: <AppLink to={addressOf(need)}>{need.judgment || need.namespace}</AppLink>{' '}
                      <Moment at={need.at} />
                    </List.Item>
                  ))}
                </List>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

function addressOf({ page, namespace, judgment }: Need): string {
  if (page === 'namespace') return addresses.namespace(namespace);
  return addresses.judgment(namespace, judgment, page === 'alternatives' ? 'alternatives' : undefined);
}

/** Endpoints that fail or are disabled, of all pages; the first twenty are enough to begin with. */
async function troubledEndpoints(): Promise<Schema<'EndpointView'>[]> {
  const troubled: Schema<'EndpointView'>[] = [];
  for await (const endpoint of client.webhookEndpoints.list()) {
    if (endpoint.status !== 'active') troubled.push(endpoint);
    if (troubled.length === 20) break;
  }
  return troubled;
}
