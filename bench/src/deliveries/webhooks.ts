import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const readyLimitMs = 60_000;
const bundle = 'dist/libs/testing';

/** The webhooks service as a process of the testing bundle, which alone puts a test's network in its place. */
export class Webhooks {
  private constructor(private readonly child: ChildProcess) {}

  static async open(env: Record<string, string>): Promise<Webhooks> {
    // The next user of the bundle must not take this one for what it built itself.
    rmSync(join(process.cwd(), bundle, '.built'), { force: true });
    await ended(run(['deploy/local/build.mjs', 'libs/testing'], { PATH: env.PATH }));
    await ended(run(['dist/apps/webhooks/migrate.js'], env));
    const child = spawn(process.execPath, [join(bundle, 'main.js'), 'webhooks'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const ready = once(child, 'message', { signal: AbortSignal.timeout(readyLimitMs) });
    const isReady = await Promise.race([ready.then(() => true), once(child, 'exit').then(() => false)]);
    if (!isReady) throw new Error('the webhooks ended before they were ready');
    return new Webhooks(child);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`);
}
