import * as Plot from '@observablehq/plot';
import { colours, type Chart } from './chart';
import type { Day } from './days';

/** Answers by day as a line without axes, small enough for a row of a table. */
export function sparkChart(days: readonly Pick<Day, 'day' | 'evaluations'>[]): Chart {
  const place = { x: (_: unknown, at: number) => at, y: 'evaluations' };
  const counts = days.map(({ evaluations }) => evaluations);
  const margin = 3;
  return {
    options: {
      height: 28,
      marginTop: margin,
      marginBottom: margin,
      marginLeft: margin,
      marginRight: margin,
      x: { axis: null },
      y: { axis: null, domain: [0, Math.max(1, ...counts)] },
      marks: [
        Plot.areaY(days, { ...place, fill: colours.calibrated, fillOpacity: 0.2 }),
        Plot.lineY(days, { ...place, stroke: colours.calibrated, strokeWidth: 1.5 }),
        Plot.dot(days.slice(-1), { x: [days.length - 1], y: 'evaluations', fill: colours.calibrated, r: 2.5 }),
      ],
    },
    sentence: sentenceOf(counts),
    keys: [],
    table: { columns: ['Day', 'Answers'], rows: days.map(({ day, evaluations }) => [day, String(evaluations)]) },
  };
}

function sentenceOf(counts: readonly number[]): string {
  if (counts.length === 0) return 'No day is known.';
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `Answers by day over ${counts.length} days: ${least} at least, ${most} at most, ${counts.at(-1)} on the last day.`;
}
