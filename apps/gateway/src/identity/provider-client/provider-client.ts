import type { Clock } from '@app/observability';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { isOneDirectory } from './issuer-directory';
import { Claims, joined, lacks } from './claims';
import { providerFetch } from './provider-fetch';

/** How long a provider's document is used before it is read again. */
const documentMs = 10 * 60_000;
const maxProviders = 200;
/** Difference of two right clocks that a token may show, in seconds. */
const toleranceS = 30;

/** A client that a provider knows. */
export interface ProviderRegistration {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

/** What only this browser's sign-in knows; it never leaves in the open. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

interface Known {
  server: openid.ServerMetadata;
  fetch: ReturnType<typeof providerFetch>;
  readAtMs: number;
  keys?: ReturnType<typeof openid.getJwksCache>;
}

/** Speaks OpenID Connect with providers: authorization code with PKCE, nonce and the issuer's name in the reply. */
export class ProviderClient {
  private readonly known = new LRUCache<string, Known>({ max: maxProviders });

  constructor(private readonly clock: Clock) {}

  newSecrets(): SignInSecrets {
    return { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
  }

  /**
   * The address at the provider to which the browser goes.
   * @param again the person must prove who they are although the provider knows them
   * @throws an error of the network or of the provider's document
   */
  async beginAuthorization(
    registration: ProviderRegistration,
    secrets: SignInSecrets,
    { redirectUri, scope, again }: { redirectUri: string; scope: string; again: boolean },
  ): Promise<URL> {
    const { config } = await this.configure(registration);
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      response_type: 'code',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login', max_age: String(againWithinS) }),
    });
  }

  /**
   * Trades the code of a callback for a token, and checks it: issuer, audience, signature, times, nonce. Claims that the
   * token lacks come from the provider's userinfo endpoint, where its document names one.
   * @param callback the address that the browser came back to, with its query
   * @param neededOf names the claims that a sign-in of a subject needs
   * @throws an error of the network, of the provider, or of a check
   */
  async readClaims(
    registration: ProviderRegistration,
    { state, nonce, verifier }: SignInSecrets,
    { callback, again, neededOf }: { callback: URL; again: boolean; neededOf: (subject: string) => Promise<string[]> },
  ): Promise<Claims> {
    const { config, known } = await this.configure(registration);
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again && { maxAge: againWithinS }),
    });
    known.keys = openid.getJwksCache(config);
    const token: Record<string, unknown> = tokens.claims() ?? {};
    const subject = String(token.sub);
    const asks = known.server.userinfo_endpoint !== undefined && lacks(token, await neededOf(subject));
    // The library refuses what the endpoint says of another subject.
    const info = asks ? await openid.fetchUserInfo(config, tokens.access_token, subject) : null;
    const provedAtS = token.auth_time;
    return {
      subject,
      ...joined(token, info),
      isOneDirectory: [registration.issuer, known.server.issuer].every(isOneDirectory),
      provedAtS: typeof provedAtS === 'number' ? provedAtS : null,
    };
  }

  private async configure(registration: ProviderRegistration): Promise<{ config: openid.Configuration; known: Known }> {
    const { issuer, clientId, clientSecret } = registration;
    const nowMs = this.clock.now();
    let known = this.known.get(issuer);
    if (!known || nowMs - known.readAtMs > documentMs || nowMs < known.readAtMs) {
      const fetch = providerFetch(issuer);
      const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
        [openid.customFetch]: fetch,
        execute: insecureFor(issuer),
      });
      known = { server: found.serverMetadata(), fetch, readAtMs: nowMs };
      this.known.set(issuer, known);
    }
    // Tokens are checked by the service's clock, which specs and demonstrations move.
    const skewS = Math.round((nowMs - Date.now()) / 1000);
    const metadata = { [openid.clockSkew]: skewS, [openid.clockTolerance]: toleranceS };
    const config = new openid.Configuration(known.server, clientId, metadata, authOf(known.server, clientSecret));
    config[openid.customFetch] = known.fetch;
    // The library leaves signatures unchecked where TLS vouches for the provider: a proxy on the way would be believed.
    openid.enableNonRepudiationChecks(config);
    for (const execute of insecureFor(issuer)) execute(config);
    if (known.keys) openid.setJwksCache(config, known.keys);
    return { config, known };
  }
}

/** A proof that is asked for must be at most this old when the browser comes back. */
const againWithinS = 15 * 60;

/** A provider on this machine may speak http; `providerFetch` lets no other. */
function insecureFor(issuer: string): ((config: openid.Configuration) => void)[] {
  return new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : [];
}

function authOf(server: openid.ServerMetadata, secret: string | null): openid.ClientAuth {
  if (secret === null) return openid.None();
  const methods = server.token_endpoint_auth_methods_supported;
  return !methods || methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}
