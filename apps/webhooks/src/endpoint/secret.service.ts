import { VAULT } from '@app/boot';
import { Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { newSecret } from '@app/signing';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Endpoint } from './endpoint';
import { secretPath } from './sealed-secret';

/** Random bytes of a cryptographic source; specs make it fail. */
export const RANDOM_BYTES = Symbol('random bytes');
export type RandomBytes = (count: number) => Buffer;

const secretBytes = 32;

/** What of an endpoint its secrets are bound to. */
type Owner = Pick<Endpoint, 'id' | 'organization'>;

/** Makes, seals and opens signing secrets: in the database only what is sealed, bound to its organization and endpoint. */
@Injectable()
export class SecretService {
  /** Opened for signing, by their place and sealed form: an endpoint signs with the same for months, many times a second. */
  private readonly opened = new LRUCache<string, string>({ max: 2_000 });

  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(RANDOM_BYTES) private readonly randomBytes: RandomBytes,
  ) {}

  /** @throws Problem `unavailable` when no random bytes can be had; nothing has changed then */
  make(owner: Owner): { secret: string; sealed: Buffer } {
    const secret = newSecret(this.draw());
    return { secret, sealed: this.vault.seal(secret, secretPath(owner.organization, owner.id)) };
  }

  /** The secret that is shown. */
  open(endpoint: Owner & Pick<Endpoint, 'secret'>): string {
    return this.vault.open(endpoint.secret, secretPath(endpoint.organization, endpoint.id)).toString('utf8');
  }

  /** The secrets that sign now, newest first: the previous one too while it is valid. */
  signing(endpoint: Owner & Pick<Endpoint, 'secret' | 'previousSecret' | 'previousUntil'>, nowMs: number): string[] {
    const { previousSecret, previousUntil } = endpoint;
    const current = this.openOften(endpoint);
    if (previousSecret === null || previousUntil === null || previousUntil.getTime() <= nowMs) return [current];
    return [current, this.openOften({ ...endpoint, secret: previousSecret })];
  }

  private openOften(endpoint: Owner & Pick<Endpoint, 'secret'>): string {
    const key = `${secretPath(endpoint.organization, endpoint.id)} ${endpoint.secret.toString('latin1')}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const secret = this.open(endpoint);
    this.opened.set(key, secret);
    return secret;
  }

  private draw(): Buffer {
    try {
      return this.randomBytes(secretBytes);
    } catch (cause) {
      const message = 'No secret can be made at the moment and nothing changed; try again.';
      throw new Problem('unavailable', message, {}, { cause, retryAfterS: 1 });
    }
  }
}
