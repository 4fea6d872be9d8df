import { verdictOf } from '@app/report';
import { Agreement } from '../loader/compare/agreement';
import { ReadAnswer } from '../loader/data/answer';
import { laterRows, reportRows } from '../report/report.table';
import { ExampleSummary } from './run-example';
import { shortfalls } from './shortfall';

const shownProblems = 20;
const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;

function table(rows: string[][]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

function agreementRow(agreement: Agreement): string[] {
  const more =
    agreement.type === 'bool'
      ? `true in ${percent(agreement.baseRate)}`
      : agreement.type === 'score'
        ? `within one level ${percent(agreement.withinOneLevel)}, mean error ${agreement.meanAbsoluteError?.toFixed(2) ?? '-'}`
        : '';
  const { judgment, type, pairs, accuracy, baseline } = agreement;
  return [judgment, type, String(pairs), percent(accuracy), percent(baseline), more];
}

function answerCell(answer: ReadAnswer | undefined): string {
  if (!answer) return '-';
  if (answer.p !== null) return `p ${answer.p.toFixed(2)}`;
  if (answer.score !== null) return answer.score.toFixed(2);
  if (answer.value !== null) return String(answer.value);
  return answer.status === 'fresh' ? '(none of these)' : answer.status;
}

function groupRows(groups: ExampleSummary['groups']): string[][] {
  const rows = groups.flatMap(({ namespace, name, values }) =>
    values.map(({ key, documents, aggregates }) => [
      ...[namespace, name, String(key ?? '(further keys)'), String(documents)],
      Object.entries(aggregates)
        .map(([aggregate, value]) => `${aggregate} ${value === null ? '-' : Number(value.toFixed(3))}`)
        .join(', '),
    ]),
  );
  return [['namespace', 'group', 'key', 'documents', ''], ...rows];
}

function told({ groups, published }: ExampleSummary): string[] {
  return [
    ...(groups.length > 0 ? ['', 'Groups, the keys with most documents'] : []),
    ...(groups.length > 0 ? table(groupRows(groups)) : []),
    ...(published.length > 0 ? ['', 'Published of each tenant, in bands'] : []),
    ...published.map(({ tenant, groups: bands }) => `  ${tenant}: ${JSON.stringify(bands)}`),
  ];
}

function saved({ reports }: ExampleSummary): string[] {
  const files = reports.flatMap(({ file }) => (file === null ? [] : [file]));
  return files.length === 0 ? [] : [`Saved as .json and .html: ${files[0]} ... (${files.length} reports)`];
}

/** A table of the first few documents with their answers. */
export function describeAnswers(summary: ExampleSummary): string[] {
  const names = Object.keys(summary.judgments);
  const rows = summary.examples.map(({ id, answers }) => [id, ...names.map((name) => answerCell(answers[name]))]);
  return table([['document', ...names], ...rows]);
}

/** The summary of a run, line by line. */
export function describe(summary: ExampleSummary): string[] {
  const { documents, judged, subscriptions, outcomes, cost, problems, parts } = summary;
  const below = shortfalls(summary.agreements, summary.reports);
  const missing = Object.values(judged.byJudgment).reduce((sum, { fresh, total }) => sum + total - fresh, 0);
  return [
    `Namespace ${summary.namespace}${summary.tenants > 1 ? ` (${summary.tenants} tenants)` : ''}, ${summary.seconds.toFixed(1)} s in all`,
    `Seconds:   ${parts.documents.toFixed(1)} documents, ${parts.judging.toFixed(1)} until judged, ${parts.outcomes.toFixed(1)} outcomes, ${parts.fits.toFixed(1)} fits`,
    `Documents: ${documents.written} written, ${documents.unchanged} unchanged, ${documents.skipped} done earlier, ${documents.perSecond.toFixed(0)} a second`,
    `Judged:    ${judged.answers} answers, ${judged.perSecond.toFixed(1)} a second${missing > 0 ? `, ${missing} not judged` : ''}`,
    ...(subscriptions.length > 0 ? [`Told of:    ${subscriptions.join(', ')}, in GET /events`] : []),
    `Outcomes:  ${outcomes.recorded} recorded, ${outcomes.replaced} replaced, ${outcomes.unchanged} unchanged, ${outcomes.matched} matched, ${outcomes.unmatched} unmatched, ${outcomes.withoutValue} without a value`,
    cost === null
      ? 'Cost:      not shown to this key'
      : `Cost:      ${cost.costUsd.toFixed(6)} USD for ${cost.judgmentUnits} judgment units`,
    '',
    'Agreement with the outcomes (baseline: always saying the commonest one)',
    ...table([['judgment', 'type', 'pairs', 'accuracy', 'baseline', ''], ...summary.agreements.map(agreementRow)]),
    ...(below.length > 0 ? ['', 'Below the baseline', ...below.map((sentence) => `  ${sentence}`)] : []),
    '',
    'Reports (two figures: raw and calibrated, each label read without itself; of the base rate: always saying it)',
    ...table(reportRows(summary.reports)),
    '',
    ...summary.reports.map(
      ({ judgment, namespace, report }) => `${judgment} in ${namespace}: ${verdictOf(report).sentence}`,
    ),
    ...(summary.later.length > 0
      ? [
          '',
          'A fit of the earlier outcomes, read on them held out and on the later ones',
          ...table(laterRows(summary.later)),
        ]
      : []),
    ...told(summary),
    ...saved(summary),
    ...(problems.length > 0 ? ['', `Lines left out: ${problems.length}`] : []),
    ...problems.slice(0, shownProblems).map(({ file, line, message }) => `  ${file}:${line}: ${message}`),
  ];
}
