import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from '@app/problem';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Seals secrets and kept responses at rest: AES-256-GCM, random 96-bit nonce, the place (organization, row, column) as
 * additional data, the key's id beside. The ring holds the current key first and older ones after it.
 *
 * Each service seals with keys of its own, derived from those of the ring (HKDF-SHA-256). So no service opens what another
 * sealed, and the nonces under one key are those of one service. The id of a derived key is `id@service`; what an
 * earlier build sealed with a key of the ring itself still opens.
 */
export class Vault {
  private readonly keys = new Map<string, Buffer>();
  /** Id of the key that seals. */
  readonly current: string;

  /**
   * @param ring `id:base64` entries of 32-byte keys separated by commas, current first
   * @param service whose keys seal; without one the keys of the ring do
   */
  constructor(ring: string, service?: string) {
    const ids: string[] = [];
    for (const entry of ring.split(',')) {
      const [id, encoded] = entry.split(':');
      const key = Buffer.from(encoded ?? '', 'base64');
      if (!/^[A-Za-z0-9]{1,16}$/.test(id) || key.length !== keyBytes)
        throw new Error('MASTER_KEY must be id:base64 of 32 bytes, comma-separated');
      if (this.keys.has(id))
        throw new Error(`MASTER_KEY holds two keys named ${id}; give the new one a name of its own`);
      this.keys.set(id, key);
      if (service) this.keys.set(`${id}@${service}`, derived(key, service));
      ids.push(service ? `${id}@${service}` : id);
    }
    [this.current] = ids;
  }

  /** The first bytes of everything that the current key sealed. */
  get mark(): Buffer {
    const id = Buffer.from(this.current);
    return Buffer.concat([Buffer.from([id.length]), id]);
  }

  seal(plain: string | Buffer, place: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.keys.get(this.current)!, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([this.mark, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Problem `unavailable` when the key is gone or the row was moved or changed */
  open(sealed: Buffer, place: string): Buffer {
    const idEnd = 1 + sealed[0];
    const key = this.keys.get(keyIdOf(sealed));
    if (!key) throw new Problem('unavailable', 'A secret cannot be read: its key is not in the ring.');
    const nonce = sealed.subarray(idEnd, idEnd + nonceBytes);
    const tag = sealed.subarray(idEnd + nonceBytes, idEnd + nonceBytes + tagBytes);
    try {
      const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(idEnd + nonceBytes + tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new Problem('unavailable', 'A secret cannot be read: it does not belong to this place.', {}, { cause });
    }
  }
}

function derived(key: Buffer, service: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `judgment-service seal ${service}`, keyBytes));
}

/** The id of the key that sealed something; it stands before it in the open. */
export function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(1, 1 + sealed[0]).toString();
}
