import { databaseUrl } from '@app/servers';
import { Client } from 'pg';
import { Stack } from './stack';

const mostS = 180;
const everyMs = 500;

const exists = `select to_regclass('documents.pair_index') is not null as known`;
const ready = `select from documents.namespace n join documents.pair_index i on i.namespace_id = n.id
  where n.name = $1 and i.state = 'ready'`;

/**
 * Waits until the rows of a pair of attributes of a namespace are complete, by the stack's own Postgres: no route shows it.
 * Queries must have asked for it before.
 * @returns false for a build that keeps no pairs
 * @throws Error when it takes longer than three minutes
 */
export async function waitForPair({ adminUrl }: Stack, namespace: string): Promise<boolean> {
  const postgres = new Client({ connectionString: databaseUrl(adminUrl) });
  await postgres.connect();
  try {
    if (!(await postgres.query<{ known: boolean }>(exists)).rows[0].known) return false;
    for (let waitedMs = 0; waitedMs < mostS * 1000; waitedMs += everyMs) {
      if ((await postgres.query(ready, [namespace])).rowCount === 1) return true;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    throw new Error(`${namespace} has no complete pair of attributes after ${mostS} s`);
  } finally {
    await postgres.end();
  }
}
