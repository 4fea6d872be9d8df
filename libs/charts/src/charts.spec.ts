import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { barsChart } from './bars';
import type { Chart } from './chart';
import { costChart } from './cost';
import { evaluationsChart, lagChart } from './days';
import { fitErrorChart, fitLossChart } from './fits';
import { densityChart, reliabilityChart } from './reliability';
import { sparkChart } from './spark';
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
  made_at: '2026-11-24T02:00:00.000Z',
  engine_version: 'e2',
  new_epoch: true,
  labels: { count: 120 },
  log_loss: 0.41,
  log_loss_interval: [0.34, 0.5] as const,
  raw_log_loss: 0.52,
  ece: 0.02,
  ece_noise_floor: { mean: 0.03, high: 0.06 },
};
const bare = { log_loss: null, log_loss_interval: null, ece: null, ece_noise_floor: null };
const first = { ...fit, ...bare, made_at: '2026-11-23T02:00:00.000Z', engine_version: 'e1', new_epoch: false };
const week = { week: '2026-11-16', labels: 40, mean_read: 0.31, observed: 0.3, interval: [0.18, 0.45] as const };
const day = {
  day: '2026-11-24',
  evaluations: 120,
  failures: 1,
  truncated: 2,
  freshness_lag_p50_ms: 900,
  freshness_lag_p90_ms: 130_000,
};
const quiet = { ...day, day: '2026-11-25', evaluations: 0 };

const stacked = {
  sentence: 'Deliveries on two days.',
  parts: ['succeeded', 'without success'],
  unit: 'Deliveries',
  bars: [
    { label: 'Mon', amounts: [1, 3], words: '4' },
    { label: 'Tue', amounts: [2, 0], words: '2' },
  ],
};

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
  ['bars', barsChart({ ...stacked, line: { name: 'limit', at: 8 } })],
  ['a spark', sparkChart([day, quiet])],
  [
    'costs',
    costChart(
      [
        { threshold: null, cost: 1.8, cost_interval: null },
        { threshold: 0.8, cost: 0.3, cost_interval: [0.2, 0.45] },
        { threshold: 0.2, cost: 0.55, cost_interval: [0.4, 0.7] },
      ],
      [{ name: 'alarm', at: 0.6 }],
      [{ name: 'flag none', cost: 1.8 }],
    ),
  ],
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

it('marks where fits began to be counted by another rule, and says the rule and the documents of each [ST-F2] [CAL-03]', () => {
  const marks = (chart: Chart) =>
    [...drawn(chart).querySelectorAll('text')].flatMap(({ textContent: words }) => {
      return words?.startsWith('counted by rule') ? [words] : [];
    });
  const counted = { ...fit, rule: 2, documents: 96 };
  expect([marks(fitLossChart([fit, first])), marks(fitLossChart([counted, first]))]).toEqual([
    [],
    ['counted by rule 2'],
  ]);
  const cells = fitLossChart([counted, first]).table.rows.map((row) => row.slice(2, 5));
  expect(cells).toEqual([
    ['120', '-', '1'],
    ['120', '96', '2'],
  ]);
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

const rectsOf = (chart: Chart) =>
  [...drawn(chart).querySelectorAll('[aria-label="rect"] rect')].map((rect) => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
    return { x, y, width, height, title: rect.querySelector('title')?.textContent };
  });

it('puts parts upon each other in proportion and of one width, says each, and draws none of nothing [DASH-06]', () => {
  const rects = rectsOf(barsChart(stacked));
  expect(rects.map(({ title }) => title)).toEqual([
    'Mon, 4: succeeded',
    'Tue, 2: succeeded',
    'Mon, 4: without success',
  ]);
  const [below, other, above] = rects;
  expect([above.height / below.height, other.height / below.height].map((ratio) => ratio.toFixed(2))).toEqual([
    '3.00',
    '2.00',
  ]);
  expect(above.y + above.height).toBeCloseTo(below.y);
  expect(above.width).toBeCloseTo(below.width);
});

it('makes room for a limit that lies near, and names one that would press the bars flat without drawing it [DASH-06]', () => {
  const limited = (at: number) => barsChart({ ...stacked, line: { name: 'limit', at } });
  const dashes = (chart: Chart) => drawn(chart).querySelectorAll('[stroke-dasharray]').length;
  const plain = rectsOf(barsChart(stacked))[0].height;
  expect([dashes(limited(8)), dashes(limited(40)), dashes(barsChart(stacked))]).toEqual([1, 0, 0]);
  expect(rectsOf(limited(8))[0].height / plain).toBeCloseTo(0.5);
  expect(rectsOf(limited(40))[0].height).toBeCloseTo(plain);
  expect(limited(40).keys.at(-1)?.words).toBe('limit (far above)');
});

it('stands empty bars and no days [DASH-06]', () => {
  expect(rectsOf(barsChart({ ...stacked, bars: [] }))).toEqual([]);
  expect(rectsOf(barsChart({ ...stacked, bars: [{ label: 'Mon', amounts: [0], words: '0' }] }))).toEqual([]);
  expect(sparkChart([]).sentence).toBe('No day is known.');
  expect(drawn(sparkChart([])).querySelectorAll('path').length).toBe(0);
});

it('says in a sentence what a spark line shows, which has no axes [DASH-06]', () => {
  const chart = sparkChart([day, { ...day, evaluations: 340 }, quiet]);
  expect(chart.sentence).toBe('Answers by day over 3 days: 0 at least, 340 at most, 0 on the last day.');
  expect(drawn(chart).querySelectorAll('text').length).toBe(0);
});

it.each([
  ['no answer', { evaluations: 0, failures: 0 }, ['0', '1']],
  ['three answers', { evaluations: 3, failures: 0 }, ['0', '1', '2', '3']],
])('counts %s in whole numbers [DASH-06]', (_, figures, counts) => {
  const axis = drawn(evaluationsChart([{ ...quiet, truncated: 0, ...figures }])).querySelector(
    '[aria-label="y-axis tick label"]',
  );
  expect([...(axis?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toEqual(counts);
});

it('names no line of an axis by NaN where nothing was judged [DASH-06]', () => {
  for (const chart of [evaluationsChart([{ ...quiet, failures: 0, truncated: 0 }]), lagChart([quiet], 0)]) {
    expect(drawn(chart).outerHTML).not.toContain('NaN');
  }
});
