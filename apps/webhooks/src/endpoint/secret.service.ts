import { VAULT } from '@app/boot';
import { Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { newSecret } from '@app/signing';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Endpoint } from './endpoint';
import { secretPath } from './sealed-secret';

/** Token of the source of random bytes. Production's is cryptographic; a spec's can fail. */
export const RANDOM_BYTES = Symbol('random bytes');
export type RandomBytes = (count: number) => Buffer;

const secretBytes = 32;

/** The members of an endpoint to which its secrets are bound. */
type Owner = Pick<Endpoint, 'id' | 'organization'>;

/** Makes, seals and opens signing secrets. The database has sealed secrets only, bound to organization and endpoint. */
@Injectable()
export class SecretService {
  /** Opened secrets by path and sealed form, since an endpoint signs with the same secret many times a second. */
  private readonly opened = new LRUCache<string, string>({ max: 2_000 });

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(RANDOM_BYTES) private readonly randomBytes: RandomBytes,
  ) {}

  /** @throws Problem `unavailable` when the source of random bytes fails */
  make(owner: Owner): { secret: string; sealed: Buffer } {
    const secret = newSecret(this.drawBytes());
    return { secret, sealed: this.vault.seal(secret, secretPath(owner.organization, owner.id)) };
  }

  /** The current secret, for a managing key. */
  open(endpoint: Owner & Pick<Endpoint, 'secret'>): string {
    return this.vault.open(endpoint.secret, secretPath(endpoint.organization, endpoint.id)).toString('utf8');
  }

  /** The secrets that sign now, newest first: the current one, and the previous one while it is valid. */
  signing(endpoint: Owner & Pick<Endpoint, 'secret' | 'previousSecret' | 'previousUntil'>, nowMs: number): string[] {
    const { previousSecret, previousUntil } = endpoint;
    const current = this.openCached(endpoint);
    if (previousSecret === null || previousUntil === null || previousUntil.getTime() <= nowMs) return [current];
    return [current, this.openCached({ ...endpoint, secret: previousSecret })];
  }

  private openCached(endpoint: Owner & Pick<Endpoint, 'secret'>): string {
    const key = `${secretPath(endpoint.organization, endpoint.id)} ${endpoint.secret.toString('latin1')}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const secret = this.open(endpoint);
    this.opened.set(key, secret);
    return secret;
  }

  private drawBytes(): Buffer {
    try {
      return this.randomBytes(secretBytes);
    } catch (cause) {
      const message = 'The service could not make a secret and changed nothing; try again.';
      throw new Problem('unavailable', message, {}, { cause, retryAfterS: 1 });
    }
  }
}
