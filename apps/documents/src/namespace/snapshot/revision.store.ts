import type { Queryable, Tx } from '@app/persistence';

/**
 * Revisions of what is in force, as a statement read them together with its rows. A process that remembers another
 * revision loads again before it decides anything.
 */
export interface Revisions {
  organization: number;
  engines: number;
}

/** Engines belong to no organization. Their revision has this name in the column `organization`. */
export const allOrganizations = '*';

/** The members of a row that `revisionColumns` selects. */
export interface RevisionRow {
  organization_revision: string;
  engines_revision: string;
}

/** Columns of a statement whose parameter $1 is the organization. */
export const revisionColumns = `
  coalesce((select c.revision from column_revision c where c.organization = $1), 0) as organization_revision,
  coalesce((select c.revision from column_revision c where c.organization = '${allOrganizations}'), 0) as engines_revision`;

export function revisionsOf({ organization_revision, engines_revision }: RevisionRow): Revisions {
  return { organization: Number(organization_revision), engines: Number(engines_revision) };
}

export async function readRevisions(from: Queryable, organization: string): Promise<Revisions> {
  const statement = { name: 'revisions-read', text: `select ${revisionColumns}` };
  const { rows } = await from.query<RevisionRow>(statement, [organization]);
  return revisionsOf(rows[0]);
}

/** Makes what other processes remember of the organization outdated from the commit on. */
export async function bumpRevision(tx: Tx, organization: string): Promise<void> {
  await tx.query(
    `insert into column_revision as c (organization, revision) values ($1, 1)
     on conflict (organization) do update set revision = c.revision + 1`,
    [organization],
  );
}

/** Takes the shared lock of an organization until the transaction ends. What is in force does not change meanwhile. */
export async function lockOrganization(tx: Tx, organization: string): Promise<void> {
  await tx.query('select lock_organization($1)', [organization]);
}

/**
 * Takes the lock of an organization alone until the transaction ends: every earlier write has committed, and no later
 * one has begun.
 */
export async function lockOrganizationAlone(tx: Tx, organization: string): Promise<void> {
  await tx.query('select lock_organization_alone($1)', [organization]);
}
