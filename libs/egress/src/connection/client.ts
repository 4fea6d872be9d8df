import { TLSSocket } from 'node:tls';
import { Client } from 'undici';

/** The connection of a client is gone; no byte of the request at hand was sent. */
export class SpentConnection extends Error {
  override readonly name = 'SpentConnection';
}

const maxAnswerHeaderBytes = 8_192;
/** Below the five seconds after which common servers close an idle connection. */
const keepAliveMs = 4_000;

/**
 * An HTTP client over one connection, which was checked. It can never open another: when the connection is gone it
 * fails with SpentConnection, so no request ever travels on an address that nobody checked.
 */
export function clientOver(socket: TLSSocket, origin: string): Client {
  let isUsed = false;
  return new Client(origin, {
    connect: (_options, callback) => {
      const isSpent = isUsed;
      isUsed = true;
      // Later, since undici calls this while it walks its queue and would not look at the queue again.
      queueMicrotask(() =>
        isSpent ? callback(new SpentConnection('the connection is closed'), null) : callback(null, socket),
      );
    },
    maxHeaderSize: maxAnswerHeaderBytes,
    // Time-outs of phases are idle time-outs and never cut a slow drip; the attempt has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    pipelining: 1,
  });
}
