import type { Schema } from '@app/sdk/client';
import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { eventTypes, type EventType } from './event-types';

/** What owners and admins do with an endpoint. */
export function EndpointActions({ endpoint: { id, url, enabled, status } }: { endpoint: Schema<'EndpointView'> }) {
  const [, go] = useLocation();
  const [type, setType] = useState<EventType>('webhook.test');
  const concerns = [keys.endpoints.of(id), keys.deliveries.of(id)];
  const test = useChange((of: EventType) => client.webhookEndpoints.test(id, { type: of }), {
    concerns,
    done: 'Test event sent.',
  });
  const enable = useChange((_given: void) => client.webhookEndpoints.update(id, { enabled: !enabled }), {
    concerns: [keys.endpoints.all, ...concerns],
  });
  const remove = useChange(
    async (_given: void) => {
      await client.webhookEndpoints.delete(id);
      go('/endpoints');
    },
    { concerns: [keys.endpoints.all], done: 'Endpoint deleted.' },
  );
  const error = [test, enable].find((change) => change.error !== null)?.error;
  return (
    <Stack gap="xs">
      {!enabled && (
        <Alert color="yellow" title="This endpoint is disabled">
          {status === 'disabled' && 'It failed for too long, or someone disabled it. '}
          Fix the receiver, enable the endpoint, then replay failed deliveries.
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
          label="Event type of the test"
          data={eventTypes}
          allowDeselect={false}
          value={type}
          onChange={(value) => setType((value ?? 'webhook.test') as EventType)}
        />
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate(type)}>
          Send test event
        </Button>
        {enabled && (
          <Button size="xs" variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
            Disable
          </Button>
        )}
        <Ask
          words="Delete"
          question={`No more events are sent to ${url}, and its delivery log is deleted.`}
          change={remove}
        />
      </Group>
      {error !== undefined && <Refusal error={error} />}
    </Stack>
  );
}
