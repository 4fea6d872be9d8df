import { IncomingHttpHeaders } from 'node:http';
import { Client, Dispatcher } from 'undici';
import { SpentConnection } from '../connection/client';
import { discard } from '../connection/idle';

/** How much of an answer is read and kept. */
export const maxAnswerBytes = 1_024;

/** What came back over a connection until it ended, whole or not. */
export interface Answer {
  statusCode: number | null;
  retryAfter: string | null;
  bytes: Buffer;
  /** `whole` leaves the connection usable; `cut` means that more than is read was there; the others are failures. */
  end: 'whole' | 'cut' | 'timeout' | 'connect' | 'tls' | 'spent';
}

export interface ExchangeRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

/**
 * One POST over a client's connection: sends, then reads at most 1 KB of the answer. No redirect is followed, nothing
 * is decompressed, no cookie is kept.
 * @param budgetMs what is left of the attempt; when it is over the connection is closed
 * @throws what undici says of a request that cannot be sent at all (our defect, such as a header with a line break)
 */
export function exchange(client: Client, { path, headers, body }: ExchangeRequest, budgetMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    let statusCode: number | null = null;
    let retryAfter: string | null = null;
    const finish = (end: Answer['end']): void => {
      clearTimeout(timer);
      if (end !== 'whole') discard(client);
      resolve({ statusCode, retryAfter, bytes: Buffer.concat(chunks).subarray(0, maxAnswerBytes), end });
    };
    const timer = setTimeout(() => finish('timeout'), Math.max(0, budgetMs));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status: number, answerHeaders: IncomingHttpHeaders) => {
        if (status < 200) return;
        statusCode = status;
        retryAfter = [answerHeaders['retry-after']].flat()[0] ?? null;
      },
      onResponseData: (_controller, chunk) => {
        if (byteCount >= maxAnswerBytes) return;
        chunks.push(chunk);
        byteCount += chunk.length;
        if (byteCount >= maxAnswerBytes) finish('cut');
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

function endOf(error: Error): 'spent' | 'tls' | 'connect' {
  if (error instanceof SpentConnection) return 'spent';
  // A TLS 1.3 server may refuse the client after the handshake, as when it wants a certificate of it.
  return /^(ERR_SSL|ERR_TLS|EPROTO)/.test(codeOf(error)) ? 'tls' : 'connect';
}
