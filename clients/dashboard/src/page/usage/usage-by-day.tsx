import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { WideTable } from '../../element/table/wide-table';
import { countText, usdText } from '../../format/number';
import { daysIn, forecastOf, type Forecast } from './forecast';
import { SpendBars } from './spend-bars';
import { useJudgmentDays } from './use-judgment-days';

/** Days that the service keeps of a judgment. */
const mostDays = 92;

/**
 * What judging cost on each day of a month, UTC, by judgment, with the budget spread over its days. The rows add up to the
 * month.
 * @param prefix a namespace or prefix; empty for all
 */
export function UsageByDay({
  month,
  prefix,
  report,
  nowMs,
}: {
  month: string;
  prefix: string;
  report: Schema<'UsageReport'>;
  nowMs: number;
}) {
  const daily = useQuery({
    queryKey: keys.usage.daily(month, prefix),
    queryFn: async () => await client.organization.usageByDay({ month, ...(prefix && { namespace_prefix: prefix }) }),
  });
  const isOne = prefix !== '' && !prefix.endsWith('*');
  const namespace = useQuery({
    queryKey: keys.namespace.of(prefix),
    queryFn: async () => await client.namespace(prefix).read(),
    enabled: isOne,
  });
  const back = Math.ceil((nowMs - Date.parse(`${month}-01T00:00:00Z`)) / 86_400_000) + 1;
  const byJudgment = useJudgmentDays(month, unitsOf(report), prefix === '' ? Math.min(mostDays, Math.max(1, back)) : 0);
  const budget = isOne ? namespace.data?.budget?.compute_usd_per_month : undefined;
  return (
    <Loaded query={daily}>
      {({ days, undated }) => {
        const judgments = prefix === '' ? byJudgment.data : undefined;
        const newest = [...days].reverse();
        const rows = undated.judgment_units > 0 ? [...newest, { day: 'Without a day', ...undated }] : newest;
        const forecast =
          back <= daysIn(month) + 1
            ? forecastOf(
                days.map((day) => day.cost_usd),
                daysIn(month),
              )
            : null;
        return (
          <>
            <SpendBars
              month={month}
              days={days}
              judgments={judgments}
              budget={budget}
              behind={
                <details>
                  <summary>Usage by day</summary>
                  <WideTable
                    name="Usage by day"
                    rows={rows}
                    rowKey={({ day }) => day}
                    empty="This month has not started."
                    columns={[
                      { title: 'Day (UTC)', cell: ({ day }) => day },
                      { title: 'Spend', cell: ({ cost_usd: cost }) => usdText(cost) },
                      { title: 'Judgment units', cell: ({ judgment_units: units }) => countText(units) },
                      { title: 'Tokens', cell: ({ tokens }) => countText(tokens) },
                    ]}
                  />
                </details>
              }
            />
            {judgments && judgments.names.length > 0 && (
              <Text size="sm">Amounts per judgment may differ from the bill by cents, because of rounding.</Text>
            )}
            {forecast && (
              <Text size="sm">
                Forecast for the month: {rangeText(forecast)}
                {budget !== undefined && ` of a budget of ${usdText(budget)}`}.
              </Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Units of a month by judgment over all namespaces, most first. */
export function unitsOf({ by_judgment: units = {} }: Pick<Schema<'UsageReport'>, 'by_judgment'>): [string, number][] {
  return Object.entries(units).sort(([, a], [, b]) => b - a);
}

function rangeText({ low, high }: Forecast): string {
  const [from, to] = [usdText(low), usdText(high)];
  return from === to ? `at about ${to}` : `between ${from} and ${to}`;
}
