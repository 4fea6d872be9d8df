import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, program } from './packed-cli';

/** What `clients/cli/src/testing/terminal.ts` exports, of which the bundle is made. */
interface Bundled {
  Terminal: new () => {
    environment: Record<string, string>;
    run(line: readonly string[], typed: Uint8Array): Promise<Ended>;
    remove(): void;
  };
}

/** The command line in this process: hundreds of runs a second, where each program would take a third of one. */
export class CliInProcess {
  private constructor(
    private readonly folder: string,
    private readonly terminal: InstanceType<Bundled['Terminal']>,
  ) {}

  /** @param baseUrl ends in `/v1` */
  static async open(baseUrl: string, namespace: string): Promise<CliInProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'judgment-bundle-'));
    const build = join(__dirname, '../../clients/cli/build.mjs');
    const built = await program(process.execPath, [build, folder, 'testing/terminal.ts']);
    if (built.code !== 0) throw new Error(built.err);
    // oxlint-disable-next-line typescript/no-require-imports -- the bundle was made a moment ago
    const { Terminal } = require(join(folder, 'judgment.cjs')) as Bundled;
    const terminal = new Terminal();
    terminal.environment = {
      JUDGMENT_BASE_URL: baseUrl,
      JUDGMENT_API_KEY: 'jk_1',
      JUDGMENT_NAMESPACE: namespace,
    };
    return new CliInProcess(folder, terminal);
  }

  /** @param input bytes at the standard input */
  run(line: readonly string[], input: Uint8Array): Promise<Ended> {
    return this.terminal.run(line, input);
  }

  remove(): void {
    this.terminal.remove();
    rmSync(this.folder, { recursive: true });
  }
}
