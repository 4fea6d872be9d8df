import type { JudgmentRef } from '@app/contracts';
import {
  AlternativesSetting,
  CopiedVersion,
  Definition,
  Freshness,
  OutcomeSetting,
  QueueSetting,
  Thresholds,
  defaultAlternatives,
  defaultQueue,
  isDefaultAlternatives,
  isDefaultQueue,
  reads,
} from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import type { Queryable, Tx } from '@app/persistence';
import { Judgment, ScopeRef } from './judgment';
import { insertVersion } from './version.store';

interface JudgmentRow {
  id: string;
  row_id: string;
  organization: string;
  scope: string;
  name: string;
  active_version: number;
  copied: CopiedVersion | null;
  last_version: number;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  /** Empty while it is as by default. */
  alternatives: Partial<AlternativesSetting>;
  /** Empty while it is as by default. */
  queue: Partial<QueueSetting>;
  revision: string;
  archived: boolean;
  definition: Definition;
  earlier_paths: string[];
  render_format: 1;
  answered: boolean;
}

const selectJudgments = `
  select coalesce(j.key, j.id) as id, j.id as row_id, j.copied, j.organization, j.scope, j.name, j.active_version,
    j.last_version, j.freshness, j.thresholds, j.outcomes, j.alternatives, j.queue, j.revision, j.archived, j.earlier_paths,
    v.definition, v.render_format, v.answered
  from judgment j join judgment_version v on v.judgment_id = j.id and v.version = j.active_version`;

function fromRow(row: JudgmentRow): Judgment {
  return {
    id: row.id,
    rowId: row.row_id,
    organization: row.organization,
    scope: row.scope,
    name: row.name,
    activeVersion: row.active_version,
    copied: row.copied,
    lastVersion: row.last_version,
    freshness: row.freshness,
    thresholds: row.thresholds,
    outcomes: row.outcomes,
    alternatives: { ...defaultAlternatives, ...row.alternatives },
    queue: { ...defaultQueue, ...row.queue },
    revision: Number(row.revision),
    archived: row.archived,
    definition: row.definition,
    earlierPaths: row.earlier_paths,
    hasEarlierAnswers: row.answered,
    format: row.render_format,
  };
}

/** The active judgments of some scopes, by scope and name. */
export async function readJudgmentsOnScopes(
  db: Queryable,
  organization: string,
  scopes: readonly string[],
): Promise<Judgment[]> {
  const { rows } = await db.query<JudgmentRow>(
    {
      name: 'judgment-on-scopes',
      // In the order of the index by place, which has no archived judgments.
      text: `${selectJudgments} where j.organization = $1 and j.scope collate "C" = any($2) and not j.archived
        order by j.scope collate "C", j.name collate "C"`,
    },
    [organization, scopes],
  );
  return rows.map(fromRow);
}

/** A scope's own judgment of a name, or null. */
export async function findJudgmentNamed(db: Queryable, ref: JudgmentRef): Promise<Judgment | null> {
  const { rows } = await db.query<JudgmentRow>(
    `${selectJudgments} where j.organization = $1 and j.scope = $2 and j.name = $3 and not j.archived`,
    [ref.organization, ref.scope, ref.name],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** The judgment that a name stood for last, archived or not. */
export async function readLatestJudgment(db: Queryable, ref: JudgmentRef): Promise<Judgment | null> {
  const { rows } = await db.query<JudgmentRow>(
    `${selectJudgments} where j.organization = $1 and j.scope = $2 and j.name = $3 order by j.revision desc limit 1`,
    [ref.organization, ref.scope, ref.name],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** The detached copies of a namespace. */
export async function readCopiesOf(db: Queryable, { organization, scope }: ScopeRef): Promise<Judgment[]> {
  const { rows } = await db.query<JudgmentRow>(
    {
      name: 'judgment-copies',
      text: `${selectJudgments} where j.organization = $1 and j.scope = $2 and j.key is not null and not j.archived`,
    },
    [organization, scope],
  );
  return rows.map(fromRow);
}

/** Judgments by id, archived ones included. An id of a detached copy finds its template. */
export async function readJudgmentsById(
  db: Queryable,
  organization: string,
  ids: readonly string[],
): Promise<Judgment[]> {
  const { rows } = await db.query<JudgmentRow>(
    { name: 'judgment-by-ids', text: `${selectJudgments} where j.organization = $1 and j.id = any($2)` },
    [organization, ids],
  );
  return rows.map(fromRow);
}

/** The revision of an organization's judgments: it grows with each of their changes. */
export async function readRevisionOf(db: Queryable, organization: string): Promise<number> {
  const { rows } = await db.query<{ revision: string }>(
    { name: 'revision-of', text: 'select revision from revision where organization = $1' },
    [organization],
  );
  return rows.length > 0 ? Number(rows[0].revision) : 0;
}

/**
 * Raises the organization's revision. Its row stays locked until the transaction ends, so changes of one organization run
 * one after another, and what a change read before it wrote still holds.
 */
export async function readNextRevision(tx: Tx, organization: string): Promise<number> {
  const { rows } = await tx.query<{ revision: string }>(
    `insert into revision as r (organization, revision) values ($1, 1)
     on conflict (organization) do update set revision = r.revision + 1 returning revision`,
    [organization],
  );
  return Number(rows[0].revision);
}

/** The scopes and names that count against the limits of a scope: its own and those of every template. */
export async function readTakenNames(
  tx: Tx,
  { organization, scope }: ScopeRef,
): Promise<Pick<JudgmentRef, 'scope' | 'name'>[]> {
  const { rows } = await tx.query<Pick<JudgmentRef, 'scope' | 'name'>>(
    `select scope, name from judgment where organization = $1 and not archived and (scope = $2 or scope like '%/*')`,
    [organization, scope],
  );
  return rows;
}

/** The greatest version that a name ever had on a scope; 0 for a new name. */
export async function readLastVersionOf(tx: Tx, { organization, scope, name }: JudgmentRef): Promise<number> {
  const { rows } = await tx.query<{ last: number | null }>(
    'select max(last_version) as last from judgment where organization = $1 and scope = $2 and name = $3',
    [organization, scope, name],
  );
  return rows[0].last ?? 0;
}

/** @param hash of the definition */
export async function insertJudgment(tx: Tx, judgment: Judgment, hash: string): Promise<void> {
  await tx.query(
    `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision,
       key, copied, earlier_paths, outcomes, reads, alternatives, queue)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      judgment.rowId,
      judgment.organization,
      judgment.scope,
      judgment.name,
      judgment.activeVersion,
      judgment.lastVersion,
      JSON.stringify(judgment.freshness),
      JSON.stringify(judgment.thresholds),
      judgment.revision,
      judgment.id === judgment.rowId ? null : judgment.id,
      judgment.copied && JSON.stringify(judgment.copied),
      JSON.stringify(judgment.earlierPaths),
      JSON.stringify(judgment.outcomes),
      reads(judgment.definition, parseRelationWhere),
      storedAlternatives(judgment),
      storedQueue(judgment),
    ],
  );
  await insertVersion(tx, judgment, judgment.activeVersion, judgment.definition, hash);
}

/** Stores a judgment's settings and active version. A version that stops being active is marked: it has answers. */
export async function updateJudgment(tx: Tx, judgment: Judgment): Promise<void> {
  await tx.query(
    `with left_behind as (update judgment_version v set answered = true from judgment j
       where j.id = $1 and j.active_version <> $2 and v.judgment_id = j.id and v.version = j.active_version)
     update judgment set active_version = $2, last_version = $3, freshness = $4, thresholds = $5, revision = $6,
       archived = $7, earlier_paths = $8, outcomes = $9, reads = $10,
       alternatives = $11, queue = $12, updated_at = app.now() where id = $1`,
    [
      judgment.rowId,
      judgment.activeVersion,
      judgment.lastVersion,
      JSON.stringify(judgment.freshness),
      JSON.stringify(judgment.thresholds),
      judgment.revision,
      judgment.archived,
      JSON.stringify(judgment.earlierPaths),
      JSON.stringify(judgment.outcomes),
      reads(judgment.definition, parseRelationWhere),
      storedAlternatives(judgment),
      storedQueue(judgment),
    ],
  );
}

function storedAlternatives({ alternatives }: Judgment): string {
  return isDefaultAlternatives(alternatives) ? '{}' : JSON.stringify(alternatives);
}

function storedQueue({ queue }: Judgment): string {
  return isDefaultQueue(queue) ? '{}' : JSON.stringify(queue);
}
