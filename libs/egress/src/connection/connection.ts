import { Socket, isIP } from 'node:net';
import { SecureContext, TLSSocket, connect } from 'node:tls';
import { classify, isSameAddress } from '../address/address';
import { Dialled, Dialer } from './dialer';
import { AttemptFailure } from './failure';
import { ResolvedAddress } from './resolver';

export interface Destination {
  /** The URL's host, without brackets: name of the certificate and of SNI. */
  host: string;
  port: number;
  /** Addresses of the host, all checked. */
  addresses: readonly ResolvedAddress[];
}

export interface ConnectionMeans {
  dialer: Dialer;
  secureContext: SecureContext;
  /** Fires when the time to connect is over. */
  signal: AbortSignal;
  /** The same moment on `performance.now()`. */
  deadlineMs: number;
}

/** A host may have dozens of addresses; after this many that do not answer, the attempt fails. */
const maxDials = 4;

/**
 * A TLS connection to one of the checked addresses. Addresses are tried in turn until TCP stands (IPv4 first, since a
 * host without an IPv6 route is common); TLS is tried once. The peer's address is checked again before the first byte
 * of TLS and before the first byte of HTTP.
 * @throws AttemptFailure `connect`, `tls`, `timeout` or `blocked_address`
 */
export async function openConnection(to: Destination, means: ConnectionMeans): Promise<TLSSocket> {
  const { address, dialled } = await dialFirst(to, means);
  demandPeer(dialled, address);
  const secure = connect({
    socket: dialled.socket,
    host: to.host,
    // SNI carries names only (RFC 6066, 3); the certificate of a literal address is checked by `host`.
    servername: isIP(to.host) ? '' : to.host,
    secureContext: means.secureContext,
    ALPNProtocols: ['http/1.1'],
    // Said here so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
  });
  const end = await reached(secure, 'secureConnect', means.signal, means.deadlineMs - performance.now());
  if (end !== 'reached') throw new AttemptFailure(handshakeErrors[end]);
  demandPeer(dialled, address);
  return secure;
}

async function dialFirst(
  { addresses, port }: Destination,
  { dialer, signal, deadlineMs }: ConnectionMeans,
): Promise<{ address: string; dialled: Dialled }> {
  const candidates = [...addresses].sort((a, b) => a.family - b.family).slice(0, maxDials);
  let end: End = 'failed';
  for (const [i, candidate] of candidates.entries()) {
    const shareMs = (deadlineMs - performance.now()) / (candidates.length - i);
    const dialled = dialer.dial({ ...candidate, port });
    end = await reached(dialled.socket, 'connect', signal, shareMs);
    if (end === 'reached') return { address: candidate.address, dialled };
    if (signal.aborted) break;
  }
  throw new AttemptFailure(end === 'timeout' ? 'timeout' : 'connect');
}

/** Closes and refuses a connection that ended up anywhere but at the checked address. */
function demandPeer({ socket, peerAddress }: Dialled, address: string): void {
  const peer = peerAddress();
  if (isSameAddress(peer, address) && classify(address) === 'public') return;
  socket.destroy();
  throw new AttemptFailure('blocked_address');
}

/** `broken` is a connection that the other end reset or left; `failed` anything else. */
type End = 'reached' | 'broken' | 'failed' | 'timeout';
const handshakeErrors = { broken: 'connect', failed: 'tls', timeout: 'timeout' } as const;
const brokenCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Waits for the event; closes the socket when anything else comes first. */
function reached(socket: Socket, event: string, signal: AbortSignal, budgetMs: number): Promise<End> {
  return new Promise((resolve) => {
    const settle = (end: End): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onTimeout);
      socket.removeListener(event, onReached);
      socket.removeListener('close', onFailed);
      if (end !== 'reached') socket.destroy();
      resolve(end);
    };
    const onReached = (): void => settle('reached');
    let isBroken = false;
    const onFailed = (): void => settle(isBroken ? 'broken' : 'failed');
    const onTimeout = (): void => settle('timeout');
    const timer = setTimeout(onTimeout, Math.max(0, budgetMs));
    signal.addEventListener('abort', onTimeout, { once: true });
    socket.once(event, onReached);
    socket.once('close', onFailed);
    // Stays on: an error between here and the HTTP client's own listener would otherwise end the process; the socket
    // closes after it, which is what everybody waits for.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isBroken = brokenCodes.has(error.code ?? '');
      socket.destroy();
    });
    if (signal.aborted) onTimeout();
  });
}
