import { databaseName, databaseUrl, schemaOf } from '@app/servers';
import { Client, escapeIdentifier } from 'pg';
import { v7 } from 'uuid';
import type { State } from '../state/state';
import { firstOrganization } from './first-organization';

/**
 * The id of the first organization: that of the state folder, else of the database, which an earlier build made, else a new one.
 * The gateway must know it when it starts, and the organization is made beside that.
 */
export async function keepOrganizationId(state: Pick<State, 'kept' | 'keep'>, adminUrl: string): Promise<string> {
  const { organization: known } = state.kept;
  if (known) return known;
  const organization = (await readOrganizationId(adminUrl)) ?? `org_${v7().replaceAll('-', '')}`;
  state.keep({ organization });
  return organization;
}

async function readOrganizationId(adminUrl: string): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl(adminUrl, undefined, databaseName) });
  await client.connect();
  try {
    const table = `${escapeIdentifier(schemaOf('gateway'))}.organization`;
    const { rows } = await client.query<{ id: string }>(`select id from ${table} where name = $1`, [
      firstOrganization.name,
    ]);
    return rows[0]?.id ?? null;
  } finally {
    await client.end();
  }
}
