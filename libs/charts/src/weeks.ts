import * as Plot from '@observablehq/plot';
import { Chart, Interval, colours, percentAxis } from './chart';
import { intervalText, percentText } from './text';

/** The labels of a week beside how they are read. */
export interface Week {
  /** Monday, such as `2026-11-16`. */
  week: string;
  labels: number;
  /** Documents of the labels; left out by builds from before it. */
  documents?: number;
  mean_read: number;
  observed: number;
  /** 95 %, of `observed`. */
  interval: Interval;
}

const time = ({ week }: Week) => new Date(`${week}T00:00:00Z`);

/** Drift: what came true each week, with its interval, against what was read of the same answers. */
export function driftChart(weeks: readonly Week[]): Chart {
  return {
    options: {
      height: 240,
      grid: true,
      x: { type: 'utc', label: null },
      y: { ...percentAxis, label: '↑ Share' },
      marks: [
        Plot.ruleX(weeks, {
          x: time,
          y1: ({ interval }: Week) => interval[0],
          y2: ({ interval }: Week) => interval[1],
          stroke: colours.raw,
          strokeWidth: 2,
        }),
        Plot.dot(weeks, { x: time, y: 'observed', fill: colours.raw, r: 4 }),
        Plot.line(weeks, {
          x: time,
          y: 'mean_read',
          stroke: colours.calibrated,
          strokeDasharray: '8 3',
          strokeWidth: 2,
        }),
        Plot.dot(weeks, { x: time, y: 'mean_read', fill: colours.calibrated, r: 3, symbol: 'square' }),
      ],
    },
    sentence: `Predicted and actual shares by week, with 95 % intervals; weeks: ${weeks.length}.`,
    keys: [
      { words: 'actual (circles, 95 % intervals)', colour: 'raw', shape: 'circle' },
      { words: 'predicted (dashed, squares)', colour: 'calibrated', shape: 'dashed' },
    ],
    table: {
      columns: ['Week of', 'Labels', 'Documents', 'Predicted', 'Actual', '95 % interval'],
      rows: weeks.map(({ week, labels, documents, mean_read, observed, interval }) => [
        ...[week, String(labels), documents === undefined ? '-' : String(documents)],
        ...[percentText(mean_read), percentText(observed), intervalText(interval)],
      ]),
    },
  };
}
