import type { Schema } from '@app/sdk/client';
import { Paper, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { useChange } from '../../element/hook/use-change';
import { changesOf, fieldsOf } from './endpoint-fields';
import { EndpointForm } from './endpoint-form';

/** The form offers types that the service knows, and keeps what it does not. */
type Body = Parameters<typeof client.webhookEndpoints.update>[1];

/** Changes what an endpoint was made with. Deliveries that wait go to a new address. */
export function EndpointSettings({ endpoint }: { endpoint: Schema<'EndpointView'> }) {
  const { id } = endpoint;
  const [fields, setFields] = useState(() => fieldsOf(endpoint));
  const changes = changesOf(endpoint, fields);
  const save = useChange((given: typeof changes) => client.webhookEndpoints.update(id, given as Body), {
    concerns: [keys.endpoints.all],
    done: 'Endpoint saved.',
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="Settings">
      <Stack gap="xs">
        <Title order={2} size="h5">
          Settings
        </Title>
        <EndpointForm
          fields={fields}
          words="Save endpoint"
          isIdle={Object.keys(changes).length === 0}
          isPending={save.isPending}
          error={save.error}
          onChange={(part) => {
            save.reset();
            setFields({ ...fields, ...part });
          }}
          onSubmit={() => save.mutate(changes)}
        />
      </Stack>
    </Paper>
  );
}
