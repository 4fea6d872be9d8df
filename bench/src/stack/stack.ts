import { findFreePort } from '@app/servers';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The eight services of a checkout, with servers of their own. */
export interface Stack {
  /** Of the first gateway. */
  origin: string;
  /** Of each gateway. */
  origins: readonly string[];
  key: string;
  /** Of the process that started the services. */
  pid: number;
  /** Of the administrator of its Postgres. */
  adminUrl: string;
  /** The log file of its Postgres. */
  postgresLog: string;
  /** Runs an operator's command against this stack. @returns what it says */
  operate(args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Processes of each service; 1 when left out. */
  replicas?: number;
  /** The start judges the example, and has ended when that is done. */
  isExampleJudged?: boolean;
}

const readyLimitMs = 120_000;
/** Of this checkout, seen from `dist/bench`: an older checkout has it under another name, or not at all. */
const watchdog = resolve(__dirname, '../../deploy/local/parent-watchdog.cjs');

/**
 * Starts the services as `npm start` runs them, with a state folder of their own.
 * @param checkout root of a checkout that is installed and built
 * @param env beside this process's, such as ENGINES
 * @throws Error with the output of the start, or when the checkout is not built
 */
export async function startStack(
  checkout: string,
  env: Record<string, string>,
  { replicas = 1, isExampleJudged = false }: StackOptions = {},
): Promise<Stack> {
  const root = resolve(checkout);
  const main = join(root, 'dist/deploy/local/main.js');
  if (!existsSync(main)) throw new Error(`${checkout} is not built: there is no ${main}; run its "npm start" once.`);
  const folder = mkdtempSync(join(tmpdir(), 'judgment-bench-'));
  // Where the account of Postgres cannot enter, its data would stand outside this folder and stay behind.
  chmodSync(folder, 0o755);
  const ready = join(folder, 'ready.json');
  const state = join(folder, 'state');
  const ownEnv = { ...process.env, ...env, STATE_DIR: state, LOG_LEVEL: 'warn' };
  const port = String(await findFreePort());
  const example = isExampleJudged ? [] : ['--no-example'];
  const options = [...example, '--port', port, '--replicas', String(replicas), '--ready-file', ready];
  // The watchdog ends the start, and so the services and servers, when this process is gone.
  const child = spawn(process.execPath, ['--require', watchdog, main, 'start', ...options], {
    env: ownEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const endsAt = Date.now() + readyLimitMs;
  let told: Ready | undefined;
  while (told === undefined || (isExampleJudged && told.example === 'judging')) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > endsAt) {
      await stop();
      throw new Error(`the services of ${checkout} did not start: ${output}`);
    }
    await new Promise((done) => setTimeout(done, 100));
    if (existsSync(ready)) told = readReady(ready);
  }
  if (isExampleJudged && told.example !== 'judged') {
    await stop();
    throw new Error(`the example of ${checkout} was not judged: ${output}`);
  }
  const { base_urls, api_key } = told;
  const origins = base_urls.map((url) => new URL(url).origin);
  const operate = (args: string[]): Promise<string> => run([main, ...operatorWords(root), ...args], ownEnv);
  const { adminUrl } = JSON.parse(readFileSync(join(state, 'running.json'), 'utf8')) as { adminUrl: string };
  const postgres = { adminUrl, postgresLog: join(state, 'postgres.log') };
  return { origin: origins[0], origins, key: api_key, pid: child.pid ?? 0, ...postgres, operate, stop };
}

interface Ready {
  base_urls: string[];
  api_key: string;
  example: string;
}

/** @returns undefined while the file is being written */
function readReady(path: string): Ready | undefined {
  const text = readFileSync(path, 'utf8');
  return text.endsWith('\n') ? (JSON.parse(text) as Ready) : undefined;
}

/** What stands before an operator's command: nothing in checkouts of before 0.1.0-rc.1, whose start took each command by itself. */
export function operatorWords(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts['operator'] === undefined ? [] : ['operator'];
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${args.slice(1).join(' ')} ended with ${code}`)),
    );
  });
}
