import * as Plot from '@observablehq/plot';
import { Chart, Interval, colours, margins } from './chart';
import { intervalText, numberText } from './text';
import { NamedBound } from './threshold';

/** Expected cost of an answer at a threshold. */
export interface CostPoint {
  /** Null flags none. */
  threshold: number | null;
  cost: number;
  /** 95 %. */
  cost_interval: Interval | null;
}

/** A cost that does not depend on the threshold, such as that of flagging none. */
export interface FixedCost {
  name: string;
  cost: number;
}

/** Room above the curve for the names of thresholds, in pixels. */
const namesAbove = 44;

/**
 * Expected cost of an answer over thresholds with its band; a tick at each threshold in force, and level lines for flagging none and all.
 * @param domain of the number that the threshold reads
 */
export function costChart(
  curve: readonly CostPoint[],
  inForce: readonly NamedBound[],
  fixed: readonly FixedCost[],
  domain: readonly [number, number] = [0, 1],
): Chart {
  const drawn = curve.filter(({ threshold }) => threshold !== null);
  const [low, high] = [
    (point: CostPoint) => point.cost_interval?.[0] ?? point.cost,
    (point: CostPoint) => point.cost_interval?.[1] ?? point.cost,
  ];
  return {
    options: {
      ...margins,
      height: 300,
      marginTop: namesAbove,
      grid: true,
      x: { domain: [...domain], label: 'Threshold →' },
      y: { label: '↑ Cost per answer', zero: true, nice: true },
      marks: [
        Plot.ruleX(inForce, { x: 'at', stroke: 'currentColor', strokeOpacity: 0.6 }),
        Plot.text(inForce, { x: 'at', text: 'name', frameAnchor: 'top', dy: -14, fill: 'currentColor' }),
        Plot.ruleY(fixed, { y: 'cost', stroke: colours.third, strokeDasharray: '2 3' }),
        Plot.text(fixed, {
          y: 'cost',
          text: 'name',
          frameAnchor: 'right',
          dx: -4,
          dy: -8,
          textAnchor: 'end',
          fill: 'currentColor',
        }),
        Plot.areaY(drawn, {
          x: 'threshold',
          y1: low,
          y2: high,
          fill: colours.raw,
          fillOpacity: 0.14,
          curve: 'step-after',
        }),
        Plot.line(drawn, { x: 'threshold', y: 'cost', stroke: colours.raw, strokeWidth: 2, curve: 'step-after' }),
      ],
    },
    sentence: 'Expected cost per answer, by threshold, beside flagging none and all.',
    keys: [
      { words: 'cost per answer (solid)', colour: 'raw', shape: 'solid' },
      { words: 'flagging none or all (short dashes)', colour: 'third', shape: 'dotted' },
    ],
    table: {
      columns: ['Threshold', 'Cost', '95 %'],
      rows: curve.map(({ threshold, cost, cost_interval }) => [
        threshold === null ? 'flags none' : numberText(threshold),
        numberText(cost),
        intervalText(cost_interval, numberText),
      ]),
    },
  };
}
