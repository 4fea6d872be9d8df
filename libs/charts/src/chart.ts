import type * as Plot from '@observablehq/plot';

/** Colours as variables of the page that shows the chart. */
export const colours = { raw: 'var(--raw)', calibrated: 'var(--calibrated)', third: 'var(--third)' } as const;

/** Variables of the page for the parts of bars, from the bottom. */
export const barColours = ['bar', 'warn', 'good', 'bad', 'calm'] as const;

/** How a key shows its series: as points of a shape, as a line, or as a part of a bar with a filling of its own. */
export type KeyShape =
  'circle' | 'square' | 'solid' | 'dashed' | 'dotted' | 'fill-1' | 'fill-2' | 'fill-3' | 'fill-4' | 'fill-5';

/** One series in words, with what it looks like. */
export interface Key {
  words: string;
  colour: keyof typeof colours | (typeof barColours)[number] | 'text';
  shape: KeyShape;
}

/** The figures behind a picture, as text. */
export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a chart shows, without the document that it is drawn in. */
export interface Chart {
  /** Width is the caller's; the height is for a wide screen, in pixels. */
  options: Plot.PlotOptions & { height: number };
  /** The chart in one sentence, for readers who see no picture. */
  sentence: string;
  keys: readonly Key[];
  table: ChartTable;
}

/** Room for the labels of axes, in pixels. The right side is Plot's own, 20. */
export const margins = { marginTop: 28, marginBottom: 46, marginLeft: 46, marginRight: 20 } as const;
/** An axis of shares. */
export const percentAxis = { domain: [0, 1] as [number, number], tickFormat: '.0%' };

export type Interval = readonly [number, number];
