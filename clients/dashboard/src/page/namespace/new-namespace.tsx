import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';

/** Makes a namespace and shows it. */
export function NewNamespace() {
  const [name, setName] = useState('');
  const [, go] = useLocation();
  const create = useChange(
    async () => {
      await client.namespaces.create({ name });
      go(addresses.namespace(name));
    },
    { concerns: [keys.namespaces.all], done: 'Namespace created.' },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label="New namespace"
            description="Separated by slashes, such as acme/prod/t1"
            required
            value={name}
            onChange={(event) => {
              create.reset();
              setName(event.currentTarget.value);
            }}
          />
          <Button type="submit" size="xs" variant="default" disabled={name === ''} loading={create.isPending}>
            Create namespace
          </Button>
        </Group>
        {create.error !== null && <Refusal error={create.error} />}
      </Stack>
    </form>
  );
}
