import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a program to its end. */
export function program(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: object; typed?: string } = {},
): Promise<Ended> {
  const env = { ...process.env, ...options.env };
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: options.cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
    if (options.typed !== undefined) child.stdin?.end(options.typed);
  });
}

/** Of the run, whose set-up removes it: all of its files take the installation that the first one has made. */
const place = join(__dirname, '../../.state/packed-cli');

/** @returns the folder of the installation */
async function installedOnce(): Promise<string> {
  if (existsSync(place)) return place;
  const folder = mkdtempSync(`${place}-`);
  try {
    const [made, installed] = [join(folder, 'made'), join(folder, 'installed')];
    for (const one of [made, installed]) mkdirSync(one);
    const built = await program(process.execPath, [join(__dirname, '../../clients/cli/build.mjs'), made]);
    if (built.code !== 0) throw new Error(built.err);
    await program('npm', ['pack', '--silent'], { cwd: made });
    const [archive = ''] = readdirSync(made).filter((name) => name.endsWith('.tgz'));
    const options = ['--offline', '--silent', '--no-audit', '--no-fund', '--prefix', installed];
    const { code, err } = await program('npm', ['install', ...options, join(made, archive)], { cwd: installed });
    if (code !== 0) throw new Error(err);
    // Another worker may have been first: then its installation is the one of the run.
    moveTo(place, installed);
    return place;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function moveTo(to: string, from: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOTEMPTY') throw error;
  }
}

/** The command line as a user gets it: packed, and installed into a folder that holds nothing else, without a network. */
export class PackedCli {
  /** Address of the service for the next runs. */
  baseUrl = '';

  private constructor(
    /** Holds what commands keep and write. */
    readonly folder: string,
    readonly file: string,
    private readonly apiKey: string,
  ) {}

  static async install(baseUrl: string, apiKey: string): Promise<PackedCli> {
    const installed = await installedOnce();
    const folder = mkdtempSync(join(tmpdir(), 'judgment-cli-'));
    const cli = new PackedCli(folder, join(installed, 'node_modules/.bin/judgment'), apiKey);
    cli.baseUrl = baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`;
    return cli;
  }

  run(namespace: string, args: readonly string[], more: object = {}, typed?: string): Promise<Ended> {
    return program(this.file, args, { cwd: this.folder, env: { ...this.environment(namespace), ...more }, typed });
  }

  /** Begins a command that goes on. */
  begin(namespace: string, args: readonly string[]): ChildProcess {
    return spawn(this.file, args, { cwd: this.folder, env: { ...process.env, ...this.environment(namespace) } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private environment(namespace: string): Record<string, string> {
    return {
      JUDGMENT_BASE_URL: this.baseUrl,
      JUDGMENT_API_KEY: this.apiKey,
      JUDGMENT_NAMESPACE: namespace,
      XDG_STATE_HOME: join(this.folder, 'state'),
      XDG_CONFIG_HOME: join(this.folder, 'config'),
    };
  }
}
