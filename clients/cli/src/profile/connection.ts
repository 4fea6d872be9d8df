import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { EXIT } from '@app/commands';
import { Refusal } from '../exit/refusal';
import type { World } from '../world/world';
import { profilePath, readProfiles } from './profile-file';

export interface ConnectionOptions {
  profile?: string;
  baseUrl?: string;
  namespace?: string;
  envFile?: string;
}

/** The service and the key of a command. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  namespace?: string;
  /** Where address and key were found, for people. */
  from: string;
}

/** The profile's name when none is given. */
export function profileNameOf({ profile }: ConnectionOptions, { environment }: Pick<World, 'environment'>): string {
  return profile ?? (environment.JUDGMENT_PROFILE || 'default');
}

/**
 * Finds address and key: an option wins over the environment, which wins over the file of `--env-file`, which wins over the
 * profile. A key of one source is never sent to the address of a profile, nor the reverse.
 * @throws Refusal (exit 3) without a key
 */
export function connectionOf(options: ConnectionOptions, world: World): Connection {
  const file = options.envFile === undefined ? {} : parseEnv(readFileSync(options.envFile, 'utf8'));
  const variable = (name: string) => world.environment[name] || (file as Record<string, string>)[name] || undefined;
  const namespace = options.namespace ?? variable('JUDGMENT_NAMESPACE');
  const apiKey = variable('JUDGMENT_API_KEY');
  const baseUrl = options.baseUrl ?? variable('JUDGMENT_BASE_URL');
  if (apiKey !== undefined && options.profile === undefined) {
    if (baseUrl === undefined)
      throw new Refusal('Give --base-url or JUDGMENT_BASE_URL: JUDGMENT_API_KEY alone names no service.');
    return { baseUrl, apiKey, namespace, from: 'environment' };
  }
  const name = profileNameOf(options, world);
  const profile = readProfiles(profilePath(world.environment, world.home))[name];
  if (profile) {
    if (options.baseUrl !== undefined && options.baseUrl !== profile.baseUrl) {
      throw new Refusal(
        `The key of profile ${name} is for ${profile.baseUrl}: for another address, sign in to another profile.`,
      );
    }
    return { ...profile, namespace: namespace ?? profile.namespace, from: `profile ${name}` };
  }
  const local = options.profile === undefined && options.baseUrl === undefined ? localService(world) : undefined;
  if (local) return { ...local, namespace };
  throw new Refusal(
    `There is no profile ${name}: type "judgment login", or set JUDGMENT_BASE_URL and JUDGMENT_API_KEY.`,
    EXIT.signIn,
  );
}

/** Whether a key may go over a network by http: JUDGMENT_ALLOW_HTTP=1, within a network of one's own. */
export function allowsHttp({ environment }: Pick<World, 'environment'>): boolean {
  return environment.JUDGMENT_ALLOW_HTTP === '1';
}

/** The address alone, for a person who signs in: it needs no key. @throws Refusal where none is known */
export function addressOf(options: ConnectionOptions, world: World): string {
  const known = options.baseUrl ?? (options.profile === undefined ? world.environment.JUDGMENT_BASE_URL : undefined);
  return known || connectionOf(options, world).baseUrl;
}

/** The service that runs from a checkout; `npm run judgment` names its state folder. */
function localService({ environment }: World): Connection | undefined {
  const folder = environment.JUDGMENT_STATE_DIR;
  if (!folder) return undefined;
  const running = read<{ baseUrls?: string[] }>(join(folder, 'running.json'));
  const kept = read<{ apiKey?: string }>(join(folder, 'kept.json'));
  const [baseUrl] = running?.baseUrls ?? [];
  if (!baseUrl || !kept?.apiKey) return undefined;
  return { baseUrl, apiKey: kept.apiKey, from: `service that runs from this checkout` };
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
