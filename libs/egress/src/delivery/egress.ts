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
import { Answer, ExchangeRequest, exchange } from './exchange';
import { Outcome, outcomeOfAnswer, outcomeOfFailure } from './outcome';

export interface EgressMeans {
  resolver?: Resolver;
  dialer?: Dialer;
  authorities?: Authorities;
  /** Idle connections kept in all; 256 unless said. */
  maxIdleConnections?: number;
}

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | string;
  /** Look-up, TCP and TLS together; 5,000 unless said. */
  connectTimeoutMs?: number;
  /** The whole attempt; 15,000 unless said. */
  totalTimeoutMs?: number;
}

interface Place {
  target: Target;
  addresses: readonly ResolvedAddress[];
  /** Origin and the whole set of checked addresses: what a kept connection must have been opened for. */
  key: string;
}

/**
 * Sends webhooks to public addresses and nowhere else. Every attempt checks the URL, looks the name up, checks every
 * address of it, and sends to one of those addresses over TLS with the name of the URL.
 * @see docs/requirements.md#ssrf---address-safety; docs/requirements.md#dlv---delivery
 */
export class Egress {
  private readonly resolver: Resolver;
  private readonly dialer: Dialer;
  private readonly secureContext;
  private readonly idle: IdleConnections;

  constructor(means: EgressMeans = {}) {
    this.resolver = means.resolver ?? new DnsResolver();
    this.dialer = means.dialer ?? new TcpDialer();
    const { pem } = means.authorities ?? publicAuthorities;
    this.secureContext = createSecureContext({ ca: [...pem], minVersion: 'TLSv1.2' });
    this.idle = new IdleConnections(means.maxIdleConnections ?? 256);
  }

  /** One attempt. Every failure of the network or of the receiver is an outcome; only our own defects are thrown. */
  async post(request: PostRequest): Promise<Outcome> {
    const { headers, body, connectTimeoutMs = 5_000, totalTimeoutMs = 15_000 } = request;
    const startMs = performance.now();
    const connecting = new AbortController();
    const connectMs = Math.min(connectTimeoutMs, totalTimeoutMs);
    const timer = setTimeout(() => connecting.abort(), connectMs);
    try {
      const place = await this.locate(request.url, connecting.signal);
      const toSend = { path: place.target.path, headers, body };
      const budgetMs = (): number => startMs + totalTimeoutMs - performance.now();
      const answer =
        (await this.sendOverKept(place, toSend, budgetMs)) ??
        (await this.sendOverNew(place, toSend, budgetMs, connecting.signal, startMs + connectMs));
      return outcomeOfAnswer(answer, performance.now() - startMs);
    } catch (thrown) {
      if (thrown instanceof AttemptFailure) return outcomeOfFailure(thrown.error, performance.now() - startMs);
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes idle connections; those in use close when their attempt ends. */
  close(): void {
    this.idle.close();
  }

  private async locate(raw: string, signal: AbortSignal): Promise<Place> {
    const target = targetOf(raw);
    const addresses = await this.addressesOf(target.host, signal);
    if (addresses.length === 0) throw new AttemptFailure('dns');
    // Any bad one stops the attempt: a name that mixes them is either broken or an attack.
    if (!addresses.every(({ address }) => classify(address) === 'public')) throw new AttemptFailure('blocked_address');
    const distinct = new Map(addresses.map((each) => [each.address, each]));
    const key = `${target.origin} ${[...distinct.keys()].sort().join(' ')}`;
    return { target, addresses: [...distinct.values()], key };
  }

  private async addressesOf(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const family = isIP(host);
    if (family === 4 || family === 6) return [{ address: host, family }];
    const answers = this.resolver.resolve(host, signal).catch(() => {
      throw new AttemptFailure('dns');
    });
    return Promise.race([answers, timeoutOf(signal)]);
  }

  private async sendOverKept(
    { key }: Place,
    toSend: ExchangeRequest,
    budgetMs: () => number,
  ): Promise<Answer | undefined> {
    const client = this.idle.take(key);
    if (!client) return undefined;
    const answer = await exchange(client, toSend, budgetMs());
    // Closed by the receiver while it waited: nothing was sent, so a new connection repeats nothing.
    if (answer.end === 'spent') return undefined;
    if (answer.end === 'whole') this.idle.keep(key, client);
    return answer;
  }

  private async sendOverNew(
    { target: { origin, host, port }, addresses, key }: Place,
    toSend: ExchangeRequest,
    budgetMs: () => number,
    signal: AbortSignal,
    deadlineMs: number,
  ): Promise<Answer> {
    const { dialer, secureContext } = this;
    const socket = await openConnection({ host, port, addresses }, { dialer, secureContext, signal, deadlineMs });
    const client = clientOver(socket, origin);
    const answer = await exchange(client, toSend, budgetMs());
    if (answer.end === 'whole') this.idle.keep(key, client);
    return answer;
  }
}

function timeoutOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AttemptFailure('timeout')), { once: true });
  });
}
