import type { Chart } from '@app/charts';
import { margins } from '@app/charts';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { Markup } from './markup';

/** A chart is drawn for wide and for narrow screens, and the style sheet shows one of them: letters keep their size. */
const sizes = [
  { className: 'chart wide', width: 640, scale: 1 },
  { className: 'chart narrow', width: 340, scale: 0.75 },
] as const;

type Size = (typeof sizes)[number];

/** Draws a chart for each width of screen. */
export function renderChart(chart: Pick<Chart, 'options' | 'sentence'>): Markup {
  return new Markup(sizes.map((size) => renderSvg(chart, size)).join(''));
}

function renderSvg(
  { options, sentence }: Pick<Chart, 'options' | 'sentence'>,
  { className, width, scale }: Size,
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    ...margins,
    ...options,
    width,
    height: Math.round(options.height * scale),
    x: { ...options.x, ticks: Math.round(width / 64) },
    document: document as unknown as Plot.PlotOptions['document'],
  });
  // The page's own style sheet holds the chart's rules: the content security policy allows no other.
  svg.querySelector('style')?.remove();
  svg.setAttribute('class', className);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', sentence);
  return svg.outerHTML;
}
