import { services } from '@app/servers';
import { randomBytes } from 'node:crypto';

/** Made once, at the first start; the data would be unreadable with others. */
export interface Secrets {
  /** Administrators' passwords. */
  postgres: string;
  nats: string;
  /** Passwords of each service's database role and bus user. */
  database: Record<string, string>;
  bus: Record<string, string>;
  /** 32 bytes, base64: encrypts secrets at rest; the ring's key `local`. */
  masterKey: string;
  /** Keys added since, `id:base64`, newest first. */
  addedKeys?: string[];
  operatorToken: string;
  /** Of the first owner; absent in folders that are older than people. */
  ownerPassword?: string;
  /** Processes of the user's own on the bus, by name. */
  extensions?: Record<string, KeptExtension>;
}

export interface KeptExtension {
  password: string;
  engine?: string;
  consumes?: 'events' | 'answers';
}

/** @param postgres password of a cluster that is there already */
export function makeSecrets(postgres = password()): Secrets {
  const each = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, password()]));
  return {
    postgres,
    nats: password(),
    database: each(services),
    bus: each(services),
    masterKey: randomBytes(32).toString('base64'),
    operatorToken: password(),
    ownerPassword: password(),
  };
}

/** The key ring of every service: the newest key seals, all open. */
export function ringOf({ masterKey, addedKeys = [] }: Pick<Secrets, 'masterKey' | 'addedKeys'>): string {
  return [...addedKeys, `local:${masterKey}`].join(',');
}

/** A new first key for a ring; its id tells when it was made. */
export function newKey(nowMs: number): string {
  return `k${nowMs.toString(36)}:${randomBytes(32).toString('base64')}`;
}

/** Begins with a letter, so that no configuration format reads it as a number or a sign. */
export function password(): string {
  return `p${randomBytes(24).toString('base64url')}`;
}
