import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { ChartFigure } from '../../element/chart/chart';
import { Loaded } from '../../element/loading/loaded';
import type { Charts } from '../../element/chart/plotted';
import { WideTable } from '../../element/table/wide-table';
import { countedText, countText } from '../../format/number';

/** Deliveries of the last day by hour. */
export function DeliveryHours({ endpoint }: { endpoint: string }) {
  const stats = useQuery({
    queryKey: keys.endpoints.hours(endpoint),
    queryFn: async () => (await client.webhookEndpoints.stats(endpoint, { hours: 24 })).hours,
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={stats} lines={3}>
      {(hours) =>
        hours.every(({ deliveries }) => deliveries === 0) ? (
          <Text c="dimmed">No deliveries in the last 24 hours. Send a test event to check the receiver.</Text>
        ) : (
          <Hours hours={hours} />
        )
      }
    </Loaded>
  );
}

function Hours({ hours }: { hours: Schema<'EndpointHour'>[] }) {
  const rows = hours.map((hour) => ({ ...hour, failed: hour.deliveries - hour.succeeded }));
  const draw = useMemo(
    () => (charts: Charts) => {
      const sum = hours.reduce((total, { deliveries }) => total + deliveries, 0);
      const succeeded = hours.reduce((total, hour) => total + hour.succeeded, 0);
      return charts.barsChart({
        sentence: `${countedText(sum, 'delivery')} in 24 hours, ${countText(sum - succeeded)} failed or pending.`,
        parts: ['succeeded', 'failed or pending'],
        unit: 'Deliveries',
        bars: hours.map(({ at, deliveries, succeeded: done }) => ({
          label: `${at.slice(11, 16)} UTC`,
          amounts: [done, deliveries - done],
          words: countText(deliveries),
        })),
      });
    },
    [hours],
  );
  return (
    <ChartFigure
      title="Deliveries (24 hours)"
      draw={draw}
      behind={
        <details>
          <summary>Deliveries by hour</summary>
          <WideTable
            name="Deliveries by hour"
            rows={rows.filter(({ deliveries }) => deliveries > 0)}
            rowKey={({ at }) => at}
            empty="No deliveries in the last 24 hours."
            columns={[
              { title: 'Hour (UTC)', cell: ({ at }) => at.slice(0, 16).replace('T', ' ') },
              { title: 'Deliveries', cell: ({ deliveries }) => countText(deliveries) },
              { title: 'Succeeded', cell: ({ succeeded }) => countText(succeeded) },
              { title: 'Failed or pending', cell: ({ failed: lost }) => countText(lost) },
            ]}
          />
        </details>
      }
    />
  );
}
