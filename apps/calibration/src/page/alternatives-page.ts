import type { Alternative, AlternativesTable } from '@app/contracts/calibration';
import { epochLabel } from '@app/report';
import { cascadesSection } from './alternatives-cascades';
import { builtInNotice } from './built-in-notice';
import { CostPoint, Gain, costChart, gainChart } from './alternatives-chart';
import { documentOf, momentOf } from './document';
import { Markup, html } from './markup';
import { number, percent, table, withInterval } from './table';

/** The content of a page. */
export interface AlternativesPageContent {
  namespace: string;
  judgment: string;
  table: AlternativesTable;
}

/** Standard errors to each end of a 95 % interval. */
const errorsAside = 1.96;
const versionRow = 'version';

/** The table of alternatives as one HTML page that loads nothing. */
export function alternativesPageOf({ namespace, judgment, table: shown }: AlternativesPageContent): string {
  const { version, computed_at } = shown;
  return documentOf({
    title: `Alternatives to ${judgment} in ${namespace}`,
    heading: `Alternatives to ${judgment}`,
    design: html`${namespace} · version ${version} · engine ${epochLabel(shown) ?? '–'} · ${momentOf(computed_at)}`,
    main: html`${builtInNotice(shown)} ${headline(shown)} ${comparison(shown)} ${gains(shown)} ${costs(shown)}
    ${cascadesSection(shown)} ${quote(shown)}`,
  });
}

function headline({ headline: suggested, message, plan_required }: AlternativesTable): Markup {
  const plan = plan_required
    ? html`<p>What narrowings leave out is shown from the plan ${plan_required.required_plan} on.</p>`
    : html``;
  return html`${suggested === null ? html`` : html`<p class="notice">${suggested}</p>`}
    <p>${message}</p>
    ${plan}`;
}

const verdicts: Record<Alternative['verdict'], string> = {
  better: 'better',
  no_worse: 'no worse',
  worse: 'worse',
  untested: 'too few labels',
  unscored: 'not scored',
};

/** What a row claims; one that claims no gain, with the loss that its labels allow. */
function verdictText({ verdict, moves_ranking: moves, change, held_out: heldOut }: Alternative): string {
  const words = moves ? `${verdicts[verdict]}, ranks better` : verdicts[verdict];
  const most = change?.log_loss.loses_at_most;
  if (verdict !== 'no_worse' || most === undefined || !change || !heldOut) return words;
  const versionLoss = heldOut.log_loss - change.log_loss.difference;
  return `${words}, loses at most ${number(most)}${most > smallShare * versionLoss ? ', not proven' : ''}`;
}

/** What other loss is not small: a tenth of the version's. */
const smallShare = 0.1;

function comparison(shown: AlternativesTable): Markup {
  const { alternatives, current, corrected_for: k, labels } = shown;
  if (alternatives.length === 0) return html`<p>There is nothing to compare with yet.</p>`;
  const own = [
    `${versionRow}: as it is`,
    '–',
    '–',
    number(current?.held_out.log_loss),
    percent(current?.held_out.accuracy),
    number(current?.cost_per_answer, 2),
    String(labels.count),
    '–',
  ];
  const rows = alternatives.map((row, index) => [
    html`${`${index + 1}: ${nameOf(row)}`} <small class="soft">${row.id}</small>`,
    verdictText(row),
    gainText(row),
    number(row.held_out?.log_loss),
    percent(row.held_out?.accuracy),
    number(row.cost_per_answer, 2),
    labelsOf(row),
    row.contexts,
  ]);
  // What matters most comes first: on a narrow screen the rest is reached by scrolling.
  const heads = ['', 'Verdict', 'Gain (95\u00a0%)', 'Log loss', 'Accuracy', 'Units per answer', 'Answers', 'Contexts'];
  const speaking =
    shown.speaks_for === 'labelled'
      ? html`<p>
          They speak for answers like the labelled ones: where other answers lie there are no labels, or they were not
          counted.
        </p>`
      : html``;
  return html`<h2>On the same ${labels.count} labelled answers</h2>
    ${speaking}
    ${table(`Each is read by a fit that does not know the answer. Verdicts hold after correcting for k = ${k} alternatives scored this month.`, heads, [own, ...rows])}`;
}

/** What differs; narrowings have no words where the plan hides them. */
function nameOf({ differs, drafted }: Alternative): string {
  const words = differs === null ? 'a narrowing' : differs.join('; ');
  return drafted ? `${words} (drafted)` : words;
}

function labelsOf({ labels, labels_skipped: skipped }: Alternative): string {
  const left = Object.values(skipped).reduce<number>((sum, n) => sum + (n ?? 0), 0);
  return left === 0 ? String(labels) : `${labels} (${left} skipped)`;
}

function gainOf({ change, in_k: inK }: Alternative, row: string): Gain | null {
  if (change === null) return null;
  const { difference, standard_error: error } = change.log_loss;
  const gain = -difference;
  return { row, gain, low: gain - errorsAside * error, high: gain + errorsAside * error, inK };
}

function gainText(row: Alternative): string {
  const gain = gainOf(row, '');
  return gain === null ? '–' : withInterval(gain.gain, [gain.low, gain.high]);
}

function gains({ alternatives, quote: priced, corrected_for: k }: AlternativesTable): Markup {
  const all = alternatives.flatMap((row, index) => gainOf(row, String(index + 1)) ?? []);
  if (all.length === 0) return html``;
  const detectable = priced?.detectable.log_loss ?? null;
  const line =
    detectable === null
      ? ''
      : ` On the dotted line begin the gains that the open quote could call better (${number(detectable)}).`;
  return html`<h2>Gain</h2>
    <figure>
      <figcaption>
        ${`Right of the dashed line is better than the version; intervals are of one comparison, before correcting for k = ${k}.${line}`}
      </figcaption>
      ${gainChart(all, detectable)}
    </figure>`;
}

function costs({ alternatives, current, corrected_for: k }: AlternativesTable): Markup {
  const rows = alternatives.map((row, index) => pointOf(String(index + 1), row, false));
  const points = [current ? pointOf(versionRow, current, true) : null, ...rows].flatMap((point) => point ?? []);
  if (points.length < 2) return html``;
  return html`<h2>Cost against quality</h2>
    <figure>
      <figcaption>
        ${`Left is cheaper, down is less wrong; on the dashed line nothing is both. Of many alternatives (k = ${k}) the best looks better than it is.`}
      </figcaption>
      ${costChart(points)}
    </figure>`;
}

function pointOf(
  row: string,
  { held_out, cost_per_answer: cost }: Pick<Alternative, 'held_out' | 'cost_per_answer'>,
  isVersion: boolean,
): CostPoint | null {
  return held_out === null || cost === null ? null : { row, cost, logLoss: held_out.log_loss, isVersion };
}

function quote({ quote: priced, alternatives }: AlternativesTable): Markup {
  if (priced === null) return html``;
  if (priced.status === 'quoting')
    return html`<h2>What the rest would cost</h2>
      <p>It is being priced; read this page again.</p>`;
  const numbers = new Map(alternatives.map(({ id }, index) => [id, String(index + 1)]));
  const rows = priced.alternatives.map((item) => [
    numbers.get(item.id) ?? item.id,
    String(item.labels),
    number(item.judgment_units, 2),
    `$${number(item.cost_usd, 4)}`,
    item.new_provider ? 'yes' : 'no',
  ]);
  const heads = ['', 'Answers', 'Judgments', 'Cost', 'New provider'];
  const { detectable } = priced;
  const providers =
    priced.new_providers.length === 0
      ? html``
      : html`<p class="notice">
          ${`Confirming sends labelled contexts to ${priced.new_providers.join(', ')} for the first time.`}
        </p>`;
  return html`<h2>What the rest would cost</h2>
    <p>
      ${priced.reason ?? `Quote ${priced.generation}: $${number(priced.cost_usd, 4)}. A gain of ${number(detectable.log_loss)} or more could be called better among ${detectable.k}.`}
    </p>
    ${providers} ${rows.length === 0 ? html`` : table('Alternatives that are not scored', heads, rows)}`;
}
