import type { BinView, CurvePointView } from '@app/contracts';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { Markup } from './markup';

/** Colours from the page's style sheet, which has a light and a dark scheme. */
export const colours = { raw: 'var(--raw)', calibrated: 'var(--calibrated)', third: 'var(--third)' };
const percent = { domain: [0, 1] as [number, number], tickFormat: '.0%' };
const margins = { marginTop: 28, marginBottom: 46, marginLeft: 46 };
/** A chart is drawn for wide and for narrow screens, and the style sheet shows one of them: letters keep their size. */
const sizes = [
  { className: 'chart wide', width: 640, scale: 1 },
  { className: 'chart narrow', width: 340, scale: 0.75 },
] as const;

/** The bins of one reading, raw or calibrated. */
export interface BinSeries {
  name: 'raw' | 'calibrated';
  bins: readonly BinView[];
  /** Labels in bins of equal width, from 0 to 1; none in a report from before they were counted. */
  histogram: readonly number[];
}

type Size = (typeof sizes)[number];

/** Draws a chart for each width of screen. @param description for readers that see no picture */
export function draw(options: Plot.PlotOptions & { height: number }, description: string): Markup {
  return new Markup(sizes.map((size) => drawn(options, size, description)).join(''));
}

function drawn(
  options: Plot.PlotOptions & { height: number },
  { className, width, scale }: Size,
  description: string,
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    ...margins,
    ...options,
    ...{ width, height: Math.round(options.height * scale) },
    x: { ...options.x, ticks: Math.round(width / 64) },
    document: document as unknown as Plot.PlotOptions['document'],
  });
  // The page's own style sheet holds the chart's rules: the content security policy allows no other.
  svg.querySelector('style')?.remove();
  svg.setAttribute('class', className);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', description);
  return svg.outerHTML;
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

/** The distribution of reads: bars of equal width, each as high as its share of the labels. */
export function histogramChart({ name, histogram }: BinSeries): Markup {
  const labels = histogram.reduce((sum, n) => sum + n, 0);
  const bars = histogram.map((n, bin) => ({
    start: bin / histogram.length,
    end: (bin + 1) / histogram.length,
    share: labels === 0 ? 0 : n / labels,
  }));
  return draw(
    {
      height: 220,
      x: { ...percent, label: 'What was read →' },
      y: { label: '↑ Share of labels', tickFormat: '.0%', grid: true, ticks: 4 },
      marks: [
        Plot.rectY(bars, { x1: 'start', x2: 'end', y: 'share', fill: colours[name], fillOpacity: 0.75, inset: 0.5 }),
        Plot.ruleY([0]),
      ],
    },
    `Histogram of the ${name} reads of ${labels} labelled answers.`,
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
        ...[true, false].map((isLeft) => nameMark(inForce, isLeft)),
        line('precision', colours.raw),
        line('recall', colours.calibrated, '8 3'),
        line('flagged', colours.third, '2 3'),
      ],
    },
    'Precision, recall and the share of answers flagged, by threshold.',
  );
}

/** The names of thresholds in one half of the axis. They grow toward the other half, so that they stay on the chart. */
function nameMark(inForce: readonly { name: string; at: number }[], isLeft: boolean): Plot.Markish {
  const half = inForce.filter(({ at }) => at < 0.5 === isLeft);
  const textAnchor = isLeft ? 'start' : 'end';
  return Plot.text(half, { x: 'at', text: 'name', frameAnchor: 'top', textAnchor, dy: -14, fill: 'currentColor' });
}
