import { createSecureContext } from 'node:tls';
import { isIP } from 'node:net';
import { classify } from '../address/address';
import { Authorities, publicAuthorities } from '../connection/authorities';
import { clientOver } from '../connection/client';
import { openConnection } from '../connection/connection';
import { Dialer, TcpDialer } from '../connection/dialer';
import { AttemptFailure } from '../connection/failure';
import { IdleConnections } from '../connection/idle';
import { DnsResolver, ResolvedAddress, Resolver } from '../connection/resolver';
import { Target, targetOf } from '../url/target';
import { HttpResponse, ExchangeRequest, exchange } from './exchange';
import { Outcome, outcomeOfResponse, outcomeOfFailure } from './outcome';

export interface EgressOptions {
  resolver?: Resolver;
  dialer?: Dialer;
  authorities?: Authorities;
  /** How many idle connections are kept; 256 by default. */
  maxIdleConnections?: number;
}

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | string;
  /** Time for look-up, TCP and TLS together; 5,000 by default. */
  connectTimeoutMs?: number;
  /** Time for the whole attempt; 15,000 by default. */
  totalTimeoutMs?: number;
}

/** A target with the addresses of its host, all checked. */
interface ResolvedTarget {
  target: Target;
  addresses: readonly ResolvedAddress[];
  /** Origin and all addresses. A kept connection is used only for the key for which it was opened. */
  key: string;
}

/**
 * Sends webhooks to public addresses only. Each attempt checks the URL, looks the name up, checks every address of it, and
 * sends to one of those addresses over TLS with the name of the URL.
 * @see docs/requirements.md#ssrf---address-safety; docs/requirements.md#dlv---delivery
 */
export class Egress {
  private readonly resolver: Resolver;
  private readonly dialer: Dialer;
  private readonly secureContext;
  private readonly idle: IdleConnections;

  constructor(options: EgressOptions = {}) {
    this.resolver = options.resolver ?? new DnsResolver();
    this.dialer = options.dialer ?? new TcpDialer();
    const { pem } = options.authorities ?? publicAuthorities;
    this.secureContext = createSecureContext({ ca: [...pem], minVersion: 'TLSv1.2' });
    this.idle = new IdleConnections(options.maxIdleConnections ?? 256);
  }

  /** Makes one attempt. A failure of the network or of the receiver is an outcome; only defects of ours are thrown. */
  async post(request: PostRequest): Promise<Outcome> {
    const { headers, body, connectTimeoutMs = 5_000, totalTimeoutMs = 15_000 } = request;
    const startMs = performance.now();
    const connecting = new AbortController();
    const connectMs = Math.min(connectTimeoutMs, totalTimeoutMs);
    const timer = setTimeout(() => connecting.abort(), connectMs);
    try {
      const resolved = await this.resolve(request.url, connecting.signal);
      const toSend = { path: resolved.target.path, headers, body };
      const budgetMs = (): number => startMs + totalTimeoutMs - performance.now();
      const response =
        (await this.sendOverKept(resolved, toSend, budgetMs)) ??
        (await this.sendOverNew(resolved, toSend, budgetMs, connecting.signal, startMs + connectMs));
      return outcomeOfResponse(response, performance.now() - startMs);
    } catch (thrown) {
      if (thrown instanceof AttemptFailure) return outcomeOfFailure(thrown.error, performance.now() - startMs);
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes idle connections. Those in use close when their attempt ends. */
  close(): void {
    this.idle.close();
  }

  private async resolve(raw: string, signal: AbortSignal): Promise<ResolvedTarget> {
    const target = targetOf(raw);
    const addresses = await this.resolveAddresses(target.host, signal);
    if (addresses.length === 0) throw new AttemptFailure('dns');
    // One address that is not public stops the attempt: a name with such a mix is broken or an attack.
    if (!addresses.every(({ address }) => classify(address) === 'public')) throw new AttemptFailure('blocked_address');
    const distinct = new Map(addresses.map((each) => [each.address, each]));
    const key = `${target.origin} ${[...distinct.keys()].sort().join(' ')}`;
    return { target, addresses: [...distinct.values()], key };
  }

  private async resolveAddresses(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const family = isIP(host);
    if (family === 4 || family === 6) return [{ address: host, family }];
    const addresses = this.resolver.resolve(host, signal).catch(() => {
      throw new AttemptFailure('dns');
    });
    return Promise.race([addresses, failAtTimeout(signal)]);
  }

  private async sendOverKept(
    { key }: ResolvedTarget,
    toSend: ExchangeRequest,
    budgetMs: () => number,
  ): Promise<HttpResponse | undefined> {
    const client = this.idle.take(key);
    if (!client) return undefined;
    const response = await exchange(client, toSend, budgetMs());
    // The receiver closed it while it was idle. Nothing was sent, so a new connection repeats nothing.
    if (response.end === 'closed') return undefined;
    if (response.end === 'whole') this.idle.keep(key, client);
    return response;
  }

  private async sendOverNew(
    { target: { origin, host, port }, addresses, key }: ResolvedTarget,
    toSend: ExchangeRequest,
    budgetMs: () => number,
    signal: AbortSignal,
    deadlineMs: number,
  ): Promise<HttpResponse> {
    const { dialer, secureContext } = this;
    const socket = await openConnection({ host, port, addresses }, { dialer, secureContext, signal, deadlineMs });
    const client = clientOver(socket, origin);
    const response = await exchange(client, toSend, budgetMs());
    if (response.end === 'whole') this.idle.keep(key, client);
    return response;
  }
}

function failAtTimeout(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AttemptFailure('timeout')), { once: true });
  });
}
