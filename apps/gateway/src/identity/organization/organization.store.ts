import { Plan } from '@app/contracts';
import { OrganizationMarks } from '@app/contracts/gateway';
import { Queryable, Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { OrganizationLimits } from '../principal/principal';
import { OrganizationMost } from './most';

export interface OrganizationRow {
  id: string;
  name: string;
  plan: Plan;
  suggestions: boolean;
  members_may_label: boolean;
  non_production_prefixes: string[];
  requests_per_second_per_key: number | null;
  requests_per_second_per_org: number | null;
  concurrent_reads: number | null;
  max_keys: number | null;
  max_members: number | null;
  max_invitations: number | null;
  max_sessions_per_person: number | null;
  created_at: Date;
}

const columns = `id, name, plan, suggestions, members_may_label, non_production_prefixes, requests_per_second_per_key,
  requests_per_second_per_org, concurrent_reads, max_keys, max_members, max_invitations, max_sessions_per_person, created_at`;

export async function findOrganization(database: Queryable, id: string): Promise<OrganizationRow | null> {
  const { rows } = await database.query<OrganizationRow>(`select ${columns} from organization where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The organization with this name, or else with this id. */
export async function findOrganizationNamed(database: Queryable, nameOrId: string): Promise<OrganizationRow | null> {
  const { rows } = await database.query<OrganizationRow>(
    `select ${columns} from organization where name = $1 or id = $1 order by (id = $1) desc limit 1`,
    [nameOrId],
  );
  return rows[0] ?? null;
}

/** The organization's plan, and the prefixes of its namespaces that are not production; neither when it is gone. */
export async function readMarks(database: Queryable, id: string): Promise<OrganizationMarks> {
  const found = await findOrganization(database, id);
  return found
    ? { non_production_prefixes: found.non_production_prefixes, plan: found.plan }
    : { non_production_prefixes: [] };
}

/** Puts changes of an organization, its members, keys and invitations in order: call it before them, and before `lockAccount`. */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx.query('select from organization where id = $1 for no key update', [id]);
}

/** @returns false when an organization of that name exists already */
export async function insertOrganization(tx: Tx, name: string, plan: Plan, id = newId('org')): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into organization (id, name, plan) values ($1, $2, $3) on conflict (name) do nothing',
    [id, name, plan],
  );
  return rowCount === 1;
}

export async function setPlan(tx: Tx, id: string, plan: Plan): Promise<void> {
  await tx.query('update organization set plan = $2 where id = $1', [id, plan]);
}

/** Whether a language model may draft wordings for the organization. Admission checks it. */
export async function setSuggestions(tx: Tx, id: string, isOn: boolean): Promise<void> {
  await tx.query('update organization set suggestions = $2 where id = $1', [id, isOn]);
}

/**
 * Sets what is given; null marks no prefixes.
 * @throws Problem `conflict`, reason `duplicate`, when another organization has the name
 */
export async function changeOrganization(
  tx: Tx,
  id: string,
  change: {
    name?: string;
    plan?: Plan;
    suggestions?: boolean;
    members_may_label?: boolean;
    non_production_prefixes?: readonly string[] | null;
  },
): Promise<OrganizationRow> {
  const { name, plan, suggestions, members_may_label: membersMayLabel, non_production_prefixes: prefixes } = change;
  if (name !== undefined) await assertNameFree(tx, id, name);
  const { rows } = await tx.query<OrganizationRow>(
    `update organization
     set name = coalesce($2, name), plan = coalesce($3, plan), suggestions = coalesce($4, suggestions),
       non_production_prefixes = coalesce($5, non_production_prefixes),
       members_may_label = coalesce($6, members_may_label)
     where id = $1 returning ${columns}`,
    [
      ...[id, name ?? null, plan ?? null, suggestions ?? null, prefixes === undefined ? null : (prefixes ?? [])],
      membersMayLabel ?? null,
    ],
  );
  return rows[0];
}

async function assertNameFree(tx: Tx, id: string, name: string): Promise<void> {
  const { rowCount } = await tx.query('select from organization where name = $2 and id <> $1', [id, name]);
  if (rowCount !== 0)
    throw new Problem('conflict', `Another organization is named \`${name}\`; choose another name.`, {
      reason: 'duplicate',
      path: '/name',
    });
}

/** Sets the limits that are given: null means the configured default, a limit left out stays. */
export async function setLimits(
  tx: Tx,
  id: string,
  limits: Partial<OrganizationLimits & OrganizationMost>,
): Promise<void> {
  const columnOf = {
    requestsPerSecondPerKey: 'requests_per_second_per_key',
    requestsPerSecondPerOrg: 'requests_per_second_per_org',
    concurrentReads: 'concurrent_reads',
    keys: 'max_keys',
    members: 'max_members',
    invitations: 'max_invitations',
    sessionsPerPerson: 'max_sessions_per_person',
  } as const;
  for (const [limit, column] of Object.entries(columnOf)) {
    const value = limits[limit as keyof typeof columnOf];
    if (value !== undefined) await tx.query(`update organization set ${column} = $2 where id = $1`, [id, value]);
  }
}
