import * as Plot from '@observablehq/plot';
import { Chart, Interval, colours, margins, percentAxis } from './chart';
import { intervalText, numberText, percentText } from './text';

/** What a threshold reaches on labels. */
export interface CurvePoint {
  threshold: number;
  flagged: number;
  precision: number;
  recall: number;
  /** 95 %; left out by services from before them. */
  precision_interval?: Interval | null;
  recall_interval?: Interval | null;
}
export interface NamedBound {
  name: string;
  at: number;
}

/** Room above the curves for the names of thresholds, in pixels. */
const namesAbove = 44;

/**
 * Precision and recall with their bands, and the share flagged, at each threshold; ticks at those in force.
 * @param domain of the number that the threshold reads; [0, 1] for probabilities
 */
export function thresholdChart(
  curve: readonly CurvePoint[],
  inForce: readonly NamedBound[],
  domain: readonly [number, number] = [0, 1],
): Chart {
  const line = (y: keyof CurvePoint, stroke: string, strokeDasharray?: string) =>
    Plot.line(curve, { x: 'threshold', y, stroke, strokeWidth: 2, curve: 'step-after', strokeDasharray });
  const band = (of: 'precision_interval' | 'recall_interval', fill: string) =>
    Plot.areaY(
      curve.filter((point) => point[of]),
      {
        x: 'threshold',
        y1: (point: CurvePoint) => point[of]?.[0],
        y2: (point: CurvePoint) => point[of]?.[1],
        fill,
        fillOpacity: 0.14,
        curve: 'step-after',
      },
    );
  const isShare = domain[0] === 0 && domain[1] === 1;
  const axis = isShare ? percentAxis : { domain: [...domain] };
  return {
    options: {
      ...margins,
      height: 350,
      marginTop: namesAbove,
      grid: true,
      x: { ...axis, label: 'Threshold →' },
      y: { ...percentAxis, label: '↑ Share' },
      marks: [
        Plot.ruleX(inForce, { x: 'at', stroke: 'currentColor', strokeOpacity: 0.6 }),
        ...[true, false].map((isLeft) => nameMark(inForce, isLeft, (domain[0] + domain[1]) / 2)),
        band('precision_interval', colours.raw),
        band('recall_interval', colours.calibrated),
        line('precision', colours.raw),
        line('recall', colours.calibrated, '8 3'),
        line('flagged', colours.third, '2 3'),
      ],
    },
    sentence: 'Precision, recall and the share of answers flagged, by threshold.',
    keys: [
      { words: 'precision (solid)', colour: 'raw', shape: 'solid' },
      { words: 'recall (long dashes)', colour: 'calibrated', shape: 'dashed' },
      { words: 'share flagged (short dashes)', colour: 'third', shape: 'dotted' },
    ],
    table: {
      columns: ['Threshold', 'Precision', '95 %', 'Recall', '95 %', 'Flagged'],
      rows: curve.map(({ threshold, precision, recall, flagged, precision_interval, recall_interval }) => [
        ...[numberText(threshold), percentText(precision), intervalText(precision_interval)],
        ...[percentText(recall), intervalText(recall_interval), percentText(flagged)],
      ]),
    },
  };
}

/** The names of thresholds in one half of the axis. They grow toward the other half, so that they stay on the chart. */
function nameMark(inForce: readonly NamedBound[], isLeft: boolean, middle: number): Plot.Markish {
  const half = inForce.filter(({ at }) => at < middle === isLeft);
  const textAnchor = isLeft ? 'start' : 'end';
  return Plot.text(half, { x: 'at', text: 'name', frameAnchor: 'top', textAnchor, dy: -14, fill: 'currentColor' });
}

/**
 * The share of current answers at or above each value, from quantiles.
 * @param quantiles ascending, evenly spaced by rank; at least one
 */
export function volumeChart(
  quantiles: readonly number[],
  inForce: readonly NamedBound[],
  domain: readonly [number, number] = [0, 1],
): Chart {
  const last = Math.max(1, quantiles.length - 1);
  const points = quantiles.map((at, rank) => ({ at, share: 1 - rank / last }));
  const chart = thresholdChart([], inForce, domain);
  return {
    ...chart,
    options: {
      ...chart.options,
      marks: [
        ...(chart.options.marks ?? []),
        Plot.line(points, { x: 'at', y: 'share', stroke: colours.third, strokeWidth: 2, strokeDasharray: '2 3' }),
      ],
    },
    sentence: 'The share of current answers flagged, by threshold.',
    keys: [{ words: 'share of current answers flagged', colour: 'third', shape: 'dotted' }],
    table: {
      columns: ['Threshold', 'Flagged'],
      rows: points.filter((_, rank) => rank % 10 === 0).map(({ at, share }) => [numberText(at), percentText(share)]),
    },
  };
}
