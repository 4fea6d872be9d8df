import { freePort } from '@app/local';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BenchHouse {
  origin: string;
  key: string;
  /** Of the process that started the services. */
  pid: number;
  /** Runs an operator's command against this house. */
  operate(args: string[]): Promise<void>;
  stop(): Promise<void>;
}

const root = process.cwd();
const readyLimitMs = 120_000;

/** The eight services as `npm start` runs them, with a state folder of their own. */
export async function startHouse(env: Record<string, string>): Promise<BenchHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'judgment-bench-'));
  const ready = join(folder, 'ready.json');
  const main = join(root, 'dist/deploy/local/main.js');
  const ownEnv = { ...process.env, ...env, STATE_DIR: join(folder, 'state'), LOG_LEVEL: 'warn' };
  const child = spawn(
    process.execPath,
    [main, 'start', '--no-example', '--port', String(await freePort()), '--ready-file', ready],
    {
      env: ownEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const until = Date.now() + readyLimitMs;
  for (;;) {
    try {
      const { base_url, api_key } = JSON.parse(readFileSync(ready, 'utf8')) as { base_url: string; api_key: string };
      const stop = async (): Promise<void> => {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await gone;
        rmSync(folder, { recursive: true, force: true });
      };
      const operate = (args: string[]): Promise<void> => run([main, ...args], ownEnv);
      return { origin: new URL(base_url).origin, key: api_key, pid: child.pid ?? 0, operate, stop };
    } catch (error) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`the services did not start: ${said}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.slice(1).join(' ')} ended with ${code}`)),
    );
  });
}
