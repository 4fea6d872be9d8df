import { SetupFailure } from '@app/servers';
import { spawn, type ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/** Behind the services, which are what everybody waits for. */
const niceness = 10;

/** The build of the dashboard, in a process beside the services that start. */
export class DashboardBuild {
  /** Resolves once the dashboard stands. */
  readonly done: Promise<void>;
  private readonly child: ChildProcess;
  private isStopping = false;

  /**
   * @param script that builds the dashboard when that is due
   * @param onFailure called with what the build said when it failed
   */
  constructor(script: string, onFailure: (failure: SetupFailure) => void) {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    if (child.pid !== undefined) setPriority(child.pid, Math.max(niceness, getPriority()));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', (error) => (said += error.message));
    this.done = new Promise((resolve) =>
      child.once('close', (code) => {
        if (code === 0) resolve();
        else if (!this.isStopping) onFailure(new SetupFailure(said.trim() || 'The dashboard was not built.'));
      }),
    );
  }

  stop(): void {
    this.isStopping = true;
    this.child.kill('SIGTERM');
  }
}
