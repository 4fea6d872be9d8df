import { CLOCK, CONFIG, DATABASE, LOGGER, VAULT } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Database, Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IdentityProvider, secretPlace } from '../provider/identity-provider';
import { findProvider } from '../provider/identity-provider.store';
import { findIdentity, useState } from '../provider/identity.store';
import { Turns } from '../../admission/limit/turns';
import { Claims, addressClaims } from '../provider-client/claims';
import { isOutage } from '../provider-client/outage';
import { ProviderClient, ProviderRegistration } from '../provider-client/provider-client';
import { longestMs } from '../session/session';
import type { CookieSettings } from '../session/session-cookie';
import { cookiePolicyOf } from '../session/session-cookie';
import { SessionOpener } from '../sign-in/session-opener';
import { admitPerson } from './admit-person';
import { SignInRefused } from './refusal';
import { returnPathOf } from './return-path';
import { SignInState, StateCookie, stateMs } from './state-cookie';

/** Sign-ins that use the database at once, and those that wait: nobody knows yet who sends them. */
const atOnce = 8;
const maxWaiting = 60;
/** Those that speak with one provider. Each has turns of its own, so that a slow one keeps nobody else waiting. */
const atOnceWithProvider = 4;
const maxWaitingForProvider = 30;
const maxProviders = 200;

export const callbackPath = '/v1/sign-in/oidc/callback';

/** Where the browser goes next, and the cookies that it gets. */
export interface Redirect {
  location: string;
  cookies: string[];
}

/** Signs people in with the provider of their organization. */
@Injectable()
export class ProviderSignIn {
  private readonly client: ProviderClient;
  private readonly state: StateCookie;
  private readonly turns = new Turns(atOnce, maxWaiting);
  private readonly turnsOfProvider = new LRUCache<string, Turns>({ max: maxProviders });
  private readonly origin: string;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly opener: SessionOpener,
    @Inject(CONFIG) settings: CookieSettings,
  ) {
    this.client = new ProviderClient(clock);
    this.state = new StateCookie(cookiePolicyOf(settings), vault);
    this.origin = new URL(settings.publicUrl).origin;
  }

  /** Sends the browser to the provider. @param again the person must prove who they are although the provider knows them */
  start(id: string, { returnTo, again }: { returnTo: string | null; again: boolean }): Promise<Redirect> {
    return this.redirect(id, async () => {
      const provider = await this.readProviderOf(id);
      const secrets = this.client.newSecrets();
      const location = await this.runExchange(id, () =>
        this.client.beginAuthorization(this.registrationOf(provider), secrets, {
          redirectUri: `${this.origin}${callbackPath}`,
          scope: 'openid email profile',
          again,
        }),
      );
      const returnPath = returnPathOf(returnTo);
      const endsAtMs = this.clock.now() + stateMs;
      const cookie = this.state.set({ ...secrets, provider: id, returnPath, again, endsAtMs });
      return { location: location.href, cookies: [cookie] };
    });
  }

  /** Makes a session of what the provider says of the person, and leads the browser to the page that it came from. */
  finish(query: string, cookieHeader: string | undefined, agent: string | null): Promise<Redirect> {
    const state = this.state.read(cookieHeader, this.clock.now());
    return this.redirect(state?.provider ?? null, async () => {
      if (!state) throw new SignInRefused('expired');
      const provider = await this.readProviderOf(state.provider);
      const callback = new URL(`${this.origin}${callbackPath}${query}`);
      if (callback.searchParams.get('state') !== state.state) throw new SignInRefused('expired');
      const isFirst = await this.turns.run(() =>
        this.database.transaction('gateway.provider-state', (tx) => useState(tx, state.state)),
      );
      if (!isFirst) throw new SignInRefused('expired');
      const { again } = state;
      const claims = await this.runExchange(state.provider, () =>
        this.client.readClaims(this.registrationOf(provider), state, {
          callback,
          again,
          neededOf: (subject: string) => this.readNeededOf(provider, subject),
        }),
      );
      return this.turns.run(() => this.open(state, claims, agent));
    });
  }

  /** The claims that a sign-in needs: who is known by the subject needs no address. */
  private async readNeededOf({ id, roleClaim }: IdentityProvider, subject: string): Promise<string[]> {
    const known = await this.turns.run(() => findIdentity(this.database, id, subject));
    return [...(known === null ? addressClaims : []), ...(roleClaim === null ? [] : [roleClaim])];
  }

  private async open(state: SignInState, claims: Claims, agent: string | null): Promise<Redirect> {
    const done = await this.database.transaction('gateway.provider-sign-in', async (tx) => {
      // Read again: the operator may have changed or removed it while the person was there.
      const provider = await findProvider(tx, state.provider);
      if (!provider) return { refusal: 'unknown_provider' } as const;
      const admitted = await admitPerson(tx, provider, claims);
      if ('refusal' in admitted) return admitted;
      const nowMs = this.clock.now();
      const provedAtMs = Math.min(nowMs, claims.provedAtS === null ? nowMs : claims.provedAtS * 1000);
      return this.opener.open(tx, {
        account: admitted.account,
        organization: provider.organization,
        isOnly: true,
        method: 'oidc',
        agent,
        since: { provedAt: new Date(provedAtMs), endsAt: new Date(nowMs + longestMs) },
      });
    });
    if ('refusal' in done) throw new SignInRefused(done.refusal);
    return { location: `${this.origin}${state.returnPath}`, cookies: [done.cookie, this.state.gone] };
  }

  /** A browser waits for the reply, so a refusal is a page too: the sign-in page, which says why. */
  private async redirect(provider: string | null, work: () => Promise<Redirect>): Promise<Redirect> {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      const { cause } = error as Error;
      this.logger.warn({ provider, refusal, why: reasonOf(cause ?? error) }, 'a provider signed nobody in');
      return { location: `${this.origin}/app/?sign_in=${refusal}`, cookies: [this.state.gone] };
    }
  }

  private async readProviderOf(id: string): Promise<IdentityProvider> {
    const provider = await this.turns.run(() => findProvider(this.database, id));
    if (provider) return provider;
    throw new SignInRefused('unknown_provider');
  }

  private registrationOf({ id, issuer, clientId, clientSecret }: IdentityProvider): ProviderRegistration {
    const secret = clientSecret && this.vault.open(clientSecret, secretPlace(id)).toString();
    return { issuer, clientId, clientSecret: secret };
  }

  /** What the network or the provider did wrong, apart from what its reply says. */
  private async runExchange<T>(provider: string, work: () => Promise<T>): Promise<T> {
    const turns = this.turnsOfProvider.get(provider) ?? new Turns(atOnceWithProvider, maxWaitingForProvider);
    this.turnsOfProvider.set(provider, turns);
    try {
      return await turns.run(work);
    } catch (cause) {
      if (isBusy(cause)) throw cause;
      throw new SignInRefused(isOutage(cause) ? 'unavailable' : 'refused', { cause });
    }
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof SignInRefused) return error.refusal;
  return isBusy(error) ? 'busy' : 'unavailable';
}

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'rate_limited';
}

/** Names and codes only: messages of a provider may hold what a person sent. */
function reasonOf(error: unknown): string {
  const { name, code, error: said, message } = error as Error & { code?: string; error?: string };
  return [name, code, said ?? (name === 'Error' ? message : undefined)].filter(Boolean).join(' ').slice(0, 200);
}
