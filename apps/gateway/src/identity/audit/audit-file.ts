import { csvText } from '@app/csv';
import { AuditEntry, AuditFormat, AuditParty } from './audit.schema';

const columns = [
  ...['id', 'at', 'actor', 'actor_name', 'actor_email', 'action', 'target', 'target_name', 'target_email'],
  ...['link_made_by', 'link_made_by_email', 'before', 'after'],
];

/** Changes as a file: a line of JSON for each, as the list has it, or a table with a line of names. */
export function auditFile(format: AuditFormat, changes: readonly AuditEntry[]): string {
  if (format === 'jsonl') return changes.map((change) => `${JSON.stringify(change)}\n`).join('');
  const named = (party: AuditParty | null) => [party?.name, party?.email];
  return csvText(
    columns,
    changes.map((change) => [
      ...[change.id, change.at, change.actor, ...named(change.actor_details)],
      ...[change.action, change.target, ...named(change.target_details)],
      ...[change.link_made_by, change.link_made_by_details?.email],
      ...[change.before, change.after].map((value) => value && JSON.stringify(value)),
    ]),
  );
}
