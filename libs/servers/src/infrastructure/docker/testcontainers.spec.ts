import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { getContainerRuntimeClient } from 'testcontainers';
import { openContainedPostgres, containerSettings, postgresImage } from './contained';
import { hasContainerEngine } from './docker';
import { findFreePort } from '../process/port';
import { startGuard } from '../process/guard';

/** What a server says of itself. */
async function shown(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const names = containerSettings.map((setting) => setting.split('=')[0]);
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1) or name = $2 order by name',
      [names, 'server_version'],
    );
    return rows;
  } finally {
    await client.end();
  }
}

async function ours(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'judgment-test-'));
  const guard = startGuard(folder, true);
  const postgres = await openContainedPostgres(folder, await findFreePort(), 'spec', []);
  try {
    return await shown(postgres.adminUrl);
  } finally {
    await postgres.stop();
    await guard.release();
  }
}

async function ofTestcontainers(): Promise<unknown> {
  const words = ['postgres', ...containerSettings.flatMap((setting) => ['-c', setting])];
  const container = await new PostgreSqlContainer(postgresImage).withCommand(words).start();
  try {
    return await shown(container.getConnectionUri());
  } finally {
    await container.stop();
  }
}

// A start drives Docker by its command line, in place of the 60 MB of testcontainers: both must see and open the same.
it('opens the container that testcontainers opens, or finds no engine where testcontainers finds none', async () => {
  const refusal = await getContainerRuntimeClient().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (refusal === undefined) {
    expect(await hasContainerEngine()).toBe(true);
    expect(await ours()).toEqual(await ofTestcontainers());
  } else {
    expect(refusal).toBe('Could not find a working container runtime strategy');
    expect(await hasContainerEngine()).toBe(false);
  }
}, 600_000);
