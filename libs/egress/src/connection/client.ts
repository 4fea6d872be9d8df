import { TLSSocket } from 'node:tls';
import { Client } from 'undici';

/** The connection of a client is closed, and no byte of the current request was sent. */
export class ClosedConnection extends Error {
  override readonly name = 'ClosedConnection';
}

const maxHeaderBytes = 8_192;
/** Shorter than the five seconds after which common servers close an idle connection. */
const keepAliveMs = 4_000;

/**
 * An HTTP client over one checked connection. It can never open another: when the connection is closed, it fails with
 * ClosedConnection, so that no request goes to an address that was not checked.
 */
export function clientOver(socket: TLSSocket, origin: string): Client {
  let isUsed = false;
  return new Client(origin, {
    connect: (_options, callback) => {
      const isClosed = isUsed;
      isUsed = true;
      // In a microtask, since undici calls this while it walks its queue and would not look at the queue again.
      queueMicrotask(() =>
        isClosed ? callback(new ClosedConnection('the connection is closed'), null) : callback(null, socket),
      );
    },
    maxHeaderSize: maxHeaderBytes,
    // undici's are idle time-outs, which a slowly dripping response never meets. The attempt has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    pipelining: 1,
  });
}
