import type { BinView, CalibrationReport, HeldOutMetrics } from '@app/contracts/calibration';
import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { escapeText, html } from './markup';
import { PageContent, pageOf } from './page';
import { policy } from './style';

const bins = (shift: number): BinView[] =>
  Array.from({ length: 8 }, (_, at) => {
    const mean_p = (at + 0.5) / 8;
    const observed = Math.min(1, Math.max(0, mean_p + shift * (mean_p - 0.5)));
    const interval: [number, number] = [Math.max(0, observed - 0.09), Math.min(1, observed + 0.09)];
    return { low: at / 8, high: (at + 1) / 8, n: 50 + 5 * at, occupancy: 0.125, mean_p, observed, interval };
  });
const metrics = (log_loss: number): HeldOutMetrics => ({
  log_loss,
  log_loss_interval: [log_loss - 0.02, log_loss + 0.02],
  brier: 0.11,
  brier_interval: [0.1, 0.12],
  ece: 0.02,
  ece_interval: null,
  ece_noise_floor: { mean: 0.015, high: 0.03 },
  ece_equal_width: 0.05,
  auroc: 0.83,
  auroc_interval: [0.8, 0.86],
  precision_at_5: null,
  precision_at_5_interval: null,
  precision_at_10: 0.7,
  precision_at_10_interval: null,
  accuracy: 0.9,
  accuracy_interval: null,
  mean_absolute_error: null,
  kappa: null,
});
const report: CalibrationReport = {
  version: 2,
  engine_version: 'current+2026-03-02.1',
  type: 'bool',
  fit: 'fit_1',
  fitted_at: '2026-03-05T02:00:00.000Z',
  fit_outcomes: null,
  fit_labels: 400,
  read_with: 'calibrated',
  base_rate: 0.08,
  base_rate_interval: [0.06, 0.11],
  classes: [],
  raw_bins: bins(-0.5),
  labels: {
    count: 412,
    hindsight: 120,
    used: 412,
    sampled: false,
    outcomes: null,
    by_source: { posted: 380, queue: 32, rule: 0, implicit: 0 },
  },
  excluded: {
    other_epoch: 3,
    superseded: 1,
    filtered: 0,
    non_production: 0,
    no_number: 0,
    option_gone: 0,
    unmatched: 7,
  },
  bins: bins(0.05),
  histogram: [260, ...Array.from({ length: 18 }, () => 8), 8],
  raw_histogram: Array.from({ length: 20 }, (_, at) => (at === 4 ? 412 : 0)),
  raw: { log_loss: 0.291, brier: 0.11, accuracy: 0.9 },
  held_out: { raw: metrics(0.291), calibrated: metrics(0.233), features_only: null },
  thresholds: {
    alarm: {
      threshold: 0.4,
      flagged: 0.109,
      precision: 0.533,
      precision_interval: [0.391, 0.671],
      precision_at_least: 0.41,
      recall: 0.727,
      recall_interval: [0.56, 0.85],
      recall_at_least: 0.58,
    },
  },
  drift: null,
  choice: null,
  notices: [],
  computed_at: '2026-03-06T02:00:00.000Z',
};
const curve = Array.from({ length: 40 }, (_, at) => {
  const threshold = 1 - at / 40;
  return { threshold, flagged: (1 - threshold) ** 2, precision: 0.5 + threshold / 2, recall: 1 - threshold ** 3 };
});
const content: PageContent = {
  namespace: 'acme/t1',
  judgment: 'late',
  report,
  curve,
  bounds: [{ name: 'alarm', at: 0.4 }],
};
const parse = (page: string) => parseHTML(page).document;

describe('the page of a report', () => {
  it('has the diagram, the histograms and the curve, each with a description, and tables of the same figures [CAL-01]', () => {
    const document = parse(pageOf(content));
    const charts = [...document.querySelectorAll('svg.wide[role=img]')].map((svg) => svg.getAttribute('aria-label'));
    expect(charts).toHaveLength(4);
    expect(charts.join()).toMatch(/Reliability.*Histogram of the raw.*Histogram of the calibrated.*Precision/s);
    // Two readings have eight bins each, and each bin has an interval.
    expect(document.querySelectorAll('svg g[aria-label=rule] line').length).toBeGreaterThanOrEqual(16);
    const text = (document.querySelector('main')?.textContent ?? '').replaceAll('\u00a0', ' ');
    for (const shown of ['0.291 (0.271 to 0.311)', '0.233', '53.3 % (39.1 % to 67.1 %)', '72.7 %', 'alarm', '380']) {
      expect(text).toContain(shown);
    }
    expect(document.documentElement.getAttribute('lang')).toBe('en');
    expect(document.querySelectorAll('th[scope]').length).toBeGreaterThan(20);
  });

  it('says first whether the answers beat always saying the base rate, which has a column, and what is in use [CAL-08]', () => {
    const base_rate = {
      ...metrics(0.4),
      brier: 0.12,
      accuracy: 0.92,
      accuracy_of_value: null,
      accuracy_of_value_interval: null,
    };
    const held_out = { ...report.held_out, base_rate, skill: 0.02, skill_interval: [-0.1, 0.14] as [number, number] };
    const errors = [{ namespace: 'acme/t1', document: 'order:7', observed: true, p: 0.021 }];
    const document = parse(pageOf({ ...content, report: { ...report, held_out, errors } }));
    const textOf = (cell: { textContent: string | null }) => cell.textContent?.replaceAll('\u00a0', ' ').trim();
    expect(textOf(document.querySelector('main > p')!)).toBe(
      'Right in 90 %; always saying no would be right in 92 %: do not act on it yet.',
    );
    const rows = [...document.querySelectorAll('tr')].map((row) => [...row.children].map(textOf).join('|'));
    expect(rows).toEqual(
      expect.arrayContaining([
        '|Calibrated (in use)|Raw|Always saying the base rate|How to read it',
        'Log loss|0.233 (0.213 to 0.253)|0.291 (0.271 to 0.311)|0.400 (0.380 to 0.420)|less is better',
        'Calibration error by chance|0.015 (up to 0.030)|0.015 (up to 0.030)|0.015 (up to 0.030)|what exact probabilities would show',
        'order:7|acme/t1|true|0.021',
      ]),
    );
  });

  it('draws the distribution of reads as bars of equal width, each as high as its share of the labels [defect E-L9]', () => {
    const document = parse(pageOf(content));
    const bars = (name: string) =>
      [...document.querySelectorAll(`svg.wide[aria-label^="Histogram of the ${name}"] g[aria-label=rect] rect`)].map(
        (bar) => ['width', 'height'].map((side) => Number(bar.getAttribute(side))),
      );
    const calibrated = bars('calibrated');
    expect(calibrated).toHaveLength(20);
    const [[width, tallest]] = calibrated;
    calibrated.forEach(([each]) => expect(each).toBeCloseTo(width, 6));
    // A gap of one pixel parts the bars.
    expect((calibrated[1][1] + 1) / (tallest + 1)).toBeCloseTo(8 / 260, 6);
    expect(bars('raw').filter(([, height]) => height > 0)).toHaveLength(1);
    const rows = [...document.querySelectorAll('details tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ').trim()).join('|'),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        'Predicted|Labels, raw|Labels, calibrated',
        '0.0 % to 5.0 %|0|260',
        '20.0 % to 25.0 %|412|8',
      ]),
    );
    // A report that was counted before there were histograms has none.
    const { histogram: _, raw_histogram: __, ...earlier } = report;
    const charts = parse(pageOf({ ...content, report: earlier })).querySelectorAll('svg.wide');
    expect(charts).toHaveLength(2);
  });

  it('is readable on a screen of 360 px: letters keep their size, and tables scroll in their own box [defect E-L10]', () => {
    const page = pageOf({ ...content, bounds: [{ name: 'a_threshold_near_the_edge', at: 0.97 }] });
    const document = parse(page);
    const [wide, narrow] = ['wide', 'narrow'].map((name) => [...document.querySelectorAll(`svg.${name}`)]);
    const named = (charts: { getAttribute(name: string): string | null }[]) =>
      charts.map((svg) => svg.getAttribute('aria-label'));
    expect(named(narrow)).toEqual(named(wide));
    // Beside the padding of the body 328 px are left: the letters of 12 px are drawn with at least 11.
    for (const svg of narrow) {
      const [, , width] = svg.getAttribute('viewBox')!.split(' ').map(Number);
      expect((12 * (360 - 32)) / width).toBeGreaterThan(11);
    }
    const ends = narrow.flatMap((svg) => [...svg.querySelectorAll('[text-anchor=end] text')]);
    expect(ends.map((text) => text.textContent)).toContain('a_threshold_near_the_edge');
    const sheet = document.querySelector('style')!.textContent!;
    expect(sheet).toMatch(/\.chart \{[^}]*overflow: hidden;/);
    expect(sheet).toMatch(/\.chart, \.chart text \{ font-size: 12px; \}/);
    expect(sheet).toMatch(/\.chart\.narrow \{ display: none; \}/);
    expect(sheet).toMatch(
      /max-width: 40rem[^@]*\.chart\.wide \{ display: none; \} \.chart\.narrow \{ display: block; \}/,
    );
    expect(sheet).toMatch(/\.scroll \{ overflow-x: auto;/);
    expect(sheet).toMatch(/th\[scope=row\] \{ white-space: normal; overflow-wrap: anywhere;/);
    for (const one of document.querySelectorAll('table')) {
      expect([one.parentElement!.className, one.parentElement!.getAttribute('tabindex')]).toEqual(['scroll', '0']);
    }
  });

  it('lists the possible values of a choice, and shows times to the minute [CAL-01]', () => {
    const classes = [
      { value: 'a<b', labels: 30, share: 0.3, mean_p: 0.25 },
      { value: null, labels: 70, share: 0.7, mean_p: 0.75 },
    ];
    const document = parse(pageOf({ ...content, curve: [], report: { ...report, type: 'choice', classes } }));
    const textOf = (cell: { textContent: string | null }) => cell.textContent?.replaceAll('\u00a0', ' ').trim();
    const rows = [...document.querySelectorAll('details tr')].map((row) => [...row.children].map(textOf).join('|'));
    expect(rows).toEqual(expect.arrayContaining(['a<b|30|30.0 %|25.0 %', 'none of these|70|70.0 %|75.0 %']));
    const times = [...document.querySelectorAll('time')].map((time) => [
      time.getAttribute('datetime'),
      time.textContent,
    ]);
    expect(times).toEqual([
      ['2026-03-06T02:00:00.000Z', '2026-03-06 02:00 UTC'],
      ['2026-03-05T02:00:00.000Z', '2026-03-05 02:00 UTC'],
    ]);
    expect(parse(pageOf(content)).querySelector('main')?.textContent).not.toContain('What happened');
  });

  it('lists thresholds by their bounds, and shows them; a percentage never parts from its sign [defect E-L8] [defect E-L24]', () => {
    const alarm = report.thresholds['alarm'];
    const thresholds = {
      b: { ...alarm, threshold: 0.9 },
      aa: { ...alarm, threshold: { option: 'refund', gte: 0.5 } },
      z: { ...alarm, threshold: 0.1 },
    };
    const document = parse(pageOf({ ...content, report: { ...report, thresholds } }));
    const rows = [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent?.trim()),
    );
    const shown = rows.filter(([name]) => ['z', 'aa', 'b'].includes(name ?? '')).map(([name, bound]) => [name, bound]);
    expect(shown).toEqual([
      ['z', 'p ≥ 0.1'],
      ['aa', 'refund ≥ 0.5'],
      ['b', 'p ≥ 0.9'],
    ]);
    expect(document.querySelector('caption')?.textContent).toContain('95\u00a0% intervals');
  });

  it('says what the features alone would lose, for a judgment with features [CAL-08]', () => {
    const alone = 'The features alone, without the engine: log loss 0.305.';
    const page = (features_only: number | null) =>
      pageOf({ ...content, report: { ...report, held_out: { ...report.held_out, features_only } } });
    expect(page(0.3051)).toContain(alone);
    expect(page(null)).not.toContain('features alone');
  });

  it('says built-in in the place of the model, and that no model answered [CLI-A1]', () => {
    const main = (engine_source: CalibrationReport['engine_source']) =>
      parse(pageOf({ ...content, report: { ...report, engine_source } })).body.textContent;
    expect(main('built_in')).toContain('engine built-in current+2026-03-02.1');
    expect(main('built_in')).toContain('and no model: it compares words');
    for (const other of ['hosted', null, undefined] as const) expect(main(other)).not.toContain('built-in');
  });

  it('names the filter that it was read with, and the one that its fit was made with [defect E-M8]', () => {
    const since = '2026-01-01T00:00:00.000Z';
    const outcomes = { sources: ['posted'], since, until: null };
    const fit_outcomes = { sources: null, since: null, until: since };
    const labels = { ...report.labels, outcomes };
    const text = parse(pageOf({ ...content, report: { ...report, labels, fit_outcomes } })).querySelector('main');
    expect(text?.textContent).toContain(`only labels of the sources posted, observed from ${since} on.`);
    expect(text?.textContent).toContain(`made of 400 labels, only those observed before ${since}.`);
    expect(parse(pageOf(content)).querySelectorAll('.notice')).toHaveLength(0);
  });

  it('loads nothing and satisfies its content security policy [CAL-01]', () => {
    const page = pageOf(content);
    const document = parse(page);
    expect(document.querySelectorAll('script, link, img, iframe, [style], [src], [href], [onload]')).toHaveLength(0);
    const sheets = [...document.querySelectorAll('style')];
    expect(sheets).toHaveLength(1);
    const sheet = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(sheet).toContain('prefers-color-scheme: dark');
  });

  it('shows text of users as text everywhere [CAL-01]', () => {
    const evil = '"><script>alert(1)</script><b onload=x \'';
    const notices = [{ code: 'no_fit', message: evil }];
    const thresholds = { [evil]: report.thresholds['alarm'] };
    const sent = { ...content, judgment: evil, bounds: [{ name: evil, at: 0.4 }] };
    const page = pageOf({ ...sent, report: { ...report, notices, thresholds, engine_version: evil } });
    const document = parse(page);
    expect(document.querySelectorAll('script, b, [onload]')).toHaveLength(0);
    expect(page).not.toContain('<script');
    expect(document.querySelector('h1')?.textContent).toContain(evil);
    expect(document.querySelector('svg g[aria-label=text]')?.textContent).toContain(evil);
  });

  it('says that there are no labels when there is nothing to draw [CAL-01]', () => {
    const held_out = { raw: null, calibrated: null, features_only: null };
    const empty = { ...report, fit: null, bins: [], raw_bins: [], held_out, thresholds: {}, base_rate: null };
    const document = parse(pageOf({ ...content, report: empty, curve: [], bounds: [] }));
    expect(document.querySelectorAll('svg')).toHaveLength(0);
    expect(document.querySelector('main')?.textContent).toContain('There are no labels yet');
  });
});

it('markup escapes inserted text once', () => {
  expect(html`<p title="${'"<&>\''}">${[html`<i>${'<'}</i>`]}</p>`.text).toBe(
    `<p title="&quot;&lt;&amp;&gt;&#39;"><i>&lt;</i></p>`,
  );
  expect(escapeText('a & b')).toBe('a &amp; b');
});
