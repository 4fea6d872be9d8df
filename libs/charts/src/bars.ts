import * as Plot from '@observablehq/plot';
import { barColours, type Chart, type KeyShape } from './chart';

/** Amounts of one moment, from the bottom of the bar. */
export interface Bar {
  label: string;
  amounts: readonly number[];
  /** The sum as a person reads it. */
  words: string;
}

/** What bars are made of. */
export interface Bars {
  sentence: string;
  /** Names of the parts, from the bottom; five at most. */
  parts: readonly string[];
  bars: readonly Bar[];
  /** What the numbers beside the bars count, such as `USD`. */
  unit: string;
  /** A limit in the unit of the bars. */
  line?: { name: string; at: number };
}

/** How parts are filled and outlined, so that they differ without their colours. */
const fillings: readonly { shape: KeyShape; opacity: number; dash?: string }[] = [
  { shape: 'fill-1', opacity: 1 },
  { shape: 'fill-2', opacity: 0.25 },
  { shape: 'fill-3', opacity: 0.6 },
  { shape: 'fill-4', opacity: 0.25, dash: '5 3' },
  { shape: 'fill-5', opacity: 0.25, dash: '1 3' },
];
/** Half of a bar's width, where bars are 1 apart. */
const half = 0.4;

/** A limit that is higher than so many times the largest bar is named and not drawn: it would press the bars flat. */
const mostTimes = 4;

/** Amounts over time as bars of parts upon each other, with a line where a limit lies. */
export function barsChart({ sentence, parts, bars, unit, line }: Bars): Chart {
  const rects = bars.flatMap(({ label, amounts, words }, at) => {
    let below = 0;
    return amounts.flatMap((amount, part) => {
      const y1 = below;
      below += amount;
      if (amount <= 0) return [];
      return [{ part, x1: at - half, x2: at + half, y1, y2: below, title: `${label}, ${words}: ${parts[part]}` }];
    });
  });
  const largest = rects.reduce((most, { y2 }) => Math.max(most, y2), 0);
  const limit = line !== undefined && line.at <= mostTimes * largest ? line : undefined;
  return {
    options: {
      height: 200,
      grid: true,
      x: {
        label: null,
        domain: [-0.5, bars.length - 0.5],
        tickFormat: (at: number) => bars[at]?.label ?? '',
        tickSize: 0,
      },
      y: { label: `↑ ${unit}`, zero: true, nice: true, ticks: 4 },
      marks: [
        ...parts.map((_, part) =>
          Plot.rect(
            rects.filter((rect) => rect.part === part),
            {
              x1: 'x1',
              x2: 'x2',
              y1: 'y1',
              y2: 'y2',
              title: 'title',
              fill: `var(--${barColours[part]})`,
              fillOpacity: fillings[part].opacity,
              stroke: `var(--${barColours[part]})`,
              strokeDasharray: fillings[part].dash,
            },
          ),
        ),
        Plot.ruleY([0]),
        ...(limit
          ? [Plot.ruleY([limit.at], { stroke: 'currentColor', strokeDasharray: '6 4', strokeWidth: 1.5 })]
          : []),
      ],
    },
    sentence,
    keys: [
      ...parts.map((words, part) => ({ words, colour: barColours[part], shape: fillings[part].shape })),
      ...(line
        ? [{ words: limit ? line.name : `${line.name} (far above)`, colour: 'text', shape: 'dashed' } as const]
        : []),
    ],
    table: {
      columns: ['When', 'Sum', ...parts],
      rows: bars.map(({ label, words, amounts }) => [
        label,
        words,
        ...parts.map((_, part) => String(amounts[part] ?? 0)),
      ]),
    },
  };
}
