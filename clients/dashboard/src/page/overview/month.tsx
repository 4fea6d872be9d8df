import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { ShareBar } from '../../element/chart/share-bar';
import { WideTable } from '../../element/table/wide-table';
import { countText, percentText, usdText } from '../../format/number';

/** Namespaces whose budgets are looked up: those that cost most. */
const mostNamespaces = 6;
/** Pages of namespaces, each of up to a thousand, among which those are looked for. */
const mostPages = 10;

/** The month's spend, how deliveries went in a day, and how far the budgets are used. */
export function Month() {
  const usage = useQuery({
    queryKey: keys.usage.ofMonth,
    queryFn: async () => await client.organization.usage({ limit: 1 }),
  });
  const deliveries = useQuery({ queryKey: keys.endpoints.deliveriesOfDay, queryFn: readDeliveriesOfDay });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        This month
      </Title>
      <Loaded query={usage} lines={2}>
        {(report) => (
          <Facts
            facts={[
              ['Spend', <AppLink to="/usage">{usdText(report.cost_usd)}</AppLink>],
              ['Judgment units', countText(report.judgment_units)],
              ['Active namespaces', countText(report.active_namespaces)],
              [
                'Deliveries (24 h)',
                <AppLink to="/endpoints">
                  {countText(deliveries.data?.made)}
                  {deliveries.data && deliveries.data.made > 0 && `, ${percentText(deliveries.data.rate)} succeeded`}
                </AppLink>,
              ],
            ]}
          />
        )}
      </Loaded>
      <Budgets />
    </Stack>
  );
}

function Budgets() {
  const budgets = useQuery({ queryKey: keys.usage.budgets, queryFn: readDearestBudgets, staleTime: 30_000 });
  return (
    <Loaded query={budgets} lines={1}>
      {(rows) =>
        rows.length > 0 && (
          <WideTable
            name="Budgets"
            rows={rows}
            rowKey={({ name }) => name}
            empty=""
            columns={[
              { title: 'Namespace', cell: ({ name }) => <AppLink to={addresses.namespace(name)}>{name}</AppLink> },
              { title: 'Spend', cell: ({ spent }) => usdText(spent) },
              { title: 'Monthly budget', cell: ({ budget }) => usdText(budget) },
              {
                title: 'Used',
                cell: ({ spent, budget }) => (
                  <>
                    <ShareBar share={budget > 0 ? Math.min(1, spent / budget) : 1} />{' '}
                    {budget > 0 ? percentText(spent / budget) : 'all'}
                  </>
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** Budgets of the namespaces that cost most this month. */
async function readDearestBudgets(): Promise<{ name: string; spent: number; budget: number }[]> {
  const dearest: { namespace: string; cost_usd: number }[] = [];
  let pages = 0;
  for await (const { namespaces } of client.organization.usage().pages()) {
    dearest.push(...namespaces);
    dearest.sort((a, b) => b.cost_usd - a.cost_usd).splice(mostNamespaces);
    pages += 1;
    if (pages === mostPages) break;
  }
  const read = await Promise.all(dearest.map(({ namespace }) => client.namespace(namespace).read()));
  return read.flatMap(({ name, budget, stats }) =>
    budget === null ? [] : [{ name, spent: stats.spend_month_usd, budget: budget.compute_usd_per_month }],
  );
}

/** Deliveries of 24 hours over the first hundred endpoints. */
async function readDeliveriesOfDay(): Promise<{ made: number; rate: number }> {
  const { webhook_endpoints: endpoints } = await client.webhookEndpoints.list();
  const made = endpoints.reduce((sum, { stats }) => sum + stats.deliveries_24h, 0);
  const succeeded = endpoints.reduce((sum, { stats }) => sum + stats.deliveries_24h * (stats.success_rate_24h ?? 0), 0);
  return { made, rate: made === 0 ? 1 : succeeded / made };
}
