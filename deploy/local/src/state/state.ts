import { commandLine, isAlive, readPid, removeVolumes, SetupFailure } from '@app/servers';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordName } from '../../prepare.cjs';
import { makeSecrets, newKey, password, type KeptExtension, type Secrets } from './secrets';

/** What later starts and other commands must know. */
export interface Kept {
  ports: { postgres?: number; nats?: number };
  apiKey?: string;
  /** Reads outcomes for the learning engine. */
  learningKey?: string;
  /** Id of the first organization. */
  organization?: string;
  /** The first owner has an account. */
  hasOwner?: boolean;
  /** Where the example was judged: it is not run again. */
  exampleNamespace?: string;
  /** The local chat model that a start found quick enough. */
  localChat?: { baseUrl: string; model: string; seconds: number };
  /** The learning engine of a start answered for its name. */
  hasLearnt?: boolean;
  /** Digest of the schemas after the last migration, and of the build that migrated them. */
  migrated?: string;
}

/** What runs now; present only while a supervisor runs. */
export interface Running {
  baseUrls: string[];
  adminUrl: string;
  natsUrl: string;
}

/** The state folder: secrets, ports, logs, data. One supervisor at a time. */
export class State {
  secrets: Secrets;
  readonly logs: string;
  private readonly lock: string;

  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    this.logs = join(folder, 'logs');
    mkdirSync(this.logs, { recursive: true });
    this.lock = join(folder, 'supervisor.pid');
    const prepared = join(folder, passwordName);
    this.secrets = this.readOr('secrets.json', () => makeSecrets(readText(prepared)));
    rmSync(prepared, { force: true });
  }

  get kept(): Kept {
    return this.readOr<Kept>('kept.json', () => ({ ports: {} }));
  }

  keep(change: Partial<Kept>): void {
    this.write('kept.json', { ...this.kept, ...change });
  }

  /**
   * Adds a first key to the ring that seals secrets at rest. @returns its id
   * @throws SetupFailure while services run: those that do not know it could not open what others seal with it
   */
  addKey(nowMs: number): string {
    if (this.running) throw new SetupFailure('The service runs: stop it, add the key, and start it again.');
    const key = newKey(nowMs);
    this.secrets = { ...this.secrets, addedKeys: [key, ...(this.secrets.addedKeys ?? [])] };
    this.write('secrets.json', this.secrets);
    return key.split(':')[0];
  }

  /** The first owner's password, made when the folder has none. */
  ownerPassword(): string {
    const ownerPassword = this.secrets.ownerPassword ?? password();
    if (this.secrets.ownerPassword === undefined) {
      this.secrets = { ...this.secrets, ownerPassword };
      this.write('secrets.json', this.secrets);
    }
    return ownerPassword;
  }

  /** Adds, replaces or (null) removes a process of the user's own. */
  keepExtension(name: string, extension: KeptExtension | null): void {
    const { [name]: _, ...others } = this.secrets.extensions ?? {};
    this.secrets = { ...this.secrets, extensions: extension ? { ...others, [name]: extension } : others };
    this.write('secrets.json', this.secrets);
  }

  get running(): Running | undefined {
    return isSupervisor(readPid(this.lock)) ? this.read<Running>('running.json') : undefined;
  }

  set running(running: Running) {
    this.write('running.json', running);
  }

  /** @throws SetupFailure when another supervisor holds this folder */
  take(): void {
    const pid = readPid(this.lock);
    if (pid !== process.pid && isSupervisor(pid)) {
      throw new SetupFailure(
        `The service already runs from ${this.folder} (process ${pid}): stop that one first, or set STATE_DIR to another folder.`,
      );
    }
    rmSync(join(this.folder, 'running.json'), { force: true });
    writeFileSync(this.lock, `${process.pid}\n`);
  }

  release(): void {
    rmSync(join(this.folder, 'running.json'), { force: true });
    rmSync(this.lock, { force: true });
  }

  private read<T>(name: string): T | undefined {
    const path = join(this.folder, name);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
  }

  private readOr<T>(name: string, make: () => T): T {
    const known = this.read<T>(name);
    if (known !== undefined) return known;
    const made = make();
    this.write(name, made);
    return made;
  }

  private write(name: string, value: unknown): void {
    const path = join(this.folder, name);
    writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path); // a kill leaves the old file or the new one
  }
}

/**
 * Forgets data, secrets and logs; programs that were unpacked stay.
 * @throws SetupFailure while a supervisor runs, or when data stand in volumes of Docker and Docker does not delete them
 */
export async function forget(folder: string): Promise<void> {
  const pid = readPid(join(folder, 'supervisor.pid'));
  if (isSupervisor(pid))
    throw new SetupFailure(`The service runs from ${folder} (process ${pid}): stop it before --fresh.`);
  if (!existsSync(folder)) return;
  const pointer = join(folder, 'data-folder');
  if (existsSync(pointer)) await forgetData(readFileSync(pointer, 'utf8').trim());
  await removeVolumes(folder);
  for (const name of readdirSync(folder)) {
    if (name !== 'programs' && name !== 'test') rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

async function forgetData(folder: string): Promise<void> {
  await removeVolumes(folder);
  for (const name of [
    'postgres',
    'postgres.new',
    'postgres-container',
    'postgres.log',
    'nats-store',
    'nats.conf',
    'nats-container.conf',
    'nats.log',
  ]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isSupervisor(pid: number | undefined): boolean {
  if (pid === undefined || !isAlive(pid)) return false;
  const command = commandLine(pid); // the number may belong to another program by now
  return command === '' || /deploy\/local|jest/.test(command);
}
