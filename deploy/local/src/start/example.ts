import { SetupFailure } from '@app/servers';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runScript } from '../supervisor/script';
import { built, stateFolder } from '../workspace';

export interface ExampleAccess {
  /** Ends in /v1. */
  baseUrl: string;
  apiKey: string;
}

/** What the loader (project `examples`) writes down about a run, as far as it is read here. */
export interface ExampleSummary {
  namespace: string;
}

/**
 * Loads and judges a folder through the public API, with its own progress bar and tables on this terminal.
 * @throws SetupFailure when the loader could not do it; it has said why
 */
export async function judgeFolder(folder: string, access: ExampleAccess): Promise<ExampleSummary> {
  const path = join(stateFolder(), 'examples', 'summary.json');
  mkdirSync(dirname(path), { recursive: true });
  const code = await runExampleScript([folder, '--summary', path], access);
  if (code !== 0 || !existsSync(path)) {
    throw new SetupFailure('The example was not judged: mend what it says above and start again, or use --no-example.');
  }
  return JSON.parse(readFileSync(path, 'utf8')) as ExampleSummary;
}

/** The loader's command with an address and a key; options among `args` go before them. @returns its exit code */
export function runExampleScript(args: string[], access: Partial<ExampleAccess>): Promise<number> {
  const { baseUrl, apiKey } = access;
  const known = { ...(baseUrl ? { BASE_URL: baseUrl } : {}), ...(apiKey ? { API_KEY: apiKey } : {}) };
  return runScript([built('examples'), ...args], { ...process.env, STATE_DIR: stateFolder(), ...known });
}
