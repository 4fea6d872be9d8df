import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const readyLimitMs = 60_000;
const bundle = 'dist/libs/testing';

/** The webhooks service as a process of the testing bundle, which alone puts a test's network in its place. */
export class Webhooks {
  private constructor(private readonly child: ChildProcess) {}

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @param checkout root of a checkout that is installed and built */
  static async open(checkout: string, env: Record<string, string>): Promise<Webhooks> {
    const root = resolve(checkout);
    await buildBundle(root, env.PATH);
    await ended(run(root, ['dist/apps/webhooks/migrate.js'], env));
    const child = spawn(process.execPath, [join(root, bundle, 'main.js'), 'webhooks'], {
      cwd: root,
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

/** Bundles the services for tests, unless the tests have done so since a source moved; the stamp is theirs. */
async function buildBundle(root: string, path: string): Promise<void> {
  // A checkout to compare with may be older than this folder.
  const tools = existsSync(join(root, 'deploy/tools')) ? 'deploy/tools/build' : 'deploy/local';
  const staleness = createRequire(join(root, 'package.json'))(`./${tools}/staleness.cjs`) as {
    sourceFingerprint(root: string): string;
  };
  const fingerprint = staleness.sourceFingerprint(root);
  const stamp = join(root, bundle, '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  await ended(run(root, [`${tools}/build.mjs`, 'libs/testing'], { PATH: path }));
  writeFileSync(stamp, fingerprint);
}

function run(root: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`);
}
