import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { CopyCommand } from '../../element/file/copy-command';
import { slugOf } from '../../format/slug';
import { useMayChange } from '../../sign-in/session';

/** What a new organization does first, in three steps; nothing once it has a namespace. */
export function FirstSteps({ name }: { name: string }) {
  const mayChange = useMayChange();
  const namespaces = useQuery({
    queryKey: keys.namespaces.any,
    queryFn: async () => await client.namespaces.list({ limit: 1 }),
  });
  if (namespaces.data === undefined || namespaces.data.namespaces.length > 0) return null;
  const first = `${slugOf(name)}/first`;
  const base = `${globalThis.location.origin}/v1`;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Get started with {name}
      </Title>
      {mayChange && (
        <Group>
          <Button component={Link} href={addresses.import()}>
            Try with your own data
          </Button>
          <Text size="sm">A CSV or JSON file, and a question about it. Or by the command line:</Text>
        </Group>
      )}
      <List type="ordered">
        <List.Item>
          Create an API key under <AppLink to="/settings?tab=keys">Settings</AppLink>, then sign in with the command
          line:
          <CopyCommand command={`judgment login --base-url ${base} -n ${first}`} />
        </List.Item>
        <List.Item>
          Import documents from a file. The first one creates the namespace:
          <CopyCommand command={`judgment import documents.csv -n ${first} --id id`} />
        </List.Item>
        <List.Item>
          Ask a question about them: <AppLink to={addresses.editor(first)}>create a judgment</AppLink>, from a starter
          or your own.
        </List.Item>
      </List>
    </Stack>
  );
}
