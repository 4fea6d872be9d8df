import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { jsonType } from './media-types';
import { requestIdHeader } from './request-id';

/** A request that did not arrive in time: nothing of it ran, and sent again over a better line it passes. */
export function arrivedTooSlowly(): Problem {
  const message =
    'The request arrived too slowly; send it within 30 seconds, and its body with at least 32 KiB a second.';
  return new Problem('unavailable', message, {}, { retryAfterS: 1 });
}

/**
 * Answers what Node's HTTP parser refuses, with the error envelope, and ends the connection. Such a request has no reply
 * object, since its head did not arrive or cannot be read.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') end(socket, arrivedTooSlowly());
  else end(socket, new Problem('invalid_request', 'The request is not valid HTTP; correct it.'));
}

function end(socket: Socket, problem: Problem): void {
  const body = JSON.stringify(problem.toEnvelope());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `${requestIdHeader}: ${newId('req')}`,
    ...(problem.retryAfterS === undefined ? [] : [`retry-after: ${problem.retryAfterS}`]),
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
