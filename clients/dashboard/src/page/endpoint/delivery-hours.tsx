import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Loaded } from '../../element/loaded';
import { StackedBars } from '../../element/stacked-bars';
import { WideTable } from '../../element/wide-table';
import { countText } from '../../format/number';

/** Deliveries of the last day by hour. */
export function DeliveryHours({ endpoint }: { endpoint: string }) {
  const stats = useQuery({
    queryKey: ['endpoints', endpoint, 'hours'],
    queryFn: async () => (await client.webhookEndpoints.stats(endpoint, { hours: 24 })).hours,
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={stats} lines={3}>
      {(hours) => {
        const rows = hours.map((hour) => ({ ...hour, failed: hour.deliveries - hour.succeeded }));
        const sum = rows.reduce((total, { deliveries }) => total + deliveries, 0);
        const failed = rows.reduce((total, row) => total + row.failed, 0);
        if (sum === 0)
          return <Text c="dimmed">Nothing was delivered in 24 hours. “Send a test” tries the receiver.</Text>;
        return (
          <>
            <StackedBars
              sentence={`${countText(sum)} deliveries in 24 hours, ${countText(failed)} of them without success.`}
              parts={['succeeded', 'without success']}
              bars={rows.map(({ at, deliveries, succeeded, failed: lost }) => ({
                label: `${at.slice(11, 16)} UTC`,
                amounts: [succeeded, lost],
                words: countText(deliveries),
              }))}
            />
            <details>
              <summary>Deliveries by hour</summary>
              <WideTable
                name="Deliveries by hour"
                rows={rows.filter(({ deliveries }) => deliveries > 0)}
                rowKey={({ at }) => at}
                empty="Nothing was delivered in 24 hours."
                columns={[
                  { title: 'Hour (UTC)', cell: ({ at }) => at.slice(0, 16).replace('T', ' ') },
                  { title: 'Deliveries', cell: ({ deliveries }) => countText(deliveries) },
                  { title: 'Succeeded', cell: ({ succeeded }) => countText(succeeded) },
                  { title: 'Without success', cell: ({ failed: lost }) => countText(lost) },
                ]}
              />
            </details>
          </>
        );
      }}
    </Loaded>
  );
}
