import { ServerResponse } from 'node:http';
import { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Authorities } from '../connection/authorities';
import { CertificateKind, certificateOf, testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { Egress } from './egress';
import { Outcome } from './outcome';

export interface Limits {
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
}
/** Short limits, for attempts that do not test time but must end when something is wrong. */
export const shortLimits = { connectTimeoutMs: 1_000, totalTimeoutMs: 2_000 };
/** A body that fills every buffer between the sender and a receiver that does not read. */
export const bigBody = Buffer.alloc(16_000_000, 'a');

export interface Attempt {
  outcome: Outcome;
  /** Bytes that arrived over the connection, with those of TLS. */
  bytesRead: number;
  dials: number;
}

/** One attempt to the server at a port. */
export async function attempt(
  port: number,
  limits: Limits = shortLimits,
  authorities: Authorities = testAuthority,
  body: string | Buffer = '{}',
): Promise<Attempt> {
  const dialer = new LoopbackDialer(() => port);
  const egress = new Egress({ resolver: new FakeResolver(() => [publicAddress]), dialer, authorities });
  const outcome = await egress.post({ url: 'https://hooks.example.com/', headers: {}, body, ...limits });
  egress.close();
  expect(JSON.stringify(outcome)).not.toContain(publicAddress);
  const bytesRead = dialer.sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  return { outcome, bytesRead, dials: dialer.dials.length };
}

/** One attempt to a receiver that answers by script. */
export async function attemptAt(
  script: (response: ServerResponse) => void,
  kind: CertificateKind = 'valid',
  limits?: Limits,
): Promise<Attempt> {
  const receiver = await new Receiver(script, kind).start();
  try {
    return await attempt(receiver.port, limits);
  } finally {
    await receiver.stop();
  }
}

/** Runs a server and hands each of its sockets to the script: on `connection` for TCP, on `secureConnection` for TLS. */
export async function withRawServer<Result>(
  server: Server,
  event: 'connection' | 'secureConnection',
  script: (socket: Socket) => void,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = [];
  server.on(event, (socket: Socket) => {
    sockets.push(socket.on('error', () => socket.destroy()));
    script(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

export const tlsServer = (): Server => createTlsServer(certificateOf('valid'));
/** Acts when the request, or its beginning, has arrived. */
export const afterRequest =
  (act: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.once('data', () => act(socket));
  };
