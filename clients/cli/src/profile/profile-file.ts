import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT } from '@app/commands';
import { Refusal } from '../exit/refusal';

/** One way to reach the service: the base address, which ends in `/v1`, and the key. */
export interface Profile {
  baseUrl: string;
  apiKey: string;
  /** The namespace of commands that name none. */
  namespace?: string;
}

export type Profiles = Record<string, Profile>;

/** Where the profiles stand: `$XDG_CONFIG_HOME/judgment/config.json`, else below `~/.config`. */
export function profilePath(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'judgment', 'config.json');
}

/** Reads the profiles; none when the file is absent. @throws Refusal for a file that other users can read, or that holds no profiles */
export function readProfiles(path: string): Profiles {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return {};
  if (found.mode & 0o077) throw new Refusal(`Other users can read ${path}. Type: chmod 600 '${path}'`, EXIT.failed);
  const content = parsed(path);
  if (!isProfiles(content)) throw new Refusal(`${path} holds no profiles. Remove it and sign in again.`, EXIT.failed);
  return content;
}

/** Writes all profiles at once: another process reads the old file or the new one, never a part. */
export function writeProfiles(path: string, profiles: Profiles): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Refusal(
      `${path} cannot be read as JSON (${(error as Error).message}). Remove it and sign in again.`,
      EXIT.failed,
    );
  }
}

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (one: Partial<Profile> | null) => typeof one?.baseUrl === 'string' && typeof one.apiKey === 'string',
  );
}
