import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonIn, SetupFailure } from '../failure';
import { renderNatsConfig, renderUsers, type NatsUser } from './nats-config';
import { commandLine, isAlive, readPid, signal, waitUntilGone } from '../process/process';

/** The server says nowhere that it has read its configuration again. */
const reloadMs = 500;

/** All that a process needs to stop, kill or start our nats-server, also one that did not start it. */
export interface NatsControl {
  program: string;
  configPath: string;
  pidFile: string;
  logPath: string;
  storeDir: string;
  port: number;
}

export interface NatsServer {
  /** Address without a user: `nats://127.0.0.1:<port>`. */
  url: string;
  admin: { user: string; password: string };
  storeDir: string;
  /** Missing for a server that we did not start. */
  control?: NatsControl;
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again (stops it first when it runs). */
  restart(): Promise<void>;
  /** SIGKILL, the whole JetStream store deleted, started again. */
  deleteStore(): Promise<void>;
}

export async function startNats(
  program: string,
  folder: string,
  port: number,
  users: NatsUser[],
): Promise<NatsControl> {
  const storeDir = join(folder, 'nats-store');
  mkdirSync(storeDir, { recursive: true });
  const [configPath, pidFile, logPath] = ['nats.conf', 'nats.pid', 'nats.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const control = { program, configPath, pidFile, logPath, storeDir, port };
  await stopNats(control);
  writeFileSync(configPath, renderNatsConfig({ port, storeDir, pidFile, users }), { mode: 0o600 });
  await runNats(control);
  return control;
}

/** Starts the server that a control describes, unless it runs, and waits until it greets. */
export async function runNats(control: NatsControl): Promise<void> {
  // A second one would fail, and leave its number in the pid file of the first: nobody could end that one.
  if (natsPid(control) !== undefined) return;
  const log = openSync(control.logPath, 'a');
  // Its own process group: Ctrl-C in the terminal must reach the services first.
  const child = spawn(control.program, ['-c', control.configPath], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
  });
  closeSync(log);
  child.unref();
  let gone = false;
  child.once('exit', () => (gone = true));
  child.once('error', () => (gone = true));
  const until = Date.now() + 30_000;
  while (!(await hasGreeting(control.port))) {
    if (gone || Date.now() > until) {
      throw new SetupFailure(
        `nats-server did not start (${reasonIn(control.logPath)}): see ${control.logPath}, mend that and start again.`,
      );
    }
    await sleep(10);
  }
}

export async function stopNats(control: NatsControl): Promise<void> {
  const pid = natsPid(control);
  if (pid === undefined) return;
  signal(pid, 'SIGTERM');
  if (!(await waitUntilGone(pid, 5_000))) return killNats(control);
  forget(control, pid);
}

export async function killNats(control: NatsControl): Promise<void> {
  const pid = natsPid(control);
  if (pid === undefined) return;
  signal(pid, 'SIGKILL');
  await waitUntilGone(pid, 5_000);
  forget(control, pid);
}

/** The file may name the next server already, which must be found and ended too. */
function forget({ pidFile }: NatsControl, pid: number): void {
  if (readPid(pidFile) === pid) rmSync(pidFile, { force: true });
}

export async function restartNats(control: NatsControl): Promise<void> {
  await stopNats(control);
  await runNats(control);
}

export async function deleteNatsStore(control: NatsControl): Promise<void> {
  await killNats(control);
  rmSync(control.storeDir, { recursive: true, force: true });
  await runNats(control);
}

/** Gives a running server other users: it reads its configuration again and cuts off those that are gone. */
export async function reloadUsers(configPath: string, users: NatsUser[]): Promise<void> {
  const { pid_file: pidFile, ...rest } = JSON.parse(readFileSync(configPath, 'utf8')) as { pid_file: string };
  const config = { pid_file: pidFile, ...rest, ...renderUsers(users) };
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  const pid = readPid(pidFile);
  if (pid !== undefined) signal(pid, 'SIGHUP');
  await sleep(reloadMs);
}

export function natsServer(control: NatsControl, admin: NatsServer['admin']): NatsServer {
  return {
    url: `nats://127.0.0.1:${control.port}`,
    admin,
    storeDir: control.storeDir,
    control,
    stop: () => stopNats(control),
    kill: () => killNats(control),
    restart: () => restartNats(control),
    deleteStore: () => deleteNatsStore(control),
  };
}

export function natsPid(control: NatsControl): number | undefined {
  const pid = readPid(control.pidFile);
  if (pid === undefined || !isAlive(pid)) return undefined;
  const command = commandLine(pid); // after a crash the number may be another program's
  return command === '' || command.includes(control.configPath) ? pid : undefined;
}

/** NATS speaks first: INFO means that it takes connections. */
export function hasGreeting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial({ port, host: '127.0.0.1' });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO')));
  });
}
