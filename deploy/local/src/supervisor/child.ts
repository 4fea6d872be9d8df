import { spawn, type ChildProcess } from 'node:child_process';
import type { WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLine, type LogLine } from './log-line';

export interface ChildOptions {
  /** `<service>-<replica>` */
  name: string;
  script: string;
  /** Words for the script; none by default. */
  args?: readonly string[];
  /** Script preloaded so that the child ends when we are gone. */
  watchdog: string;
  env: Record<string, string>;
  log: WriteStream;
  onLine: (line: LogLine) => void;
  /** Called at each unwanted end, with the waiting time before the next start. */
  onCrash: (reason: string, waitMs: number) => void;
}

const firstWaitMs = 250;
const longestWaitMs = 10_000;
/** A child that lived this long had started well: the next wait is the first again. */
const healthyMs = 30_000;

/** One service process: started again with growing waits when it ends unasked. */
export class Child {
  crashes = 0;
  private process?: ChildProcess;
  private isStopping = false;
  private startedAt = 0;
  private waitMs = firstWaitMs;
  private again?: NodeJS.Timeout;

  constructor(private readonly options: ChildOptions) {}

  get name(): string {
    return this.options.name;
  }

  start(): void {
    const { script, args = [], watchdog, env, log, onLine } = this.options;
    this.startedAt = Date.now();
    // Its own process group: Ctrl-C reaches the supervisor alone, which ends the children in order.
    const child = spawn(process.execPath, ['--enable-source-maps', '--require', watchdog, script, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.process = child;
    for (const stream of ['stdout', 'stderr'] as const) {
      const from = child[stream];
      if (!from) continue;
      createInterface({ input: from }).on('line', (line) => {
        log.write(`${line}\n`);
        onLine(readLine(line, stream));
      });
    }
    child.once('error', (error) => this.ended(child, error.message));
    child.once('exit', (code, signal) => this.ended(child, signal ? `killed by ${signal}` : `exit code ${code}`));
  }

  /** SIGTERM, then SIGKILL after `timeoutMs`. @returns whether it ended by itself */
  async stop(timeoutMs: number): Promise<boolean> {
    this.isStopping = true;
    clearTimeout(this.again);
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return true;
    const gone = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
    child.kill('SIGTERM');
    const patience = new AbortController();
    const late = sleep(timeoutMs, false, { signal: patience.signal }).catch(() => false);
    const isClean = await Promise.race([gone, late]);
    patience.abort();
    if (!isClean) {
      child.kill('SIGKILL');
      await gone;
    }
    return isClean;
  }

  private ended(child: ChildProcess, reason: string): void {
    if (this.isStopping || this.process !== child) return;
    this.process = undefined;
    this.crashes += 1;
    if (Date.now() - this.startedAt > healthyMs) this.waitMs = firstWaitMs;
    this.options.onCrash(reason, this.waitMs);
    this.again = setTimeout(() => this.start(), this.waitMs);
    this.waitMs = Math.min(this.waitMs * 2, longestWaitMs);
  }
}
