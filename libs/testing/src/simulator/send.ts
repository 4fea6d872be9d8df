import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { SimReply } from './dialect';
import type { Fault } from './fault';
import { numberIn } from './fault';
import { garble } from './body-fault';

const HUGE_BYTES = 20 * 1024 * 1024;
const PAGE =
  '<!doctype html><html><head><title>Error</title></head><body><h1>The server is gone for a while</h1></body></html>';

/** Faults before anything is answered; true when the connection is dealt with. */
export async function breakConnection(
  fault: Fault,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (fault.name === 'reset') message.socket.destroy();
  else if (fault.name === 'redirect') response.writeHead(307, { location: '/__sim/trap' }).end();
  else if (fault.name !== 'hang') return false;
  else if (fault.argument !== '' && fault.argument !== 'forever') {
    await wait(numberIn(fault.argument, 0));
    message.socket.destroy();
  }
  return true;
}

export function sendPage(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
}

/** Sends a reply, in the way that the fault says. */
export async function send(response: ServerResponse, reply: SimReply, fault: Fault): Promise<void> {
  const text = garble(JSON.stringify(reply.body), fault);
  const bytes = Buffer.from(text);
  const type = fault.name === 'wrongtype' ? 'text/plain' : 'application/json';
  const headers = { ...reply.headers, 'content-type': type };
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (fault.name === 'html200') sendPage(response, 200, reply.headers);
  else if (fault.name === 'hang_headers')
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).flushHeaders();
  else if (fault.name === 'hang_body' || fault.name === 'reset_mid') {
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).write(half);
    if (fault.name === 'reset_mid') setTimeout(() => response.destroy(), 5);
  } else if (fault.name === 'drip') await drip(response.writeHead(200, headers), bytes, fault.argument);
  else if (fault.name === 'huge') await pour(response.writeHead(200, headers), text);
  else response.writeHead(reply.status, { ...headers, 'content-length': bytes.length }).end(bytes);
}

/** `drip:bytes/ms` */
async function drip(response: ServerResponse, bytes: Buffer, argument: string): Promise<void> {
  const [size, ms] = argument.split('/').map(Number);
  const step = size >= 1 ? size : 16;
  for (let start = 0; start < bytes.length && !response.destroyed; start += step) {
    response.write(bytes.subarray(start, start + step));
    await wait(ms >= 0 ? ms : 10);
  }
  response.end();
}

/** Correct JSON behind 20 MiB of space, in pieces, until the client hangs up. */
async function pour(response: ServerResponse, text: string): Promise<void> {
  const piece = Buffer.alloc(256 * 1024, ' ');
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) await roomOrEnd(response);
  }
  response.end(text);
}

function roomOrEnd(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.once('drain', go).once('close', go);
  });
}
