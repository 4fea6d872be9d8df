import type { BinView, CurvePointView } from '@app/contracts';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { Markup } from './markup';

/** Colours from the page's style sheet, which has a light and a dark scheme. */
const colours = { raw: 'var(--raw)', calibrated: 'var(--calibrated)', third: 'var(--third)' };
const percent = { domain: [0, 1] as [number, number], tickFormat: '.0%' };
/** The margins fit the labels of the axes even on a narrow screen, where letters are larger. */
const size = { width: 640, marginTop: 28, marginBottom: 46, marginLeft: 46, className: 'chart' };

/** The bins of one reading, raw or calibrated. */
export interface BinSeries {
  name: 'raw' | 'calibrated';
  bins: readonly BinView[];
}

function draw(options: Plot.PlotOptions, description: string): Markup {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({ ...size, ...options, document: document as unknown as Plot.PlotOptions['document'] });
  // The page's own style sheet holds the chart's rules: the content security policy allows no other.
  svg.querySelector('style')?.remove();
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', description);
  return new Markup(svg.outerHTML);
}

/** The share that came true against the probability that was read. On the diagonal both agree. */
export function reliabilityChart(series: readonly BinSeries[]): Markup {
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
  return draw(
    {
      height: 440,
      grid: true,
      x: { ...percent, label: 'What was read →' },
      y: { ...percent, label: '↑ What came true' },
      r: { type: 'identity' },
      marks: [diagonal, ...marks],
    },
    'Reliability diagram: the share of answers that came true by the probability that was read, with 95 % intervals.',
  );
}

const low = ({ interval }: BinView) => interval?.[0] ?? 0;
const high = ({ interval }: BinView) => interval?.[1] ?? 1;
const radius = ({ occupancy }: BinView) => 3 + 8 * Math.sqrt(occupancy);

/** Narrowest bar, as a share of the axis: a bin of equal answers has no width of its own. */
const minWidth = 0.006;

/** The distribution of reads. The area of a bar is its share of the labels. */
export function histogramChart({ name, bins }: BinSeries): Markup {
  const bars = bins.map((bin) => {
    const width = Math.max(bin.high - bin.low, minWidth);
    const start = Math.min(bin.low, 1 - width);
    return { start, end: start + width, height: bin.occupancy / width };
  });
  return draw(
    {
      height: 220,
      x: { ...percent, label: 'What was read →' },
      y: { label: '↑ Density of labels', grid: true, ticks: 4 },
      marks: [
        Plot.rectY(bars, { x1: 'start', x2: 'end', y: 'height', fill: colours[name], fillOpacity: 0.75, inset: 0.5 }),
        Plot.ruleY([0]),
      ],
    },
    `Histogram of the ${name} reads of labelled answers.`,
  );
}

/** Precision, recall and the share flagged at each threshold, with the thresholds in force. */
export function thresholdChart(
  curve: readonly CurvePointView[],
  inForce: readonly { name: string; at: number }[],
): Markup {
  const line = (y: keyof CurvePointView, stroke: string, strokeDasharray?: string) =>
    Plot.line(curve, { x: 'threshold', y, stroke, strokeWidth: 2, curve: 'step-after', strokeDasharray });
  return draw(
    {
      height: 350,
      marginTop: 44,
      grid: true,
      x: { ...percent, label: 'Threshold →' },
      y: { ...percent, label: '↑ Share' },
      marks: [
        Plot.ruleX(inForce, { x: 'at', stroke: 'currentColor', strokeOpacity: 0.6 }),
        Plot.text(inForce, { x: 'at', text: 'name', frameAnchor: 'top', dy: -14, fill: 'currentColor' }),
        line('precision', colours.raw),
        line('recall', colours.calibrated, '8 3'),
        line('flagged', colours.third, '2 3'),
      ],
    },
    'Precision, recall and the share of answers flagged, by threshold.',
  );
}
