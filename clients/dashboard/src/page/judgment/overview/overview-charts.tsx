import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schema } from '@app/sdk/client';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { ChartFigure } from '../../../element/chart/chart';
import type { Charts } from '../../../element/chart/plotted';
import { Loaded } from '../../../element/loading/loaded';

/** The days that the charts show. */
const days = 90;

/** How late answers are and how many were made, by day. */
export function OverviewCharts({ ns, name, debounceMs }: { ns: string; name: string; debounceMs: number }) {
  const stats = useQuery({
    queryKey: keys.stats.of(ns, name, days),
    queryFn: async () => await client.namespace(ns).judgments.get(name).stats({ days }),
  });
  return <Loaded query={stats}>{(figures) => <Drawn figures={figures} debounceMs={debounceMs} />}</Loaded>;
}

function Drawn({ figures, debounceMs }: { figures: Schema<'JudgmentFigures'>; debounceMs: number }) {
  const draw = useMemo(
    () => ({
      lag: (charts: Charts) => charts.lagChart(figures.days, debounceMs),
      evaluations: (charts: Charts) => charts.evaluationsChart(figures.days),
    }),
    [figures, debounceMs],
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <ChartFigure title={`Freshness lag, ${days} days`} draw={draw.lag} />
      <ChartFigure title={`Answers by day, ${days} days`} draw={draw.evaluations} />
    </SimpleGrid>
  );
}
