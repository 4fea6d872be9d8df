import type { Schema } from '@app/sdk/client';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Once } from '../../element/loading/once';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { useMayChange } from '../../sign-in/session';

const roles = ['read_write', 'read_only'] as const;

/** Keys of programs: made once shown once, revoked within a second. */
export function Keys() {
  if (!useMayChange()) return <Text c="dimmed">Only owners and admins can see and create API keys.</Text>;
  return <KeyTable />;
}

function KeyTable() {
  const list = usePages(keys.apiKeys.all, () => client.apiKeys.list());
  return (
    <Stack>
      <NewKey />
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="API keys"
            rows={pages.flatMap(({ api_keys: keys }) => keys)}
            rowKey={({ id }) => id}
            empty="No API keys yet."
            columns={[
              { title: 'Prefix', cell: ({ prefix }) => prefix },
              { title: 'Description', cell: ({ description }) => description ?? '–' },
              { title: 'Role', cell: ({ role }) => role.replace('_', ' ') },
              { title: 'Scope', cell: ({ scope }) => scope },
              { title: 'Created', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <Moment at={at} />) },
              { title: 'Expires', cell: ({ expires_at: at }) => (at === null ? 'never' : <Moment at={at} />) },
              { title: 'Revoke', cell: (key) => <Revoke apiKey={key} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
    </Stack>
  );
}

function Revoke({ apiKey: { id, prefix } }: { apiKey: Schema<'ApiKeyView'> }) {
  const revoke = useChange((_given: void) => client.apiKeys.revoke(id), {
    concerns: [keys.apiKeys.all],
    done: 'API key revoked.',
  });
  return (
    <Ask words="Revoke" question={`Requests with the key ${prefix}… are refused within a second.`} change={revoke} />
  );
}

function NewKey() {
  const [description, setDescription] = useState('');
  const [scope, setScope] = useState('*');
  const [role, setRole] = useState<(typeof roles)[number]>('read_write');
  const make = useChange(() => client.apiKeys.create({ role, scope, ...(description && { description }) }), {
    concerns: [keys.apiKeys.all],
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TextInput
            label="Scope (*, a namespace, or a prefix such as acme/*)"
            required
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value)}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: value.replace('_', ' ') }))}
            value={role}
            onChange={(next) => setRole(next === 'read_only' ? 'read_only' : 'read_write')}
          />
          <Button type="submit" loading={make.isPending}>
            Create API key
          </Button>
        </Group>
        {make.error !== null && <Refusal error={make.error} />}
        {make.data?.key !== undefined && <Once name="API key" secret={make.data.key} />}
      </Stack>
    </form>
  );
}
