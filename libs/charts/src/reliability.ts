import * as Plot from '@observablehq/plot';
import { Chart, ChartTable, Interval, Key, colours, percentAxis } from './chart';
import { intervalText, percentText } from './text';

/** Labels whose reads lie close together. */
export interface Bin {
  low: number;
  high: number;
  n: number;
  /** Share of all labels, in (0, 1]. */
  occupancy: number;
  mean_p: number;
  observed: number;
  /** 95 %, of `observed`. */
  interval: Interval | null;
}

/** The bins of one reading, raw or calibrated. */
export interface BinSeries {
  name: 'raw' | 'calibrated';
  bins: readonly Bin[];
  /** Labels in bins of equal width, from 0 to 1; none in a report from before they were counted. */
  histogram: readonly number[];
}

const low = ({ interval }: Bin) => interval?.[0] ?? 0;
const high = ({ interval }: Bin) => interval?.[1] ?? 1;
const radius = ({ occupancy }: Bin) => 3 + 8 * Math.sqrt(occupancy);

/** The share that came true against the probability that was read. On the diagonal both agree; large points hold many labels. */
export function reliabilityChart(series: readonly BinSeries[]): Chart {
  const marks = series.flatMap(({ name, bins }) => {
    const points = bins.filter(({ interval }) => interval !== null);
    const [shift, symbol] = name === 'raw' ? [-2, 'circle' as const] : [2, 'square' as const];
    return [
      Plot.ruleX(points, { x: 'mean_p', y1: low, y2: high, stroke: colours[name], strokeWidth: 2, dx: shift }),
      Plot.line(bins, { x: 'mean_p', y: 'observed', stroke: colours[name], strokeOpacity: 0.45, dx: shift }),
      Plot.dot(bins, { x: 'mean_p', y: 'observed', fill: colours[name], r: radius, symbol, dx: shift }),
    ];
  });
  const diagonal = Plot.line(
    [
      [0, 0],
      [1, 1],
    ],
    { stroke: 'currentColor', strokeDasharray: '4 4', strokeOpacity: 0.6 },
  );
  return {
    options: {
      height: 440,
      grid: true,
      x: { ...percentAxis, label: 'Predicted →' },
      y: { ...percentAxis, label: '↑ Actual' },
      r: { type: 'identity' },
      marks: [diagonal, ...marks],
    },
    sentence: 'Reliability diagram: the actual share of answers by their predicted probability, with 95 % intervals.',
    keys: series.map(({ name }): Key => ({
      words: name,
      colour: name,
      shape: name === 'raw' ? 'circle' : 'square',
    })),
    table: binTable(series),
  };
}

function binTable(series: readonly BinSeries[]): ChartTable {
  return {
    columns: ['Reading', 'From', 'To', 'Labels', 'Predicted', 'Actual', '95 % interval'],
    rows: series.flatMap(({ name, bins }) =>
      bins.map(({ low: from, high: to, n, mean_p, observed, interval }) => [
        ...[name, percentText(from), percentText(to), String(n), percentText(mean_p), percentText(observed)],
        intervalText(interval),
      ]),
    ),
  };
}

/** The distribution of reads: bars of equal width, each as high as its share of the labels. */
export function densityChart({ name, histogram }: BinSeries): Chart {
  const labels = histogram.reduce((sum, n) => sum + n, 0);
  const bars = histogram.map((n, bin) => ({
    start: bin / histogram.length,
    end: (bin + 1) / histogram.length,
    share: labels === 0 ? 0 : n / labels,
    n,
  }));
  return {
    options: {
      height: 220,
      x: { ...percentAxis, label: 'Predicted →' },
      y: { label: '↑ Share of labels', tickFormat: '.0%', grid: true, ticks: 4 },
      marks: [
        Plot.rectY(bars, { x1: 'start', x2: 'end', y: 'share', fill: colours[name], fillOpacity: 0.75, inset: 0.5 }),
        Plot.ruleY([0]),
      ],
    },
    sentence: `Histogram of the ${name} predictions of ${labels} labelled answers.`,
    keys: [],
    table: {
      columns: ['Predicted from', 'To', 'Labels'],
      rows: bars.map(({ start, end, n }) => [percentText(start), percentText(end), String(n)]),
    },
  };
}
