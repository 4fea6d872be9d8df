import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Chart } from './chart';
import { evaluationsChart, lagChart } from './days';
import { fitErrorChart, fitLossChart } from './fits';
import { densityChart, reliabilityChart } from './reliability';
import { thresholdChart, volumeChart } from './threshold';
import { driftChart } from './weeks';

function drawn({ options }: Chart) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return Plot.plot({ ...options, width: 640, document: document as unknown as Plot.PlotOptions['document'] });
}

const bin = { low: 0.1, high: 0.3, n: 40, occupancy: 0.5, mean_p: 0.2, observed: 0.25, interval: [0.14, 0.4] as const };
const series = { name: 'raw', bins: [bin, { ...bin, mean_p: 0.7, occupancy: 0.05 }], histogram: [3, 1] } as const;
const point = { threshold: 0.4, flagged: 0.3, precision: 0.8, recall: 0.6 };
const curve = [{ ...point, precision_interval: [0.7, 0.9], recall_interval: [0.5, 0.7] } as const];
const fit = {
  ...{ made_at: '2026-11-24T02:00:00.000Z', engine_version: 'e2', new_epoch: true, labels: { count: 120 } },
  ...{ log_loss: 0.41, log_loss_interval: [0.34, 0.5] as const, raw_log_loss: 0.52, ece: 0.02 },
  ece_noise_floor: { mean: 0.03, high: 0.06 },
};
const bare = { log_loss: null, log_loss_interval: null, ece: null, ece_noise_floor: null };
const first = { ...fit, ...bare, made_at: '2026-11-23T02:00:00.000Z', engine_version: 'e1', new_epoch: false };
const week = { week: '2026-11-16', labels: 40, mean_read: 0.31, observed: 0.3, interval: [0.18, 0.45] as const };
const day = {
  ...{ day: '2026-11-24', evaluations: 120, failures: 1, truncated: 2 },
  ...{ freshness_lag_p50_ms: 900, freshness_lag_p90_ms: 130_000 },
};
const quiet = { ...day, day: '2026-11-25', evaluations: 0 };

const charts: [string, Chart][] = [
  ['reliability', reliabilityChart([series])],
  ['density', densityChart(series)],
  ['thresholds', thresholdChart(curve, [{ name: 'alarm', at: 0.4 }])],
  ['volume', volumeChart([0.1, 0.5, 0.9], [])],
  ['loss of fits', fitLossChart([fit, first])],
  ['error of fits', fitErrorChart([fit, first])],
  ['drift', driftChart([week])],
  ['lag', lagChart([day, quiet], 2_000)],
  ['evaluations', evaluationsChart([day, quiet])],
];

it.each(charts)(
  'the chart of %s has a sentence, a table as wide as its columns, and colours of the page alone [DASH-06]',
  (_, chart) => {
    expect(chart.sentence).toMatch(/^[A-Z].*\.$/);
    expect(chart.table.rows.length).toBeGreaterThan(0);
    for (const row of chart.table.rows) expect(row).toHaveLength(chart.table.columns.length);
    const { outerHTML } = drawn(chart);
    const colours = [...outerHTML.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
    expect(colours.filter((colour) => !/^(currentColor|none|var\(--[a-z-]+\))$/i.test(colour))).toEqual([]);
  },
);

it.each(charts)(
  'the series of the chart of %s differ in shape or dash, not in colour alone [DASH-06]',
  (_, { keys }) => {
    expect(new Set(keys.map(({ shape }) => shape)).size).toBe(keys.length);
  },
);

it.each([
  ['reliability', charts[0][1], 2],
  ['loss of fits', charts[4][1], 1],
  ['drift', charts[6][1], 1],
])('the chart of %s draws each 95 %% interval as a line [CAL-03]', (_, chart, intervals) => {
  const rules = drawn(chart).querySelectorAll('[aria-label="rule"] line');
  const ends = [...rules].filter((rule) => rule.getAttribute('y1') !== rule.getAttribute('y2'));
  expect(ends.length).toBeGreaterThanOrEqual(intervals);
});

it('draws a bin of many labels larger than one of few [CAL-03]', () => {
  const dots = [...drawn(charts[0][1]).querySelectorAll('[aria-label="dot"] circle')];
  const [many, few] = dots.map((dot) => Number(dot.getAttribute('r')));
  expect(many).toBeGreaterThan(few);
});

it('draws bands of precision and recall where the service gives intervals, and none where it does not [THR-05]', () => {
  const bands = (chart: Chart) => drawn(chart).querySelectorAll('[aria-label="area"]').length;
  expect([bands(charts[2][1]), bands(thresholdChart([point], []))]).toEqual([2, 0]);
});

it('shows what lies above a value of the current answers, from quantiles [THR-01]', () => {
  expect(charts[3][1].table.rows).toEqual([['0.100', '100.0 %']]);
});

it('leaves out days without answers from lags, which have none, and keeps them among answers [DASH-06]', () => {
  expect(charts[7][1].table.rows).toEqual([['2026-11-24', '0.9 s', '2.2 min', '120']]);
  expect(charts[8][1].table.rows).toHaveLength(2);
});
