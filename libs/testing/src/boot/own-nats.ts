import { NatsControl, openTestInfrastructure } from '@app/servers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from './environment';

export interface OwnNats {
  control: NatsControl;
  /** Stops the server; services of the spec connect to the run's server again. */
  close(): Promise<void>;
}

/**
 * Starts a NATS server of this spec file alone, which it may stop and damage, beside the run's Postgres. Until `close`,
 * services that the spec opens connect to it. The server of the run may be one that somebody else runs.
 */
export async function openOwnNats(): Promise<OwnNats> {
  const variables = ['TEST_NATS_URL', 'TEST_NATS_CONTROL'] as const;
  const before = variables.map((name) => process.env[name]);
  const state = mkdtempSync(join(tmpdir(), 'judgment-state-'));
  const { PATH } = process.env;
  const started = await openTestInfrastructure(state, [], { PATH, DATABASE_URL: testEnvironment().adminUrl });
  const { control } = started.infrastructure.nats;
  if (!control) throw new Error('A spec stops this server, so it needs the program: install nats-server.');
  for (const name of variables) process.env[name] = started.env[name];
  return {
    control,
    async close() {
      variables.forEach((name, i) => {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      });
      await started.stop();
      rmSync(state, { recursive: true });
    },
  };
}
