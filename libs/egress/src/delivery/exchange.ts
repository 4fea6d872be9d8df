import { IncomingHttpHeaders } from 'node:http';
import { Client, Dispatcher } from 'undici';
import { ClosedConnection } from '../connection/client';
import { discard } from '../connection/idle';

/** How much of a response is read and kept. */
export const maxResponseBytes = 1_024;

/** A response, or as much of it as arrived before the exchange ended. */
export interface HttpResponse {
  statusCode: number | null;
  retryAfter: string | null;
  bytes: Buffer;
  /** `whole` leaves the connection usable; `cut` means that the response was longer; the others are failures. */
  end: 'whole' | 'cut' | 'timeout' | 'connect' | 'tls' | 'closed';
}

export interface ExchangeRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

/**
 * One POST over a client's connection. It reads at most 1 KB of the response, and ignores redirects, compression and
 * cookies.
 * @param budgetMs time left for the attempt; then it closes the connection
 * @throws undici's error for a request that cannot be sent at all: a defect of ours, such as a header with a line break
 */
export function exchange(
  client: Client,
  { path, headers, body }: ExchangeRequest,
  budgetMs: number,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    let statusCode: number | null = null;
    let retryAfter: string | null = null;
    const finish = (end: HttpResponse['end']): void => {
      clearTimeout(timer);
      if (end !== 'whole') discard(client);
      resolve({ statusCode, retryAfter, bytes: Buffer.concat(chunks).subarray(0, maxResponseBytes), end });
    };
    const timer = setTimeout(() => finish('timeout'), Math.max(0, budgetMs));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status: number, responseHeaders: IncomingHttpHeaders) => {
        if (status < 200) return;
        statusCode = status;
        retryAfter = [responseHeaders['retry-after']].flat()[0] ?? null;
      },
      onResponseData: (_controller, chunk) => {
        if (byteCount >= maxResponseBytes) return;
        chunks.push(chunk);
        byteCount += chunk.length;
        if (byteCount >= maxResponseBytes) finish('cut');
      },
      onResponseEnd: () => finish('whole'),
      onResponseError: (_controller, error) => {
        if (isDefect(error)) {
          clearTimeout(timer);
          discard(client);
          reject(error);
          return;
        }
        finish(endOf(error));
      },
    };
    client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

function isDefect(error: Error): boolean {
  return codeOf(error) === 'UND_ERR_INVALID_ARG';
}

function endOf(error: Error): 'closed' | 'tls' | 'connect' {
  if (error instanceof ClosedConnection) return 'closed';
  // A TLS 1.3 server may refuse the client after the handshake, as when it requires a client certificate.
  return /^(ERR_SSL|ERR_TLS|EPROTO)/.test(codeOf(error)) ? 'tls' : 'connect';
}
