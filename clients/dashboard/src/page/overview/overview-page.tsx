import { Code, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loaded';
import { Page } from '../../element/page';
import { countText, usdText } from '../../format/number';
import { useSession } from '../../sign-in/session';

const firstSteps = [
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"name":"acme/first"}' ${globalThis.location.origin}/v1/namespaces`,
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"upsert":[{"id":"1","state":{"note":"hello"}}]}' ${globalThis.location.origin}/v1/namespaces/acme%2Ffirst/documents`,
];

/** What needs people, the month's spend, and the first steps of a new organization. */
export function OverviewPage() {
  const { organization } = useSession();
  return (
    <Page title="Overview">
      <Needs />
      <Spend />
      <FirstSteps name={organization.name} />
    </Page>
  );
}

function Needs() {
  const endpoints = useQuery({ queryKey: ['endpoints', 'troubled'], queryFn: troubledEndpoints });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Needs you
      </Title>
      <Loaded query={endpoints} lines={1}>
        {(troubled) => {
          if (troubled.length === 0) return <Text c="dimmed">No endpoint fails.</Text>;
          return (
            <List>
              {troubled.map(({ id, url, status }) => (
                <List.Item key={id}>
                  <Chip status={status} /> <AppLink to={addresses.endpoint(id)}>{url}</AppLink>
                </List.Item>
              ))}
            </List>
          );
        }}
      </Loaded>
    </Stack>
  );
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

function Spend() {
  const usage = useQuery({ queryKey: ['usage', ''], queryFn: async () => await client.organization.usage() });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        This month
      </Title>
      <Loaded query={usage} lines={2}>
        {(report) => (
          <Facts
            facts={[
              ['Spend', <AppLink to="/usage">{usdText(report.cost_usd)}</AppLink>],
              ['Judgment units', countText(report.judgment_units)],
              ['Tokens', countText(report.tokens)],
              ['Active namespaces', countText(report.active_namespaces)],
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function FirstSteps({ name }: { name: string }) {
  const namespaces = useQuery({
    queryKey: ['namespaces', 'any'],
    queryFn: async () => await client.namespaces.list({ limit: 1 }),
  });
  if (namespaces.data === undefined || namespaces.data.namespaces.length > 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        First steps of {name}
      </Title>
      <Text>Make a namespace, write a document into it, then make a judgment.</Text>
      {firstSteps.map((step) => (
        <Code block key={step} tabIndex={0}>
          {step}
        </Code>
      ))}
      <AppLink to={addresses.judgments('acme/first')}>Judgments of acme/first</AppLink>
    </Stack>
  );
}
