import * as Plot from '@observablehq/plot';
import { Chart, Interval, colours } from './chart';
import { numberText } from './text';

/** A fit with the figures of its time. */
export interface FitPoint {
  made_at: string;
  engine_version: string;
  new_epoch: boolean;
  labels: { count: number };
  /** Documents of the labels; null of a fit from before they were counted. */
  documents?: number | null;
  /** By which rule the figures were counted; a fit from before it was kept is of rule 1. */
  rule?: number;
  log_loss: number | null;
  log_loss_interval: Interval | null;
  raw_log_loss: number | null;
  ece: number | null;
  ece_noise_floor: { mean: number; high: number } | null;
}

const time = ({ made_at }: FitPoint) => new Date(made_at);
const byTime = (fits: readonly FitPoint[]) =>
  [...fits].sort((a, b) => (a.made_at < b.made_at ? -1 : a.made_at > b.made_at ? 1 : 0));

/** Where the engine's answers began to move: a vertical line with dots. */
function epochs(fits: readonly FitPoint[]): Plot.Markish[] {
  const first = fits.filter(({ new_epoch }) => new_epoch);
  return [
    Plot.ruleX(first, { x: time, stroke: 'currentColor', strokeDasharray: '1 4', strokeOpacity: 0.7 }),
    Plot.text(first, { x: time, text: () => 'new epoch', frameAnchor: 'top', dy: -14, fill: 'currentColor' }),
  ];
}

/** Where figures began to be counted by another rule, so that those before and after do not compare. */
function rules(fits: readonly FitPoint[]): Plot.Markish[] {
  const first = fits.filter((fit, at) => at > 0 && ruleOf(fit) !== ruleOf(fits[at - 1]));
  return [
    Plot.ruleX(first, { x: time, stroke: 'currentColor', strokeDasharray: '6 2', strokeOpacity: 0.7 }),
    Plot.text(first, {
      x: time,
      text: (fit: FitPoint) => `counted by rule ${ruleOf(fit)}`,
      frameAnchor: 'bottom',
      dy: -4,
      fill: 'currentColor',
    }),
  ];
}

const ruleOf = ({ rule = 1 }: FitPoint) => rule;

const columns = [
  'Created',
  'Epoch',
  'Labels',
  'Documents',
  'Rule',
  'Log loss',
  'Log loss, raw',
  'Calibration error',
  'Expected by chance',
];
const tableOf = (fits: readonly FitPoint[]) => ({
  columns,
  rows: fits.map((fit) => {
    const { made_at, engine_version, labels, documents, log_loss, raw_log_loss, ece, ece_noise_floor: floor } = fit;
    return [
      ...[made_at.slice(0, 16).replace('T', ' '), engine_version, String(labels.count)],
      ...[documents == null ? '-' : String(documents), String(ruleOf(fit))],
      ...[log_loss, raw_log_loss, ece, floor?.mean].map(numberText),
    ];
  }),
});

/** Log loss of each fit, with its interval, beside that of the raw answers. */
export function fitLossChart(given: readonly FitPoint[]): Chart {
  const fits = byTime(given);
  const withInterval = fits.filter(({ log_loss_interval }) => log_loss_interval);
  const isKnown = (y: 'log_loss' | 'raw_log_loss') => fits.filter((fit) => fit[y] !== null);
  return {
    options: {
      height: 240,
      grid: true,
      x: { type: 'utc', label: null },
      y: { label: '↑ Log loss (lower is better)', zero: true, nice: true },
      marks: [
        ...epochs(fits),
        ...rules(fits),
        Plot.line(isKnown('raw_log_loss'), { x: time, y: 'raw_log_loss', stroke: colours.raw, strokeDasharray: '8 3' }),
        Plot.dot(isKnown('raw_log_loss'), { x: time, y: 'raw_log_loss', fill: colours.raw, r: 3 }),
        Plot.ruleX(withInterval, {
          x: time,
          y1: ({ log_loss_interval: ends }: FitPoint) => ends?.[0],
          stroke: colours.calibrated,
          y2: ({ log_loss_interval: ends }: FitPoint) => ends?.[1],
          strokeWidth: 2,
        }),
        Plot.line(isKnown('log_loss'), { x: time, y: 'log_loss', stroke: colours.calibrated }),
        Plot.dot(isKnown('log_loss'), { x: time, y: 'log_loss', fill: colours.calibrated, r: 4, symbol: 'square' }),
      ],
    },
    sentence: `Log loss of ${fits.length} fits over time, with 95 % intervals, beside that of the raw answers.`,
    keys: [
      { words: 'calibrated (solid, squares)', colour: 'calibrated', shape: 'solid' },
      { words: 'raw (dashed, circles)', colour: 'raw', shape: 'dashed' },
    ],
    table: tableOf(fits),
  };
}

/** Calibration error of each fit above the band that perfectly calibrated reads would show. */
export function fitErrorChart(given: readonly FitPoint[]): Chart {
  const fits = byTime(given).filter(({ ece }) => ece !== null);
  const floored = fits.filter(({ ece_noise_floor: floor }) => floor !== null);
  return {
    options: {
      height: 220,
      grid: true,
      x: { type: 'utc', label: null },
      y: { label: '↑ Calibration error', zero: true, nice: true },
      marks: [
        ...epochs(fits),
        ...rules(fits),
        Plot.areaY(floored, {
          x: time,
          y1: 0,
          y2: ({ ece_noise_floor: floor }: FitPoint) => floor?.high,
          fill: colours.third,
          fillOpacity: 0.2,
        }),
        Plot.line(floored, {
          x: time,
          y: ({ ece_noise_floor: floor }: FitPoint) => floor?.mean,
          stroke: colours.third,
          strokeDasharray: '2 3',
          strokeWidth: 2,
        }),
        Plot.line(fits, { x: time, y: 'ece', stroke: colours.calibrated }),
        Plot.dot(fits, { x: time, y: 'ece', fill: colours.calibrated, r: 4, symbol: 'square' }),
      ],
    },
    sentence: `Calibration error of ${fits.length} fits over time, beside the error expected by chance.`,
    keys: [
      { words: 'calibration error (squares)', colour: 'calibrated', shape: 'square' },
      { words: 'expected by chance: mean, and up to the 95th percentile (band)', colour: 'third', shape: 'dotted' },
    ],
    table: tableOf(fits),
  };
}
