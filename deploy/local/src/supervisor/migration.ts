import { services, SetupFailure, type Service } from '@app/servers';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '../state/state';
import { built } from '../workspace';
import { togetherEnvironment } from './environment';
import { readSchemasDigest } from './schemas';

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
  if (migrated && migrated === (await readSchemasDigest(adminUrl))) return;
  await migrateAll(state.logs, environment);
  state.keep({ migrated: (await readSchemasDigest(adminUrl)) ?? undefined });
}

/** One process for all: eight would spend their time on loading the same code. */
async function migrateAll(logs: string, environment: (service: Service) => Record<string, string>): Promise<void> {
  const env = togetherEnvironment(services.map(environment));
  const { code, output } = await runNode([built('deploy/together', 'migrate')], env);
  const log = join(logs, 'migrate.log');
  writeFileSync(log, output);
  if (code !== 0) throw new SetupFailure(refusalOf(output, log));
}

/** @param output of the migrations @returns a sentence that names the services whose schemas were not brought up, and why */
export function refusalOf(output: string, log: string): string {
  const lines = output.trim().split('\n');
  const refused = lines.flatMap((line) => {
    const [, service, reason] = /^([a-z-]+) cannot migrate: (.*)$/.exec(line) ?? [];
    return service === undefined ? [] : [{ service, reason }];
  });
  const names = refused.map(({ service }) => service).join(', ');
  const [first = { reason: lines.at(-1) }] = refused;
  return `The migrations${names && ` of ${names}`} failed (${first.reason}): see ${log}, mend that and start again.`;
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
