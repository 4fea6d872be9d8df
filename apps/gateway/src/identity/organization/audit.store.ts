import { Queryable, Tx, newId } from '@app/persistence';

/** A change of who may do what, and its author. */
export interface Change {
  organization: string;
  /** `key:<id>`, `user:<id>` or `operator`. */
  actor: string;
  /** What was done, such as `member.removed`. */
  action: string;
  /** Id of what was changed. */
  target?: string;
  before?: object;
  after?: object;
}

export interface AuditRow {
  id: string;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  link_made_by: string | null;
  before: object | null;
  after: object | null;
}

const keptDays = 400;

/** Writes a change down, in the transaction that makes it. It must hold no secret. */
export async function writeAudit(
  tx: Tx,
  { organization, actor, action, target, before, after }: Change,
): Promise<void> {
  await tx.query(
    // Until a person who came in by another's link sets a password, its maker could be who acts.
    `insert into audit (id, organization_id, actor, action, target, before, after, link_made_by)
     values ($1, $2, $3, $4, $5, $6, $7,
       (select link_made_by from member where organization_id = $2 and account_id = substr($3, 6) and $3 like 'user:%'))`,
    [newId('aud'), organization, actor, action, target ?? null, before ?? null, after ?? null],
  );
}

/** Deletes changes older than 400 days. */
export async function sweepAudit(database: Queryable): Promise<void> {
  await database.query(`delete from audit where at < app.now() - interval '${keptDays} days'`);
}
