import { Text } from '@mantine/core';
import type { Cut } from '@app/thresholds';
import { cutOf } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addresses } from '../../../address/address';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { AppLink } from '../../../element/app-link';
import { ChartFigure } from '../../../element/chart/chart';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import type { Charts } from '../../../element/chart/plotted';
import { Facts } from '../../../element/facts';
import { percentText, percentWithin } from '../../../format/number';
import { valueOf } from './editable';
import { pointAt } from './curve-point';
import { missingLabels } from './labels-enough';
import { ThresholdHandle } from './threshold-handle';

/** Precision, recall and the share flagged at each value, with a handle; without enough labels the volume alone. */
export function ThresholdCurve({
  ns,
  judgment,
  report,
  cut,
  threshold,
  domain,
  volume,
  onMove,
}: JudgmentProps & {
  report: Schema<'CalibrationReport'>;
  cut: Cut;
  threshold: string;
  domain: [number, number];
  volume: UseQueryResult<Schema<'AnswerDistribution'>>;
  onMove: (value: number) => void;
}) {
  const { name, thresholds } = judgment;
  const missing = missingLabels(report, cut.on, cut.side);
  const found = useQuery({
    queryKey: keys.curve.on(ns, name, cut.on),
    // The curve is the same for each target.
    queryFn: async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .recommendation({ on: cut.on, target: 'precision', at_least: '0.9' }),
    enabled: missing === null,
  });
  const curve = missing === null ? found.data?.curve : undefined;
  const quantiles = volume.data?.quantiles;
  const inForce = JSON.stringify(
    Object.entries(thresholds)
      .map(([called, value]) => ({ name: called, cut: cutOf(valueOf(value)) }))
      .filter((one) => one.cut.on === cut.on)
      .map((one) => ({ name: one.name, at: one.cut.at })),
  );
  const [low, high] = domain;
  const draw = useCallback(
    (charts: Charts) => {
      const bounds = JSON.parse(inForce) as { name: string; at: number }[];
      return curve
        ? charts.thresholdChart(curve as Parameters<Charts['thresholdChart']>[0], bounds, [low, high])
        : charts.volumeChart(quantiles ?? [], bounds, [low, high]);
    },
    [curve, quantiles, inForce, low, high],
  );
  const point = curve && pointAt(curve, cut.at);
  return (
    <>
      {missing !== null && (
        <Text size="sm">
          {missing} <AppLink to={addresses.review(ns, name)}>Review</AppLink> creates labels.
        </Text>
      )}
      <ChartFigure title={curve ? 'Precision and recall by threshold' : 'Volume by threshold'} draw={draw}>
        <ThresholdHandle name={threshold} value={cut.at} domain={domain} onMove={onMove} />
      </ChartFigure>
      {curve && (
        <Facts
          facts={[
            ['Flagged (labels)', percentText(point?.flagged ?? 0)],
            ['Precision', percentWithin(point?.precision, point?.precision_interval)],
            ['Recall', percentWithin(point?.recall, point?.recall_interval)],
          ]}
        />
      )}
    </>
  );
}
