import { argon2id, hash, needsRehash, verify } from 'argon2';
import { Turns } from '../../admission/limit/turns';

/** Cost of one hash. */
export interface HashCost {
  memoryKib: number;
  passes: number;
}

/** argon2id with 19 MiB and two passes, as OWASP's Password Storage Cheat Sheet advises. */
export const advisedCost: HashCost = { memoryKib: 19 * 1024, passes: 2 };

/** Hashes run on the four threads of libuv, which also resolve names and compress: two leave two for these. */
const atOnce = 2;
const maxWaiting = 20;

/** Hashes and checks passwords, two at a time. */
export class PasswordHasher {
  private readonly turns = new Turns(atOnce, maxWaiting);
  private readonly options;
  /** A hash of no password, checked in place of an unknown account's, which therefore takes the same time. */
  private decoy: Promise<string> | undefined;

  constructor({ memoryKib, passes }: HashCost = advisedCost) {
    this.options = { type: argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: 1 } as const;
  }

  /** The password's hash as a PHC string. @throws Problem `rate_limited` when 20 others wait */
  hash(password: string): Promise<string> {
    return this.turns.run(() => hash(password.normalize('NFKC'), this.options));
  }

  /**
   * Whether the password has this hash. An account without a hash costs the same work and has no password.
   * @param before runs in the same turn, ahead of the check
   * @throws Problem `rate_limited` when 20 others wait; the error of `before`
   */
  matches(known: string | null, password: string, before: () => Promise<void>): Promise<boolean> {
    return this.turns.run(async () => {
      await before();
      this.decoy ??= hash('', this.options);
      const matched = await verify(known ?? (await this.decoy), password.normalize('NFKC'));
      return matched && known !== null;
    });
  }

  /** Whether the hash was made at another cost than hashes are made today. */
  isOutdated(known: string): boolean {
    return needsRehash(known, this.options);
  }
}
