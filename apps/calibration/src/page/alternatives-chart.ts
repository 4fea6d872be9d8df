import { colours } from '@app/charts';
import * as Plot from '@observablehq/plot';
import { renderChart } from './chart';
import type { Markup } from './markup';

/** How much an alternative lowers log loss against the version, with the ends of its 95 % interval. */
export interface Gain {
  /** Its number in the table. */
  row: string;
  gain: number;
  low: number;
  high: number;
  inK: boolean;
}

/** What an alternative, or the version, costs per answer and how wrong it is. */
export interface CostPoint {
  row: string;
  cost: number;
  logLoss: number;
  isVersion: boolean;
}

const heightPerRow = 26;

/** Gains with intervals, one line for each alternative. @param detectable the smallest gain that the quote could call `better` */
export function gainChart(gains: readonly Gain[], detectable: number | null): Markup {
  const y = (gain: Gain) => gain.row;
  const sides = [true, false].map((inK) => gains.filter((gain) => gain.inK === inK));
  const marks = sides.flatMap((side, index) => {
    const colour = index === 0 ? colours.calibrated : colours.third;
    return [
      Plot.ruleY(side, { y, x1: 'low', x2: 'high', stroke: colour, strokeWidth: 2 }),
      Plot.dot(side, { y, x: 'gain', fill: colour, r: 5, symbol: index === 0 ? 'square' : 'circle' }),
    ];
  });
  return renderChart({
    options: {
      height: 90 + heightPerRow * gains.length,
      x: { label: 'Gain in log loss against the version →', grid: true },
      y: { label: null, domain: gains.map(y), type: 'point', padding: 0.6 },
      marks: [
        Plot.ruleX([0], { stroke: 'currentColor', strokeDasharray: '4 4', strokeOpacity: 0.6 }),
        ...(detectable === null
          ? []
          : [Plot.ruleX([detectable], { stroke: colours.raw, strokeWidth: 2, strokeDasharray: '2 3' })]),
        ...marks,
      ],
    },
    sentence: 'Gain in log loss of each alternative against the version, with 95 % intervals.',
  });
}

/** Cost against quality. No other lies to the left of and below the points on the line. */
export function costChart(points: readonly CostPoint[]): Markup {
  const front = frontOf(points);
  return renderChart({
    options: {
      height: 320,
      marginLeft: 60,
      grid: true,
      x: { label: 'Judgments per answer →', nice: true },
      y: { label: '↑ Log loss (less is better)', nice: true },
      marks: [
        Plot.line(front, {
          x: 'cost',
          y: 'logLoss',
          stroke: colours.third,
          curve: 'step-after',
          strokeDasharray: '4 3',
        }),
        Plot.dot(points, {
          x: 'cost',
          y: 'logLoss',
          r: 5,
          fill: (point: CostPoint) => (point.isVersion ? colours.raw : colours.calibrated),
          symbol: (point: CostPoint) => (point.isVersion ? 'circle' : 'square'),
        }),
        Plot.text(points, { x: 'cost', y: 'logLoss', text: 'row', dx: 8, textAnchor: 'start', fill: 'currentColor' }),
      ],
      symbol: { type: 'identity' },
      color: { type: 'identity' },
    } as Parameters<typeof renderChart>[0]['options'],
    sentence: 'Log loss of the version and of each alternative by its judgments per answer.',
  });
}

/** The points that no other beats in both cost and log loss, by cost. */
function frontOf(points: readonly CostPoint[]): CostPoint[] {
  const byCost = [...points].sort((a, b) => a.cost - b.cost || a.logLoss - b.logLoss);
  const front: CostPoint[] = [];
  for (const point of byCost) {
    const best = front.at(-1);
    if (best === undefined || point.logLoss < best.logLoss) front.push(point);
  }
  return front;
}
