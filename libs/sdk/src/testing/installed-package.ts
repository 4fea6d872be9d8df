import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../../..');
const isLong = process.env.LONG === '1';

/** The package, packed as it is published and installed into an empty folder without a registry. */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'sdk-package-'));
  /** Where the package stands after the installation. */
  readonly place = join(this.folder, 'node_modules/@judgment-service/sdk');

  constructor() {
    const built = join(this.folder, 'built');
    execFileSync(process.execPath, [join(root, 'libs/sdk/build.mjs'), built, '--unchecked'], { stdio: 'inherit' });
    const quiet = ['--offline', '--silent'];
    const packed = execFileSync('npm', ['pack', built, ...quiet], { cwd: this.folder, encoding: 'utf8' }).trim();
    writeFileSync(join(this.folder, 'package.json'), '{"name": "a-user", "private": true}');
    execFileSync('npm', ['install', packed, '--no-audit', '--no-fund', ...quiet], { cwd: this.folder });
  }

  /** Writes a file of the user's. @returns its path */
  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** What a program of the user's prints. @throws with what it wrote to the error output */
  async run(name: string, text: string, env: Record<string, string> = {}): Promise<string> {
    const path = this.write(name, text);
    const { stdout } = await promisify(execFile)(process.execPath, [path], { env: { ...process.env, ...env } });
    return stdout.trim();
  }

  /** What the compiler says of files of the user's; empty when it accepts them. */
  async compile(files: Record<string, string>, options: readonly string[]): Promise<string> {
    const paths = Object.entries(files).map(([name, text]) => this.write(name, text));
    // Users have either compiler; the older one takes three times as long.
    const compiler = join(root, 'node_modules', isLong ? 'typescript' : 'typescript-7', 'bin/tsc');
    // The declarations of TypeScript and Node take seconds to check, and are not ours.
    const wide = isLong ? [] : ['--skipLibCheck'];
    const given = [
      ...wide,
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--ignoreConfig',
      '--typeRoots',
      join(root, 'node_modules/@types'),
      ...options,
    ];
    try {
      await promisify(execFile)(process.execPath, [compiler, ...given, ...paths], { cwd: this.folder });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
