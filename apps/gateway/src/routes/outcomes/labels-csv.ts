import { ListLabels, LabelTable } from '@app/contracts/calibration';
import { csvText, labelCells, labelColumns } from '@app/csv';

/** A page of labels as CSV (RFC 4180), with a line of names. */
export function labelsCsv(page: LabelTable): string {
  return csvText(
    labelColumns(page),
    page.rows.map((row) => labelCells(page, row)),
  );
}

/** The `Link` (RFC 8288) to the table of the next page, with what was asked. */
export function linkToLabels({ namespace, judgment, ...query }: ListLabels, cursor: string): string {
  const { sources, since, until, engine_version, limit } = query;
  const asked = new URLSearchParams({ format: 'csv', cursor });
  for (const [name, value] of Object.entries({ sources, since, until, engine_version, limit })) {
    if (value !== undefined) asked.set(name, String(value));
  }
  const path = `/v1/namespaces/${encodeURIComponent(namespace)}/judgments/${encodeURIComponent(judgment)}/calibration/labels`;
  return `<${path}?${asked.toString()}>; rel="next"`;
}
