import { Queryable, afterEveryId, idsFrom } from '@app/persistence';
import { AuditRow } from '../organization/audit.store';

/** Columns that a reader may fix to one value, the most telling first; each has an index that ends with the id. */
const fixed = ['target', 'actor', 'action'] as const;
/** Rows that one page looks at where more than one column is fixed. */
const mostScanned = 2_000;

export interface AuditFilter {
  actor?: string;
  action?: string;
  target?: string;
  /** Milliseconds since 1970, from and before which changes were made. */
  sinceMs?: number;
  untilMs?: number;
}

export interface FoundChanges {
  rows: AuditRow[];
  /** Id of the last change that was looked at; null at the end. */
  next: string | null;
}

/**
 * Changes of an organization that pass a filter, newest first. A page may hold fewer than `limit` while another follows.
 * @param before id of the last change that was looked at
 */
export async function findChanges(
  database: Queryable,
  organization: string,
  filter: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<FoundChanges> {
  const [led, ...rest] = fixed.filter((column) => filter[column] !== undefined);
  const scanned = rest.length === 0 ? limit + 1 : Math.max(mostScanned, limit + 1);
  // An id begins with the millisecond at which it was made.
  const ends = [before ?? afterEveryId, ...(filter.untilMs === undefined ? [] : [idsFrom('aud', filter.untilMs)])];
  const from = filter.sinceMs === undefined ? '' : idsFrom('aud', filter.sinceMs);
  const { rows } = await database.query<AuditRow>(
    `select id, at, actor, action, target, link_made_by, before, after from audit
     where organization_id = $1 and id < $2 and id >= $3 ${led === undefined ? '' : `and ${led} = $5`}
     order by id desc limit $4`,
    [organization, [...ends].sort()[0], from, scanned, ...(led === undefined ? [] : [filter[led]])],
  );
  const found = rows.filter((row) => rest.every((column) => row[column] === filter[column]));
  if (found.length > limit) return { rows: found.slice(0, limit), next: found[limit - 1].id };
  return { rows: found, next: rows.length === scanned ? rows[rows.length - 1].id : null };
}
