import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Loaded } from '../../element/loaded';
import { ShareBar } from '../../element/share-bar';
import { WideTable } from '../../element/wide-table';
import { countText, usdText } from '../../format/number';

/** What judging cost on each day of a month, UTC. The rows add up to the month. */
export function UsageByDay({ month }: { month: string }) {
  const daily = useQuery({
    queryKey: ['usage', 'daily', month],
    queryFn: async () => await client.organization.usageByDay({ month }),
  });
  return (
    <Loaded query={daily}>
      {({ days, undated }) => {
        const most = Math.max(...days.map(({ cost_usd: cost }) => cost), 0);
        const rows = undated.judgment_units > 0 ? [{ day: 'Without a day', ...undated }, ...days] : days;
        return (
          <WideTable
            name="Usage by day"
            rows={rows}
            rowKey={({ day }) => day}
            empty="The month has not begun."
            columns={[
              { title: 'Day (UTC)', cell: ({ day }) => day },
              { title: 'Spend', cell: ({ cost_usd: cost }) => usdText(cost) },
              {
                title: 'Of the dearest day',
                cell: ({ cost_usd: cost }) => <ShareBar share={most > 0 ? Math.min(1, cost / most) : null} />,
              },
              { title: 'Judgment units', cell: ({ judgment_units: units }) => countText(units) },
              { title: 'Tokens', cell: ({ tokens }) => countText(tokens) },
            ]}
          />
        );
      }}
    </Loaded>
  );
}
