import type { Schema } from '@app/sdk/client';
import { Button, Group, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { Ask } from '../../element/ask';
import { Once } from '../../element/once';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { useNow } from '../../element/moment';

const dayMs = 86_400_000;

/** What owners and admins do with an endpoint. */
export function EndpointActions({ endpoint: { id, url, enabled } }: { endpoint: Schema<'EndpointView'> }) {
  const [, go] = useLocation();
  const now = useNow(60_000);
  const concerns = [
    ['endpoints', id],
    ['deliveries', id],
  ];
  const test = useChange(() => client.webhookEndpoints.test(id, {}), { concerns, done: 'A test event is on its way.' });
  const enable = useChange(() => client.webhookEndpoints.update(id, { enabled: !enabled }), { concerns });
  const recover = useChange(() => client.webhookEndpoints.recover(id, { since: new Date(now - dayMs).toISOString() }), {
    concerns,
    done: ({ queued }) => `${queued} deliveries are sent again.`,
  });
  const rotate = useChange((_given: void) => client.webhookEndpoints.rotateSecret(id), { concerns });
  const remove = useChange(
    async (_given: void) => {
      await client.webhookEndpoints.delete(id);
      go('/endpoints');
    },
    { concerns: [['endpoints']], done: 'The endpoint is deleted.' },
  );
  const error = [test, enable, recover].find((change) => change.error !== null)?.error;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button size="xs" variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button size="xs" variant="default" loading={recover.isPending} onClick={() => recover.mutate()}>
          Send what failed in 24 h again
        </Button>
        <Ask
          words="Rotate the secret"
          question="The secret before stays valid for a while; receivers must take the new one."
          change={rotate}
        />
        <Ask words="Delete" question={`Nothing is sent to ${url} any more, and its log goes.`} change={remove} />
      </Group>
      {error !== undefined && <Refusal error={error} />}
      {rotate.data?.secret !== undefined && <Once name="New secret" secret={rotate.data.secret} />}
    </Stack>
  );
}
