import { BinSeries, densityChart, reliabilityChart, thresholdChart } from '@app/charts';
import type { CalibrationReport, CurvePointView, LabelFilterView } from '@app/contracts/calibration';
import { cellText, columnsOf, epochLabel, figureRows, labelsText, repeatabilityText, verdictOf } from '@app/report';
import { builtInNotice } from './built-in-notice';
import { agreement } from './agreement';
import { renderChart } from './chart';
import { documentOf, momentOf } from './document';
import { driftSection } from './drift-section';
import { Markup, html } from './markup';
import { mistakes } from './mistakes';
import { number, percent, table, withInterval } from './table';

/** The content of a page. */
export interface PageContent {
  namespace: string;
  judgment: string;
  report: CalibrationReport;
  /** The performance of each possible threshold of a bool; empty when the page draws no curve. */
  curve: readonly CurvePointView[];
  /** The thresholds in force on p. */
  bounds: readonly { name: string; at: number }[];
}

/** The report as one HTML page that loads nothing. */
export function pageOf(content: PageContent): string {
  const { namespace, judgment, report } = content;
  return documentOf({
    title: `Calibration of ${judgment} in ${namespace}`,
    heading: `Calibration of ${judgment}`,
    design: html`${namespace} · ${designOf(report)}`,
    main: html`<p class="verdict">${unparted(verdictOf(report).sentence)}</p>
      ${builtInNotice(report)} ${notices(report)} ${repeatability(report)} ${summary(report)} ${reliability(report)}
      ${thresholds(content)} ${driftSection(report)} ${mistakes(report)} ${classes(report)} ${labels(report)}`,
  });
}

function designOf(report: CalibrationReport): Markup {
  const { version, computed_at } = report;
  return html`version ${version ?? '–'} · engine ${epochLabel(report) ?? '–'} · ${momentOf(computed_at)}`;
}

function notices({ notices: all }: CalibrationReport): Markup[] {
  return all.map(({ code, message }) => html`<p class="notice">${message} <code>${code}</code></p>`);
}

/** How much of an answer is the engine's own noise; nothing before a run told it. */
function repeatability({ repeatability: found }: CalibrationReport): Markup {
  return found ? html`<p>${unparted(repeatabilityText(found))}</p>` : html``;
}

function summary(report: CalibrationReport): Markup {
  if (report.held_out.raw === null)
    return html`<p>There are no labels yet. Post outcomes, then read this page again.</p>`;
  const columns = columnsOf(report);
  const shown = figureRows(report).map(({ label, hint, unit, ...row }) =>
    [label, ...columns.map(({ key }) => cellText(row[key], unit)), hint].map(unparted),
  );
  const alone = report.held_out.features_only;
  const base = report.base_rate === null ? '' : `; ${percent(report.base_rate)} came true`;
  const fit = report.fit
    ? html`Fit ${report.fit} of ${momentOf(report.fitted_at)} reads answers as “${report.read_with}”.`
    : html`There is no fit yet, so answers read as the engine gave them.`;
  return html`<h2>How right</h2>
    <p>${`${labelsText(report)}${base}.`} ${fit}</p>
    ${filters(report)}
    ${table('Each label is read by a fit that does not know it; 95\u00a0% intervals in brackets.', ['', ...columns.map(({ title }) => title), 'How to read it'], shown)}
    ${alone === null ? html`` : html`<p>${`The features alone, without the engine: log loss ${number(alone)}.`}</p>`}`;
}

/** A percentage never parts from its sign. */
function unparted(text: string): string {
  return text.replaceAll(' %', '\u00a0%');
}

/** Which labels the page and the fit take, when it is not every one. */
function filters({ labels: { outcomes }, fit_outcomes, fit_labels }: CalibrationReport): Markup[] {
  const lines = [
    outcomes ? `This page takes only labels ${filterOf(outcomes)}.` : null,
    fit_outcomes ? `The fit was made of ${fit_labels ?? 0} labels, only those ${filterOf(fit_outcomes)}.` : null,
  ];
  return lines.flatMap((line) => (line === null ? [] : [html`<p class="notice">${line}</p>`]));
}

function filterOf({ sources, since, until }: LabelFilterView): string {
  const parts = [
    sources ? `of the sources ${sources.join(', ')}` : null,
    since ? `observed from ${since} on` : null,
    until ? `observed before ${until}` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function seriesOf({ bins, raw_bins, histogram = [], raw_histogram = [], fit }: CalibrationReport): BinSeries[] {
  const raw: BinSeries = { name: 'raw', bins: raw_bins, histogram: raw_histogram };
  const calibrated: BinSeries = { name: 'calibrated', bins, histogram };
  return fit === null ? [raw] : [raw, calibrated];
}

function reliability(report: CalibrationReport): Markup {
  const series = seriesOf(report).filter(({ bins }) => bins.length > 0);
  if (series.length === 0) return html``;
  const keys = series.map(({ name }) => html`<span><span class="key ${name}"></span>${name} </span>`);
  const what = report.type === 'bool' ? 'yes' : 'the most probable value';
  const distributed = series.filter(({ histogram }) => histogram.length > 0);
  const histograms = distributed.map(
    (one) =>
      html`<figure>
        <figcaption>
          ${`Distribution of the ${one.name} predictions: the share of the labels in each twentieth.`}
        </figcaption>
        ${renderChart(densityChart(one))}
      </figure>`,
  );
  const tables = series.map(({ name, bins }) =>
    table(
      `Bins of the ${name} predictions`,
      ['Range', 'Labels', 'Predicted', 'Actual (95 %)'],
      bins.map((bin) => [
        `${percent(bin.low)} to ${percent(bin.high)}`,
        String(bin.n),
        percent(bin.mean_p),
        withInterval(bin.observed, bin.interval, percent),
      ]),
    ),
  );
  return html`<h2>Reliability</h2>
    <figure>
      <figcaption>
        <span class="keys">${keys}</span>
        ${`The predicted probability of ${what} against the actual share. On the dashed line both agree.`}
      </figcaption>
      ${renderChart(reliabilityChart(series))}
    </figure>
    ${histograms}
    <details>
      <summary>Figures</summary>
      ${tables} ${distributionTable(distributed)}
    </details>`;
}

/** The labels behind the bars of the histograms. */
function distributionTable(series: readonly BinSeries[]): Markup {
  if (series.length === 0) return html``;
  const [{ histogram }] = series;
  const rows = histogram.map((_, bin) => [
    `${percent(bin / histogram.length)} to ${percent((bin + 1) / histogram.length)}`,
    ...series.map((one) => String(one.histogram[bin])),
  ]);
  const heads = series.map(({ name }) => `Labels, ${name}`);
  return table('Labels by predicted value', ['Predicted', ...heads], rows);
}

function thresholds({ report, curve, bounds }: PageContent): Markup {
  const named = Object.entries(report.thresholds).sort(([, a], [, b]) => boundOf(a.threshold) - boundOf(b.threshold));
  if (curve.length === 0 && named.length === 0) return html``;
  const chart =
    curve.length === 0
      ? html``
      : html`<figure>
          <figcaption>
            <span class="keys">
              <span class="key line"></span>precision (solid) <span class="key line recall"></span>recall (long dashes)
              <span class="key line flagged"></span>share flagged (short dashes)
            </span>
            At each threshold on raw p.
          </figcaption>
          ${renderChart(thresholdChart(curve, bounds))}
        </figure>`;
  const performance = named.map(([name, one]) => [
    name,
    boundText(one.threshold),
    percent(one.flagged),
    withInterval(one.precision, one.precision_interval, percent),
    withInterval(one.recall, one.recall_interval, percent),
  ]);
  const listed = table(
    'Thresholds in force',
    ['', 'Bound', 'Flagged', 'Precision (95\u00a0%)', 'Recall (95\u00a0%)'],
    performance,
  );
  return html`<h2>Thresholds</h2>
    ${chart} ${named.length > 0 ? listed : html``}`;
}

/** The number of a threshold, by which thresholds stand in order. */
function boundOf(threshold: number | object | undefined): number {
  if (typeof threshold === 'number') return threshold;
  const { gte, lte } = (threshold ?? {}) as { gte?: number; lte?: number };
  return gte ?? lte ?? 0;
}

/** A threshold as text: what it reads, and its bound. Reports that were stored before thresholds stood in them have none. */
function boundText(threshold: number | object | undefined): string {
  if (threshold === undefined) return '–';
  if (typeof threshold === 'number') return `p ≥ ${threshold}`;
  const { gte, lte, field, option, level, feature } = threshold as Record<string, string | number | undefined>;
  return `${option ?? level ?? feature ?? field ?? ''} ${gte === undefined ? '≤' : '≥'} ${gte ?? lte ?? ''}`.trim();
}

/** Of a choice or score, the share of each value beside the mean probability that the engine gave it. */
function classes({ classes: all }: CalibrationReport): Markup {
  if (all.length === 0) return html``;
  const shown = all.map(({ value, labels, share, mean_p }) => [
    value ?? 'none of these',
    String(labels),
    percent(share),
    percent(mean_p),
  ]);
  return html`<h2>What happened</h2>
    <details>
      <summary>${`All ${all.length} possible values`}</summary>
      ${table('Each value with its labels and the mean probability that the raw answers gave it.', ['', 'Labels', 'Share', 'Mean raw'], shown)}
    </details>`;
}

const exclusionNames: Record<keyof CalibrationReport['excluded'], string> = {
  other_epoch: 'Judged in another epoch of the engine',
  superseded: 'Another label on the same answer counts',
  filtered: 'Left out by the filter',
  non_production: 'In non-production namespaces',
  no_number: 'The answer has no number',
  option_gone: 'The option or level no longer exists',
  unmatched: 'No answer to label',
};

function labels(report: CalibrationReport): Markup {
  const { labels: counted, excluded } = report;
  const sources = Object.entries(counted.by_source).map(([source, n]) => [source, String(n)]);
  const left = Object.entries(excluded).map(([name, n]) => [
    exclusionNames[name as keyof typeof exclusionNames] ?? name,
    String(n),
  ]);
  return html`<h2>Labels</h2>
    ${table('Labels by source', ['Source', 'Labels'], [...sources, ['of them in hindsight', String(counted.hindsight)]])}
    ${table('Labels and outcomes that the figures leave out', ['', 'Labels'], left)} ${agreement(report)}`;
}
