import { Client } from 'pg';
import { Stack } from './stack';

/** Runs statements on the stack's own Postgres as its administrator, such as `alter system`, and has its sessions take the settings. */
export async function configure({ adminUrl }: Stack, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('select pg_reload_conf()');
    // Sessions take the settings between two statements; those of the services are at rest, and take them with the next.
    await client.query('select pg_sleep(0.1)');
  } finally {
    await client.end();
  }
}
