import { SimpleGrid, Title } from '@mantine/core';
import type { BinSeries } from '@app/charts';
import type { Schema } from '@app/sdk/client';
import { useMemo } from 'react';
import { ChartFigure } from '../../../element/chart/chart';
import type { Charts } from '../../../element/chart/plotted';
import { WideTable } from '../../../element/table/wide-table';
import { countText, intervalText, shareText } from '../../../format/number';

/** What was read against what came true: the diagram, the distribution of the reads, and the bins. */
export function CalibrationCharts({ report }: { report: Schema<'CalibrationReport'> }) {
  const { bins } = report;
  const drawings = useMemo(() => drawingsOf(seriesOf(report)), [report]);
  return (
    <>
      <Title order={2} size="h4">
        Predicted vs. actual
      </Title>
      {bins.length > 0 && (
        <>
          <ChartFigure
            title="Reliability: on the dashed line both agree; larger points have more labels"
            draw={drawings.reliability}
          />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            {drawings.densities.map(({ name, draw }) => (
              <ChartFigure key={name} title={`Distribution of ${name} predictions`} draw={draw} />
            ))}
          </SimpleGrid>
        </>
      )}
      <WideTable
        name="Bins"
        rows={bins}
        rowKey={({ low }) => String(low)}
        empty="No labels yet. Label answers under Review."
        columns={[
          { title: 'From', cell: ({ low }) => shareText(low) },
          { title: 'To', cell: ({ high }) => shareText(high) },
          { title: 'Labels', cell: ({ n }) => countText(n) },
          { title: 'Mean probability', cell: ({ mean_p: p }) => shareText(p) },
          { title: 'Observed', cell: ({ observed }) => shareText(observed) },
          { title: '95 % interval', cell: ({ interval }) => intervalText(interval) },
        ]}
      />
    </>
  );
}

function seriesOf(report: Schema<'CalibrationReport'>): BinSeries[] {
  const { fit, bins, raw_bins: rawBins, histogram = [], raw_histogram: rawHistogram = [] } = report;
  const raw = { name: 'raw', bins: rawBins, histogram: rawHistogram };
  const calibrated = { name: 'calibrated', bins, histogram };
  // The API document has no pairs, so that intervals are lists in its types.
  return (fit === null ? [raw] : [raw, calibrated]) as BinSeries[];
}

function drawingsOf(series: readonly BinSeries[]) {
  return {
    reliability: (charts: Charts) => charts.reliabilityChart(series),
    densities: series
      .filter(({ histogram }) => histogram.length > 0)
      .map((one) => ({ name: one.name, draw: (charts: Charts) => charts.densityChart(one) })),
  };
}
