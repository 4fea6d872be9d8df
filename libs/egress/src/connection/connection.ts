import { Socket, isIP } from 'node:net';
import { SecureContext, TLSSocket, connect } from 'node:tls';
import { classify, isSameAddress } from '../address/address';
import { Dialled, Dialer } from './dialer';
import { AttemptFailure } from './failure';
import { ResolvedAddress } from './resolver';

export interface Destination {
  /** The URL's host without brackets: the name for the certificate and SNI. */
  host: string;
  port: number;
  /** Addresses of the host, all checked. */
  addresses: readonly ResolvedAddress[];
}

export interface ConnectionOptions {
  dialer: Dialer;
  secureContext: SecureContext;
  /** Aborts when the time to connect is over. */
  signal: AbortSignal;
  /** The same instant on `performance.now()`. */
  deadlineMs: number;
}

/** A host may have dozens of addresses. The attempt fails after this many that do not answer. */
const maxDials = 4;

/**
 * Opens a TLS connection to one of the checked addresses. It tries addresses in turn until TCP connects, IPv4 first, since
 * many hosts have no IPv6 route. It tries TLS once. It checks the peer's address again before the first byte of TLS and
 * before the first byte of HTTP.
 * @throws AttemptFailure `connect`, `tls`, `timeout` or `blocked_address`
 */
export async function openConnection(to: Destination, options: ConnectionOptions): Promise<TLSSocket> {
  const { address, dialled } = await dialFirst(to, options);
  assertPeer(dialled, address);
  const secure = connect({
    socket: dialled.socket,
    host: to.host,
    // SNI carries names only (RFC 6066, 3). For a literal address, `host` checks the certificate.
    servername: isIP(to.host) ? '' : to.host,
    secureContext: options.secureContext,
    ALPNProtocols: ['http/1.1'],
    // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
  });
  const end = await waitFor(secure, 'secureConnect', options.signal, options.deadlineMs - performance.now());
  if (end !== 'reached') throw new AttemptFailure(handshakeErrors[end]);
  assertPeer(dialled, address);
  return secure;
}

async function dialFirst(
  { addresses, port }: Destination,
  { dialer, signal, deadlineMs }: ConnectionOptions,
): Promise<{ address: string; dialled: Dialled }> {
  const candidates = [...addresses].sort((a, b) => a.family - b.family).slice(0, maxDials);
  let end: End = 'failed';
  for (const [i, candidate] of candidates.entries()) {
    const shareMs = (deadlineMs - performance.now()) / (candidates.length - i);
    const dialled = dialer.dial({ ...candidate, port });
    end = await waitFor(dialled.socket, 'connect', signal, shareMs);
    if (end === 'reached') return { address: candidate.address, dialled };
    if (signal.aborted) break;
  }
  throw new AttemptFailure(end === 'timeout' ? 'timeout' : 'connect');
}

/** Closes a connection whose peer is not the checked address. @throws AttemptFailure `blocked_address` */
function assertPeer({ socket, peerAddress }: Dialled, address: string): void {
  const peer = peerAddress();
  if (isSameAddress(peer, address) && classify(address) === 'public') return;
  socket.destroy();
  throw new AttemptFailure('blocked_address');
}

/** `broken` means that the peer reset or closed the connection; `failed` is any other failure. */
type End = 'reached' | 'broken' | 'failed' | 'timeout';
const handshakeErrors = { broken: 'connect', failed: 'tls', timeout: 'timeout' } as const;
const brokenCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Waits for an event, and closes the socket when it does not come in time. */
function waitFor(socket: Socket, event: string, signal: AbortSignal, budgetMs: number): Promise<End> {
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
    // This listener stays, since an error before the HTTP client adds its own would end the process. The socket closes
    // after an error, and `close` is the event that the waiters see.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isBroken = brokenCodes.has(error.code ?? '');
      socket.destroy();
    });
    if (signal.aborted) onTimeout();
  });
}
