import type { PageOperation, Schema } from '@app/sdk/client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { MomentField } from '../../element/moment-field';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { countedText, countText } from '../../format/number';
import { instantOf, minuteOf } from '../../format/time';

const dayMs = 86_400_000;
/** Deliveries of a status that are counted before the answer is "or more". */
const mostCounted = 1_000;
/** What a recovery sends again: what ran out of attempts, and what came while the endpoint was disabled. */
const lost = ['failed', 'skipped'] as const;

/** Sends again what was lost since a moment, after saying how much that is. */
export function Recover({ endpoint, failingSince }: { endpoint: string; failingSince: string | undefined }) {
  const [minute, setMinute] = useState(() => minuteOf(failingSince ? Date.parse(failingSince) : Date.now() - dayMs));
  const since = instantOf(minute);
  const counts = useQuery({
    queryKey: keys.deliveries.lost(endpoint, since),
    queryFn: async () => {
      const [failed = 0, skipped = 0] = await Promise.all(
        lost.map((status) => readCountOf(client.webhookEndpoints.deliveries(endpoint, { status, since, limit: 100 }))),
      );
      return { sum: failed + skipped, isMore: failed >= mostCounted || skipped >= mostCounted };
    },
    enabled: since !== undefined,
    refetchInterval: 15_000,
  });
  const recover = useChange((from: string) => client.webhookEndpoints.recover(endpoint, { since: from }), {
    concerns: [keys.endpoints.all, keys.deliveries.of(endpoint)],
    done: ({ queued }) => `Replays ${countedText(queued, 'delivery')}.`,
  });
  const { sum, isMore } = counts.data ?? { sum: 0, isMore: false };
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h5">
          Replay failed deliveries
        </Title>
        <Group align="flex-end">
          <MomentField label="Failed since" value={minute} onChange={setMinute} />
          <Button
            size="xs"
            variant="default"
            disabled={since === undefined || sum === 0}
            loading={recover.isPending}
            onClick={() => since !== undefined && recover.mutate(since)}
          >
            Replay{' '}
          </Button>
          <Text size="sm" role="status">
            {counts.data !== undefined &&
              `${countText(sum)}${isMore ? ' or more' : ''} deliveries failed or were skipped since then.`}
          </Text>
        </Group>
        {counts.error && <Refusal error={counts.error} />}
        {recover.error !== null && <Refusal error={recover.error} />}
      </Stack>
    </Paper>
  );
}

async function readCountOf(list: PageOperation<Schema<'DeliveryList'>, unknown>): Promise<number> {
  let count = 0;
  for await (const { deliveries } of list.pages()) {
    count += deliveries.length;
    if (count >= mostCounted) break;
  }
  return count;
}
