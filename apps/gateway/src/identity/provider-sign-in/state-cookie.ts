import { Vault } from '@app/persistence';
import { serialize } from 'cookie';
import { SignInSecrets } from '../provider-client/provider-client';
import { CookiePolicy, tokenOf } from '../session/session-cookie';

/** How long a person may take at the provider. */
export const stateMs = 10 * 60_000;
const place = 'provider-sign-in-state';

/** A sign-in that is under way in one browser. */
export interface SignInState extends SignInSecrets {
  provider: string;
  returnPath: string;
  /** The person must prove who they are although the provider knows them. */
  again: boolean;
  endsAtMs: number;
}

/** Keeps the state of a sign-in in the browser that began it, sealed. */
export class StateCookie {
  private readonly policy: CookiePolicy;

  constructor(
    { name, secure }: CookiePolicy,
    private readonly vault: Vault,
  ) {
    this.policy = { name: `${name}_sign_in`, secure };
  }

  set(state: SignInState): string {
    return this.header(this.vault.seal(JSON.stringify(state), place).toString('base64url'), stateMs / 1000);
  }

  /** The header that takes the cookie away. */
  get gone(): string {
    return this.header('', 0);
  }

  /** @returns null without a state that was made here and whose time is not over */
  read(header: string | undefined, nowMs: number): SignInState | null {
    const token = tokenOf(this.policy, header);
    if (token === null) return null;
    try {
      const state = JSON.parse(this.vault.open(Buffer.from(token, 'base64url'), place).toString()) as SignInState;
      return state.endsAtMs > nowMs ? state : null;
    } catch {
      // Whatever the browser sent instead was not sealed here.
      return null;
    }
  }

  /** `Lax`: a browser sends no `Strict` cookie on the way back from another site. */
  private header(value: string, maxAge: number): string {
    const { name, secure } = this.policy;
    return serialize(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge });
  }
}
