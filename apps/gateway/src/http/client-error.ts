import { Socket } from 'node:net';
import { jsonType } from './media-types';

/** Answers what Node's HTTP parser refuses, with the error envelope, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const line = isLate ? '408 Request Timeout' : '400 Bad Request';
  const message = isLate
    ? 'The request arrived too slowly; send it within 30 seconds.'
    : 'The request is not valid HTTP; correct it.';
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  const head = [
    `HTTP/1.1 ${line}`,
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
