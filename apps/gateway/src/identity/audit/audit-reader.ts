import { DATABASE } from '@app/boot';
import { Database, Queryable, decodeCursor, encodeCursor } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AuditRow, writeAudit } from '../organization/audit.store';
import { beginChange } from '../organization/change';
import { Principal } from '../principal/principal';
import { auditFile } from './audit-file';
import { AuditFilter, findChanges } from './audit-list.store';
import { AuditEntry, AuditExportQuery, AuditList, AuditParty, AuditQuery, mostExported } from './audit.schema';
import { findParties } from './party.store';

const defaultLimit = 100;
/** Changes that one statement of an export reads. */
const chunk = 1_000;
/** Statements of one export: a filter of several members may find little in each. The file then holds less, and leads on. */
const mostStatements = 20;

/** A file of changes, and the cursor of the next one; null at the end. */
export interface AuditFile {
  text: string;
  next: string | null;
}

/** Reads who changed what, newest first, with names for the ids. */
@Injectable()
export class AuditReader {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async list(organization: string, query: AuditQuery): Promise<AuditList> {
    const page = { before: beforeOf(query), limit: query.limit ?? defaultLimit };
    const { rows, next } = await findChanges(this.database, organization, filterOf(query), page);
    return {
      changes: await withNames(this.database, organization, rows),
      next_cursor: next === null ? null : encodeCursor('audit', [next]),
    };
  }

  /**
   * The changes that a query finds as a file of at most `mostExported`. That they were taken stands in the audit, in the same
   * transaction, with what was asked for; the file does not hold that line.
   */
  export(principal: Principal, { format = 'jsonl', ...query }: AuditExportQuery): Promise<AuditFile> {
    const organization = principal.organization.id;
    const filter = filterOf(query);
    const most = query.limit ?? mostExported;
    return this.database.transaction('gateway.audit-export', async (tx) => {
      await beginChange(tx, principal);
      const changes: AuditEntry[] = [];
      let next = beforeOf(query);
      let statements = 0;
      do {
        const page = { before: next, limit: Math.min(chunk, most - changes.length) };
        const found = await findChanges(tx, organization, filter, page);
        changes.push(...(await withNames(tx, organization, found.rows)));
        next = found.next;
      } while (next !== null && changes.length < most && ++statements < mostStatements);
      const { cursor: _, ...asked } = query;
      const after = { format, ...asked, changes: changes.length };
      await writeAudit(tx, { organization, actor: principal.caller.actor, action: 'audit.exported', after });
      return { text: auditFile(format, changes), next: next === null ? null : encodeCursor('audit', [next]) };
    });
  }
}

function beforeOf({ cursor }: AuditQuery): string | null {
  return decodeCursor('audit', cursor)?.[0] ?? null;
}

/** @throws Problem `invalid_request`, reason bad_bounds, for a span that ends before it begins */
function filterOf({ actor, action, target, since, until }: AuditQuery): AuditFilter {
  const [sinceMs, untilMs] = [since, until].map((at) => (at === undefined ? undefined : Date.parse(at)));
  if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs)
    throw invalid('bad_bounds', '/until', 'Send an `until` that is later than `since`.');
  return { actor, action, target, sinceMs, untilMs };
}

async function withNames(database: Queryable, organization: string, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  if (rows.length === 0) return [];
  const partyOf = (reference: string) => reference.replace(/^(user|key):/, '');
  const ids = rows.flatMap(({ actor, target, link_made_by: maker }) =>
    [actor, target, maker].flatMap((reference) => (reference === null ? [] : [partyOf(reference)])),
  );
  const parties = await findParties(database, organization, ids);
  const named = (reference: string): AuditParty => parties.get(partyOf(reference)) as AuditParty;
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    actor_details: named(row.actor),
    target_details: row.target === null ? null : named(row.target),
    link_made_by_details: row.link_made_by === null ? null : named(row.link_made_by),
  }));
}
