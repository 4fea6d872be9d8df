import { connect } from 'node:net';
import { Seen } from './row';

export interface SocketReply extends Seen {
  closed: boolean;
  responses: number;
}

export interface SocketOptions {
  /** How long to wait for the far end to close; ms. */
  limitMs?: number;
  /** Sent after the head, byte by byte at this pace. */
  drip?: { text: string; everyMs: number };
  /** Ends when the first response has come, closed or not. */
  untilAnswered?: boolean;
}

/** Sends bytes as they are and reads whatever comes back. */
export function overSocket(baseUrl: string, bytes: Buffer, options: SocketOptions = {}): Promise<SocketReply> {
  const { limitMs = 5_000, drip, untilAnswered = false } = options;
  const { hostname, port } = new URL(baseUrl);
  const begun = Date.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    const end = (closed: boolean): void => {
      clearTimeout(late);
      clearInterval(dripping);
      socket.destroy();
      const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)];
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const lines = head.split('\r\n').slice(1);
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      resolve({
        status: Number(heads[0]?.[1] ?? 0),
        headers,
        text: rest.join('\r\n\r\n'),
        tookMs: Date.now() - begun,
        closed,
        responses: heads.length,
      });
    };
    const late = setTimeout(() => end(false), limitMs);
    let sent = 0;
    const dripping = setInterval(() => {
      if (drip && sent < drip.text.length && !socket.destroyed) socket.write(drip.text[sent++]);
    }, drip?.everyMs ?? 1_000_000);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (untilAnswered && text.includes('\r\n\r\n')) end(false);
    });
    socket.on('close', () => end(true));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.write(bytes);
  });
}
