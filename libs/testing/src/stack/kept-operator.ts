import { ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import type { OperatorReply } from '../process/run-operator';
import { endOfFile } from './end-of-file';

interface Waiting {
  resolve(replies: OperatorReply[]): void;
  reject(error: Error): void;
}

/**
 * The process that runs the operator's commands of a stack. It is started for the first commands and stays, since a start
 * takes half a second of processor time, and files of pages alone would start a hundred.
 */
export class KeptOperator {
  private child?: ChildProcess;
  /** Of commands that were sent and not answered, in their order. */
  private waiting: Waiting[] = [];

  /** @param logPath file of what it says on standard error */
  constructor(
    private readonly bundle: string,
    private readonly env: Record<string, string>,
    private readonly logPath: string,
  ) {}

  /** @throws with the end of its log when the process ends before it has answered */
  run(commands: string[][]): Promise<OperatorReply[]> {
    const child = (this.child ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      child.send(commands);
    });
  }

  /** Ends a process that still works on commands that a file gave up: the next one begins with a new process. */
  async settle(): Promise<void> {
    if (this.waiting.length > 0) await this.close();
  }

  async close(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  private start(): ChildProcess {
    const log = openSync(this.logPath, 'a');
    const child = spawn(process.execPath, [this.bundle, 'operator', 'gateway'], {
      env: this.env,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    child.on('message', (replies: OperatorReply[]) => this.waiting.shift()?.resolve(replies));
    child.once('exit', (code, signal) => {
      this.child = undefined;
      const words = `The operator's process ended with ${signal ?? code}: ${endOfFile(this.logPath)}`;
      for (const { reject } of this.waiting.splice(0)) reject(new Error(words));
    });
    return child;
  }
}
