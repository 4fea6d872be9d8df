import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loaded';
import { useNow } from '../../element/moment';
import { Page } from '../../element/page';
import { usePlace } from '../../element/use-place';
import { WideTable } from '../../element/wide-table';
import { countText, usdText } from '../../format/number';
import { monthOf } from '../../format/time';
import { UsageByDay } from './usage-by-day';

/** What a month cost, by namespace and judgment. */
export function UsagePage() {
  const place = usePlace();
  const now = useNow(60_000);
  const month = place.value('month') || monthOf(now);
  const usage = useQuery({
    queryKey: ['usage', month],
    queryFn: async () => await client.organization.usage({ month }),
  });
  return (
    <Page title="Usage">
      <TextInput
        label="Month"
        type="month"
        max={monthOf(now)}
        value={month}
        w={200}
        onChange={(event) => place.set({ month: event.currentTarget.value })}
      />
      <Loaded query={usage}>
        {(report) => (
          <>
            <Facts
              facts={[
                ['Spend', usdText(report.cost_usd)],
                ['In all', usdText(report.total_cost_usd ?? report.cost_usd)],
                ['Judgment units', countText(report.judgment_units)],
                ['Tokens', countText(report.tokens)],
                ['Active namespaces', countText(report.active_namespaces)],
              ]}
            />
            <WideTable
              name="Usage by namespace"
              rows={report.namespaces}
              rowKey={({ namespace }) => namespace}
              empty="Nothing was judged in this month."
              columns={[
                {
                  title: 'Namespace',
                  cell: ({ namespace }) => <AppLink to={addresses.judgments(namespace)}>{namespace}</AppLink>,
                },
                { title: 'Spend', cell: ({ cost_usd: cost }) => usdText(cost) },
                { title: 'Judgment units', cell: ({ judgment_units: units }) => countText(units) },
                { title: 'Tokens', cell: ({ tokens }) => countText(tokens) },
                {
                  title: 'By judgment',
                  cell: ({ by_judgment: by }) =>
                    Object.entries(by)
                      .map(([name, units]) => `${name} ${countText(units)}`)
                      .join(', '),
                },
              ]}
            />
          </>
        )}
      </Loaded>
      <UsageByDay month={month} />
    </Page>
  );
}
