import { SimpleGrid, Text } from '@mantine/core';
import type { FitPoint, Week } from '@app/charts';
import type { Schema } from '@app/sdk/client';
import { useMemo } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { ChartFigure } from '../../../element/chart/chart';
import type { Charts } from '../../../element/chart/plotted';
import { Loaded } from '../../../element/loading/loaded';
import { More, usePages } from '../../../element/loading/more';
import { answersText } from './drift-text';

/** Fits over time, and what came true each week against what was read. */
export function CalibrationHistory({ ns, name }: { ns: string; name: string }) {
  const pages = usePages(keys.calibration.fits(ns, name), () =>
    client.namespace(ns).judgments.get(name).calibrationHistory({ limit: 100, weeks: 52 }),
  );
  return (
    <Loaded query={pages}>
      {(found) => (
        <>
          <AnswersMoved weeks={found[0]?.answers ?? []} />
          <Drawn fits={found.flatMap(({ fits }) => fits)} weeks={found[0]?.weeks ?? []} />
          <More list={pages} />
        </>
      )}
    </Loaded>
  );
}

function AnswersMoved({ weeks }: { weeks: readonly Schema<'AnswerWeek'>[] }) {
  const text = answersText(weeks);
  return text === null ? null : <Text size="sm">{text}</Text>;
}

function Drawn({ fits, weeks }: { fits: readonly Schema<'PastFit'>[]; weeks: readonly Schema<'ReadWeek'>[] }) {
  const read = JSON.stringify([fits, weeks]);
  const draw = useMemo(() => {
    const [points, byWeek] = JSON.parse(read) as [FitPoint[], Week[]];
    return {
      loss: (charts: Charts) => charts.fitLossChart(points),
      error: (charts: Charts) => charts.fitErrorChart(points),
      drift: (charts: Charts) => charts.driftChart(byWeek),
    };
  }, [read]);
  return (
    <>
      {fits.length === 0 ? (
        <Text c="dimmed">No fits yet. One is made each night once there are labels, or on request.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <ChartFigure title="Log loss of fits" draw={draw.loss} />
          <ChartFigure title="Calibration error of fits" draw={draw.error} />
        </SimpleGrid>
      )}
      {weeks.length > 0 && <ChartFigure title="Predicted vs. actual by week" draw={draw.drift} />}
    </>
  );
}
