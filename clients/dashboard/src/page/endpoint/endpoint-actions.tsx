import type { Schema } from '@app/sdk/client';
import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { eventTypes, type EventType } from './event-types';

/** What owners and admins do with an endpoint. */
export function EndpointActions({ endpoint: { id, url, enabled, status } }: { endpoint: Schema<'EndpointView'> }) {
  const [, go] = useLocation();
  const [type, setType] = useState<EventType>('webhook.test');
  const concerns = [keys.endpoints.of(id), keys.deliveries.of(id)];
  const test = useChange((of: EventType) => client.webhookEndpoints.test(id, { type: of }), {
    concerns,
    done: 'A test event is on its way.',
  });
  const enable = useChange((_given: void) => client.webhookEndpoints.update(id, { enabled: !enabled }), {
    concerns: [keys.endpoints.all, ...concerns],
  });
  const remove = useChange(
    async (_given: void) => {
      await client.webhookEndpoints.delete(id);
      go('/endpoints');
    },
    { concerns: [keys.endpoints.all], done: 'The endpoint is deleted.' },
  );
  const error = [test, enable].find((change) => change.error !== null)?.error;
  return (
    <Stack gap="xs">
      {!enabled && (
        <Alert color="yellow" title="Nothing is sent to this endpoint">
          {status === 'disabled' && 'It failed for too long, or somebody disabled it. '}
          Mend the receiver, enable the endpoint, then send again what was lost.
          <Group mt="xs">
            <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate()}>
              Enable
            </Button>
          </Group>
        </Alert>
      )}
      <Group gap="xs" align="flex-end">
        <Select
          size="xs"
          label="Test of type"
          data={eventTypes}
          allowDeselect={false}
          value={type}
          onChange={(value) => setType((value ?? 'webhook.test') as EventType)}
        />
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate(type)}>
          Send a test
        </Button>
        {enabled && (
          <Button size="xs" variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
            Disable
          </Button>
        )}
        <Ask words="Delete" question={`Nothing is sent to ${url} any more, and its log goes.`} change={remove} />
      </Group>
      {error !== undefined && <Refusal error={error} />}
    </Stack>
  );
}
