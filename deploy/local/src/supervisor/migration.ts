import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from '../infrastructure/failure';
import { services, type Service } from '../infrastructure/service';
import type { State } from '../state/state';
import { built } from '../workspace';
import { schemasDigest } from './schemas';

/** Two at a time: each is a Node process that mostly waits for its own start. */
const atOnce = 2;

/**
 * Brings every schema up to date; does nothing when the state folder says that this build did so and the schemas did not
 * change since.
 * @param environment of a service
 * @throws SetupFailure with the last line that the migration said
 */
export async function migrate(
  state: State,
  adminUrl: string,
  environment: (service: Service) => Record<string, string>,
): Promise<void> {
  const { migrated } = state.kept;
  if (migrated && migrated === (await schemasDigest(adminUrl))) return;
  await migrateAll(state.logs, environment);
  state.keep({ migrated: (await schemasDigest(adminUrl)) ?? undefined });
}

async function migrateAll(logs: string, environment: (service: Service) => Record<string, string>): Promise<void> {
  const waiting = [...services];
  const work = async () => {
    for (let service = waiting.shift(); service; service = waiting.shift()) {
      const { code, output } = await runNode([built(`apps/${service}`, 'migrate')], environment(service));
      const log = join(logs, `${service}-migrate.log`);
      writeFileSync(log, output);
      if (code === 0) continue;
      throw new SetupFailure(
        `The migrations of ${service} failed (${output.trim().split('\n').at(-1)}): see ${log}, mend that and start again.`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Runs a script to its end, with a text as its input. @returns exit code and all it said on both streams; `stdout` alone for machines */
export function runNode(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number; output: string; stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A script that ends without reading its input says why by its code.
    child.stdin.on('error', () => undefined).end(input);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output, stdout }));
  });
}
