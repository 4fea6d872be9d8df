import { Socket } from 'node:net';
import { jsonType } from './media-types';

/** Answers what Node's HTTP parser refuses, with the error envelope, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseLate(socket);
  else end(socket, '400 Bad Request', 'The request is not valid HTTP; correct it.');
}

/** Answers a request that arrives too slowly, and ends the connection. */
export function refuseLate(socket: Socket): void {
  const message =
    'The request arrived too slowly; send it within 30 seconds, and its body with at least 32 KiB a second.';
  end(socket, '408 Request Timeout', message);
}

function end(socket: Socket, line: string, message: string): void {
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  const head = [
    `HTTP/1.1 ${line}`,
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
