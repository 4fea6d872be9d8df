import type { Schema } from '@app/sdk/client';
import { Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useMayChange } from '../../sign-in/session';
import { Quotas } from './quotas';

/** Name, plan and switches of the organization. */
export function Organization() {
  const organization = useQuery({
    queryKey: keys.organization.all,
    queryFn: async () => await client.organization.read(),
  });
  return <Loaded query={organization}>{(view) => <Fields key={view.name} view={view} />}</Loaded>;
}

function Fields({ view }: { view: Schema<'OrganizationView'> }) {
  const mayChange = useMayChange();
  const [name, setName] = useState(view.name);
  const change = useChange((body: Schema<'OrganizationPatchBody'>) => client.organization.update(body), {
    concerns: [keys.organization.all, keys.session],
    done: 'Organization saved.',
  });
  return (
    <Stack>
      <Facts
        facts={[
          ['Name', view.name],
          ['Plan', view.plan],
          ['Suggestions', view.suggestions ? 'on' : 'off'],
          ['Members may label', view.members_may_label ? 'yes' : 'no'],
          ['Not production', view.non_production_prefixes.join(', ') || 'none'],
          ['Created', <Moment at={view.created_at} />],
        ]}
      />
      <Quotas />
      {mayChange ? (
        <>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              change.mutate({ name });
            }}
          >
            <Stack align="flex-start" gap="xs">
              <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
              <Button type="submit" disabled={name === view.name || name === ''} loading={change.isPending}>
                Rename
              </Button>
            </Stack>
          </form>
          <Switch
            label="Suggestions: let a language model draft wordings. No documents are sent to it."
            checked={view.suggestions}
            onChange={(event) => change.mutate({ suggestions: event.currentTarget.checked })}
          />
          <Switch
            label="Members may label: let members label answers"
            checked={view.members_may_label}
            onChange={(event) => change.mutate({ members_may_label: event.currentTarget.checked })}
          />
        </>
      ) : (
        <Text c="dimmed">Read-only access: owners and admins make changes.</Text>
      )}
      {change.error !== null && <Refusal error={change.error} />}
    </Stack>
  );
}
