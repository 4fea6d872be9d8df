import { Service } from '@app/contracts';
import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { patient } from '../jest/patience.cjs';
import { FromService, KillOrder, Ready, ToService } from '../process/protocol';
import { endOfFile } from './end-of-file';
import { withSourceLines } from './source-lines';

/** As a command of the testing bundle: all services in one process. */
export const together = 'together';

const startLimitMs = 240_000;
const stopLimitMs = patient(15_000);

/** One process of a service, or the one process of all, seen from the stack. */
export class ServiceChild {
  /** What its service is given beside the usual environment, from the next start on. */
  settings: Record<string, string> = {};
  private ready?: Ready;
  private child?: ChildProcess;
  private readonly listeners = new Set<(message: FromService) => void>();

  constructor(
    readonly service: Service | typeof together,
    readonly replica: number,
    /** What runs from the next start on. */
    public bundle: string,
    private readonly env: Record<string, string>,
    private readonly logPath: string,
    private readonly onReached: (point: string) => void,
  ) {}

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Port of health and metrics of a service that the process runs; another one after each start. */
  adminPortOf(service: Service): number {
    return this.ready?.adminPorts?.[service] ?? this.ready?.adminPort ?? 0;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @throws with the end of its log when it does not become ready */
  async start(): Promise<void> {
    const log = openSync(this.logPath, 'a');
    const child = spawn(process.execPath, [this.bundle, this.service], {
      env: { ...this.env, ...this.settings },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.child = child;
    child.on('message', (message: FromService) => {
      if ('reached' in message) this.onReached(message.reached);
      for (const listener of [...this.listeners]) listener(message);
    });
    await new Promise<void>((resolve, reject) => {
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
        settle(() => reject(this.fault(`ended (${signal ?? code}) before it was ready`)));
      const onMessage = (message: FromService): void => {
        if (!('ready' in message)) return;
        this.ready = message.ready;
        settle(resolve);
      };
      const late = setTimeout(() => settle(() => reject(this.fault('was not ready in time'))), startLimitMs);
      // Its end later is nobody's fault: the words of one read the source map of the bundle, which takes a second.
      const settle = (by: () => void): void => {
        clearTimeout(late);
        child.off('exit', onExit);
        this.listeners.delete(onMessage);
        by();
      };
      child.once('exit', onExit);
      this.listeners.add(onMessage);
    });
  }

  /** Resolves when the started process answers that it is ready to do its work. @throws when it does not in time */
  async untilReady(): Promise<void> {
    const endMs = Date.now() + startLimitMs;
    while (!(await this.saysReady())) {
      if (Date.now() > endMs) throw this.fault('did not become ready to work in time');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async saysReady(): Promise<boolean> {
    const { adminPort = 0, adminPorts = {} } = this.ready ?? {};
    const ports = [...new Set([adminPort, ...Object.values(adminPorts)])];
    const replies = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/health/ready`)));
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    return replies.every(({ ok }) => ok);
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGTERM, and SIGKILL when it does not end. */
  async stop(): Promise<void> {
    const patience = setTimeout(() => this.child?.kill('SIGKILL'), stopLimitMs);
    await this.end('SIGTERM');
    clearTimeout(patience);
  }

  /** SIGTERM. @throws when it does not end by itself, in order and within its drain limit */
  async terminate(): Promise<void> {
    await this.end('SIGTERM');
    const { exitCode, signalCode } = this.child ?? {};
    if (exitCode !== 0) throw this.fault(`ended with ${signalCode ?? exitCode} on SIGTERM`);
  }

  async untilGone(): Promise<void> {
    if (this.isRunning) await new Promise((resolve) => this.child?.once('exit', resolve));
  }

  arm(order: KillOrder): Promise<void> {
    return this.say({ arm: order }, (message) => 'armed' in message && message.armed === order.point);
  }

  disarm(): Promise<void> {
    return this.say({ disarm: true }, (message) => 'disarmed' in message);
  }

  stepClock(ms: number): Promise<void> {
    return this.say({ stepClock: ms }, (message) => 'stepped' in message && message.stepped === ms);
  }

  /** A whole collection in the process. */
  collectGarbage(): Promise<void> {
    return this.say({ collectGarbage: true }, (message) => 'collected' in message);
  }

  private say(message: ToService, isAnswer: (message: FromService) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const onMessage = (answer: FromService): void => {
        if (!isAnswer(answer)) return;
        this.listeners.delete(onMessage);
        resolve();
      };
      this.listeners.add(onMessage);
      if (this.isRunning) this.child?.send(message);
      else reject(this.fault('does not run'));
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  private fault(what: string): Error {
    const end = withSourceLines(endOfFile(this.logPath), this.bundle);
    return new Error(`${this.service}-${this.replica} ${what}; ${this.logPath} ends with:\n${end}`);
  }
}
