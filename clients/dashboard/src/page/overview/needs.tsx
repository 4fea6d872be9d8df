import type { Schema } from '@app/sdk/client';
import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { driftsOf, driftType, needsOf, needTypes, silentOf, type Need } from './need';

/** Circuits make no events. */
const circuitsMs = 30_000;

/** What waits for a person, each with its age and its page. */
export function Needs() {
  const engines = useQuery({
    queryKey: keys.engines.all,
    queryFn: async () => await client.organization.engines(),
    refetchInterval: circuitsMs,
  });
  const endpoints = useQuery({ queryKey: keys.endpoints.inTrouble, queryFn: readTroubledEndpoints });
  const events = useQuery({
    queryKey: keys.events.needs,
    queryFn: async () => {
      const types = needTypes.join();
      const { events: newest } = await client.events.read({ order: 'newest', limit: 100, types });
      return needsOf(newest, Date.now());
    },
  });
  const drifts = useQuery({
    // Apart from the others: the fits of one night must not crowd them out of the newest hundred.
    queryKey: keys.events.drifts,
    queryFn: async () => {
      const { events: newest } = await client.events.read({ order: 'newest', limit: 100, types: driftType });
      return driftsOf(newest, Date.now());
    },
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Action required
      </Title>
      <Loaded query={engines} lines={1}>
        {({ engines: all }) => (
          <Loaded query={endpoints} lines={1}>
            {(troubled) => (
              <Loaded query={events} lines={1}>
                {(needs) => (
                  <Loaded query={drifts} lines={1}>
                    {(worse) => <NeedList silent={silentOf(all)} troubled={troubled} needs={[...needs, ...worse]} />}
                  </Loaded>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

function NeedList({
  silent,
  troubled,
  needs,
}: {
  silent: { name: string; since: string }[];
  troubled: Schema<'EndpointView'>[];
  needs: Need[];
}) {
  if (silent.length + troubled.length + needs.length === 0) return <Text c="dimmed">Nothing to do.</Text>;
  return (
    <List>
      {silent.map(({ name, since }) => (
        <List.Item key={name}>
          The engine <AppLink to="/engines">{name}</AppLink> is paused after repeated failures: <Moment at={since} />
        </List.Item>
      ))}
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
}

function addressOf({ page, namespace, judgment }: Need): string {
  if (page === 'namespace') return addresses.namespace(namespace);
  return addresses.judgment(namespace, judgment, page === 'judgment' ? undefined : page);
}

/** Endpoints that fail or are disabled, of all pages; the first twenty are enough to begin with. */
async function readTroubledEndpoints(): Promise<Schema<'EndpointView'>[]> {
  const troubled: Schema<'EndpointView'>[] = [];
  for await (const endpoint of client.webhookEndpoints.list()) {
    if (endpoint.status !== 'active') troubled.push(endpoint);
    if (troubled.length === 20) break;
  }
  return troubled;
}
