import type { CalibrationReport, DriftReason, DriftView } from '@app/contracts/calibration';
import { failedTests, readWords } from '../drift/drift-words';
import { Markup, html } from './markup';
import { number, percent, table, withInterval } from './table';

const reasons: Record<DriftReason, string> = {
  no_fit_before: 'no fit was made before they began',
  no_labels_before: 'no label here is from before them',
  too_few_documents: 'they are of one document',
};

/** What was read of the labels of the last 30 days, what came true, and whether they are what a fit from before reads. */
export function driftSection({ drift, type }: CalibrationReport): Markup {
  if (drift === null) return html``;
  return html`<h2>The last 30 days</h2>
    <p>
      ${sentencesOf(drift, type === 'score')
        .join(' ')
        .replaceAll(' %', '\u00a0%')}
    </p>
    ${optionsOf(drift)}`;
}

function sentencesOf(drift: DriftView, isScore: boolean): string[] {
  const { labels, documents = labels, reason, fit, fit_made_at: madeAt } = drift;
  const of = documents === labels ? '' : ` of ${documents} documents`;
  const by = fit ? `, read by ${fit} of ${madeAt?.slice(0, 10)}` : '';
  const read = readWords(drift, isScore);
  const loss = `log loss ${withInterval(drift.log_loss, drift.log_loss_interval)} against ${number(drift.expected_log_loss)}`;
  return [`${labels} labels${of}${by}: ${read === null ? '' : `${read}; `}${loss}.`, verdictOf(drift, reason ?? null)];
}

function verdictOf(drift: DriftView, reason: DriftReason | null): string {
  if (reason !== null) return `Nothing is tested: ${reasons[reason]}.`;
  const tests = drift.tests ?? [];
  const names = (drift.worse ? failedTests(drift) : tests)
    .map(({ test, p }) => `${test} p ${p < 0.001 ? 'below 0.001' : number(p)}`)
    .join(', ');
  return `That is ${drift.worse ? 'beyond noise' : 'within noise'} (${names}).`;
}

function optionsOf({ options = [] }: DriftView): Markup {
  if (options.length === 0) return html``;
  const rows = options.map(({ option, mean_read, observed }) => [
    option ?? 'none of these',
    percent(mean_read),
    percent(observed),
  ]);
  return html`<details>
    <summary>Each option</summary>
    ${table('Each option in the last 30 days: the prediction of the fit before, and what happened.', ['', 'Predicted', 'Actual'], rows)}
  </details>`;
}
