import * as Plot from '@observablehq/plot';
import { Chart, colours } from './chart';
import { lengthText } from './text';

/** Figures of a judgment on one day. */
export interface Day {
  /** Such as `2026-11-25`, UTC. */
  day: string;
  evaluations: number;
  failures: number;
  truncated: number;
  freshness_lag_p50_ms: number;
  freshness_lag_p90_ms: number;
}

const time = ({ day }: Day) => new Date(`${day}T00:00:00Z`);
const seconds = (of: 'freshness_lag_p50_ms' | 'freshness_lag_p90_ms') => (day: Day) => day[of] / 1_000;

/** How late answers are by day, beside the time that a change waits in any case. Days without answers have no point. */
export function lagChart(all: readonly Day[], debounceMs: number): Chart {
  const days = all.filter(({ evaluations }) => evaluations > 0);
  const line = (of: 'freshness_lag_p50_ms' | 'freshness_lag_p90_ms', stroke: string, strokeDasharray?: string) => [
    Plot.line(days, { x: time, y: seconds(of), stroke, strokeWidth: 2, strokeDasharray }),
    Plot.dot(days, {
      x: time,
      y: seconds(of),
      fill: stroke,
      r: 3,
      symbol: strokeDasharray === undefined ? 'square' : 'circle',
    }),
  ];
  return {
    options: {
      height: 220,
      grid: true,
      x: { type: 'utc', label: null },
      y: {
        label: '↑ Seconds',
        zero: true,
        nice: true,
        ...(days.length === 0 && { domain: [0, Math.max(1, debounceMs / 1_000)] }),
      },
      marks: [
        Plot.ruleY([debounceMs / 1_000], { stroke: colours.third, strokeDasharray: '2 3', strokeWidth: 2 }),
        ...line('freshness_lag_p50_ms', colours.calibrated),
        ...line('freshness_lag_p90_ms', colours.raw, '8 3'),
      ],
    },
    sentence: `Time from a change to its answer on ${days.length} days, beside the debounce of ${lengthText(debounceMs)}.`,
    keys: [
      { words: 'median (solid)', colour: 'calibrated', shape: 'solid' },
      { words: '90th percentile (dashed)', colour: 'raw', shape: 'dashed' },
      { words: 'debounce (dotted)', colour: 'third', shape: 'dotted' },
    ],
    table: {
      columns: ['Day', 'Median', '90th percentile', 'Answers'],
      rows: days.map(({ day, freshness_lag_p50_ms: p50, freshness_lag_p90_ms: p90, evaluations }) => [
        ...[day, lengthText(p50), lengthText(p90), String(evaluations)],
      ]),
    },
  };
}

/** Answers by day as bars, with what failed and what was cut as lines. */
export function evaluationsChart(days: readonly Day[]): Chart {
  const dayMs = 86_400_000;
  const end = (day: Day) => new Date(time(day).getTime() + dayMs);
  const middle = (day: Day) => new Date(time(day).getTime() + dayMs / 2);
  const most = Math.max(
    0,
    ...days.flatMap(({ evaluations, failures, truncated }) => [evaluations, failures, truncated]),
  );
  return {
    options: {
      height: 220,
      grid: true,
      x: { type: 'utc', label: null },
      y: { label: '↑ Answers', zero: true, nice: true, ...scaleOf(most) },
      marks: [
        Plot.rectY(days, {
          x1: time,
          x2: end,
          y: 'evaluations',
          fill: colours.third,
          fillOpacity: 0.4,
          insetLeft: 0.5,
        }),
        Plot.line(days, { x: middle, y: 'failures', stroke: colours.raw, strokeWidth: 2 }),
        Plot.line(days, {
          x: middle,
          y: 'truncated',
          stroke: colours.calibrated,
          strokeWidth: 2,
          strokeDasharray: '8 3',
        }),
        Plot.ruleY([0]),
      ],
    },
    sentence: `Answers, asks that failed, and answers to a cut context on ${days.length} days.`,
    keys: [
      { words: 'answers (bars)', colour: 'third', shape: 'square' },
      { words: 'asks without an answer (solid)', colour: 'raw', shape: 'solid' },
      { words: 'answers to a cut context (dashed)', colour: 'calibrated', shape: 'dashed' },
    ],
    table: {
      columns: ['Day', 'Answers', 'Without an answer', 'Cut context'],
      rows: days.map(({ day, evaluations, failures, truncated }) => [
        ...[day, String(evaluations), String(failures), String(truncated)],
      ]),
    },
  };
}

/**
 * The axis of counts up to `most`. An axis from 0 to 0 names its one line by NaN, and one of a few answers is divided into parts
 * of an answer.
 */
function scaleOf(most: number): Plot.ScaleOptions {
  if (most > 5) return { tickFormat: 's' };
  const end = Math.max(1, most);
  return { domain: [0, end], ticks: Array.from({ length: end + 1 }, (_, count) => count), tickFormat: 'd' };
}
