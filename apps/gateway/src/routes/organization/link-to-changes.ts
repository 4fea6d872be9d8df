import { AuditExportQuery } from '../../identity/audit/audit.schema';

/** The `Link` (RFC 8288) to the file of the next changes, with what was asked. */
export function linkToChanges(query: AuditExportQuery, cursor: string): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) asked.set(name, String(value));
  return `</v1/organization/audit/export?${asked.toString()}>; rel="next"`;
}
