import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '@app/sdk/client';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useSession } from '../../sign-in/session';
import { Address } from './account-address';
import { Password } from './account-password';
import { Reach } from './account-reach';
import { Sessions } from './account-sessions';

/** The person's own name, keys, organizations, address, password and sessions. */
export function Account() {
  const { user } = useSession();
  const [name, setName] = useState(user.name ?? '');
  const change = useChange((body: Schema<'UserPatchBody'>) => identity.changeUser(body), {
    concerns: [keys.session],
    done: 'Account saved.',
  });
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name: name === '' ? null : name });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label="Name"
            disabled={!user.may_change_name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!user.may_change_name} loading={change.isPending}>
            Save
          </Button>
        </Group>
        {!user.may_change_name && (
          <Text size="sm" c="dimmed">
            This name is shared with other organizations and cannot be changed in this session.
          </Text>
        )}
      </form>
      <Switch
        label="Single-key shortcuts"
        checked={user.single_keys}
        onChange={(event) => change.mutate({ single_keys: event.currentTarget.checked })}
      />
      {change.error !== null && <Refusal error={change.error} />}
      <Reach />
      <Address />
      <Password />
      <Sessions />
    </Stack>
  );
}
