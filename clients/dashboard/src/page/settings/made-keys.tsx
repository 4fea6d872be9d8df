import type { Schema } from '@app/sdk/client';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';

/** The API keys that a member made. They outlive the member, so the person who removes the member sees them first. */
export function MadeKeys({ memberId }: { memberId: string }) {
  const made = useQuery({ queryKey: keys.apiKeys.madeBy(memberId), queryFn: () => readMadeBy(memberId) });
  return (
    <Loaded query={made} lines={1}>
      {(shown) =>
        shown.length === 0 ? (
          <Text>They created no API key that is still valid.</Text>
        ) : (
          <>
            <Text>They created these API keys, which stay valid until you revoke them:</Text>
            <List aria-label="API keys that they created">
              {shown.map(({ id, prefix, description, scope }) => (
                <List.Item key={id}>
                  {prefix}…, {description ?? 'no description'}, for {scope}
                </List.Item>
              ))}
            </List>
          </>
        )
      }
    </Loaded>
  );
}

async function readMadeBy(memberId: string): Promise<Schema<'ApiKeyView'>[]> {
  const made: Schema<'ApiKeyView'>[] = [];
  for await (const key of client.apiKeys.list()) {
    const isValid = key.expires_at === null || Date.parse(key.expires_at) > Date.now();
    if (isValid && key.made_by === `user:${memberId}`) made.push(key);
  }
  return made;
}
