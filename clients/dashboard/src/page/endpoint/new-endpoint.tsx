import { Button, Paper, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Once } from '../../element/loading/once';
import { useChange } from '../../element/hook/use-change';
import { bodyOf, type EndpointFields, newFields } from './endpoint-fields';
import { EndpointForm } from './endpoint-form';

/** The form offers types that the service knows, and keeps what it does not. */
type Body = Parameters<typeof client.webhookEndpoints.create>[0];

/** Makes an endpoint and shows the secret of its signatures, which its page shows again. */
export function NewEndpoint() {
  const [fields, setFields] = useState<EndpointFields | null>(null);
  const create = useChange((typed: EndpointFields) => client.webhookEndpoints.create(bodyOf(typed) as Body), {
    concerns: [keys.endpoints.all],
    done: 'Endpoint created.',
  });
  const secret = create.data?.secret;
  if (fields === null) {
    return (
      <Stack gap="xs">
        <div>
          <Button size="xs" onClick={() => setFields(newFields)}>
            New endpoint
          </Button>
        </div>
        {secret !== undefined && <Once name="Signing secret" secret={secret} isShownAgain />}
      </Stack>
    );
  }
  return (
    <Paper withBorder p="md" component="section" aria-label="New endpoint">
      <Stack gap="xs">
        <Title order={2} size="h5">
          New endpoint
        </Title>
        <EndpointForm
          fields={fields}
          words="Create endpoint"
          isIdle={false}
          isPending={create.isPending}
          error={create.error}
          onChange={(part) => setFields({ ...fields, ...part })}
          onSubmit={() => create.mutate(fields, { onSuccess: () => setFields(null) })}
        />
      </Stack>
    </Paper>
  );
}
