import { KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';

/** What the provider does wrong, one thing at a time. */
export interface Fault {
  /** Claims that replace those of a right token; undefined takes one away. */
  claims?: Record<string, unknown>;
  /** `none` sends no signature; `foreign` signs with a key that the provider does not publish. */
  signature?: 'none' | 'foreign';
  /** Answers a path below the issuer in place of the provider. */
  instead?: { path: 'token' | 'keys' | 'document' | 'userinfo'; answer: (response: ServerResponse) => unknown };
}

const ownKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An OpenID Connect provider by hand, which can do wrong what a real one never does. Every first part of a path is an issuer
 * of its own, so that nothing that was read of one is used for another.
 */
export class FaultyProvider {
  fault: Fault = {};
  /** What it says of the person. */
  person: Record<string, unknown> = {};
  /** What its userinfo endpoint says; null has none. */
  info: Record<string, unknown> | null = null;
  /** How often its userinfo endpoint was asked. */
  infoAsked = 0;
  private readonly nonces = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<FaultyProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new FaultyProvider(server, origin);
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  /** What a browser that is sent to the provider brings back. @returns the query of the callback */
  signIn(location: string): string {
    const { searchParams, pathname } = new URL(location);
    const code = createHash('sha256').update(location).digest('hex');
    this.nonces.set(code, searchParams.get('nonce') ?? '');
    const issuer = `${this.origin}/${pathname.split('/')[1]}`;
    return `?${new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer })}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name, path] = (request.url ?? '').split('/');
    const at = path === '.well-known' ? 'document' : path;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (at === 'userinfo') this.infoAsked += 1;
    if (this.fault.instead?.path === at) return void this.fault.instead.answer(response);
    const issuer = `${this.origin}/${name}`;
    response.setHeader('content-type', 'application/json');
    if (at === 'document') response.end(JSON.stringify(documentOf(issuer, this.info !== null)));
    else if (at === 'keys') response.end(JSON.stringify({ keys: [publicKey()] }));
    else if (at === 'token') {
      const code = new URLSearchParams(Buffer.concat(parts).toString()).get('code') ?? '';
      response.end(JSON.stringify({ access_token: 'x', token_type: 'bearer', id_token: this.token(issuer, code) }));
    } else if (at === 'userinfo' && request.headers.authorization === 'Bearer x')
      response.end(JSON.stringify({ sub: 'subject', ...this.info }));
    else response.writeHead(404).end('{}');
  }

  private token(issuer: string, code: string): string {
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'judgment',
      sub: 'subject',
      nonce: this.nonces.get(code),
      iat: nowS,
      exp: nowS + 300,
      ...this.person,
      ...this.fault.claims,
    };
    const { signature } = this.fault;
    const head = encoded({ alg: signature === 'none' ? 'none' : 'RS256', kid: 'k', typ: 'JWT' });
    const text = `${head}.${encoded(claims)}`;
    if (signature === 'none') return `${text}.`;
    return `${text}.${signed(text, signature === 'foreign' ? foreignKey : ownKey.privateKey)}`;
  }
}

function documentOf(issuer: string, hasInfo: boolean): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(hasInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function publicKey(): object {
  return { ...ownKey.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' };
}

function signed(text: string, key: KeyObject): string {
  return sign('RSA-SHA256', Buffer.from(text), key).toString('base64url');
}
