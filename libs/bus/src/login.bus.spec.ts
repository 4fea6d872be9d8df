import { busUsers } from '@app/contracts/catalogue';
import { createLogger } from '@app/observability';
import { runNats, stopNats } from '@app/servers';
import { OwnNats, openOwnNats } from '@app/testing';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BusConnection } from './connection';
import { FakeOperator } from './credentials.fake';
import { BusLogin, loginOptions } from './login';
import { connectSafely } from './transport';

const { permissions } = busUsers().find(({ service }) => service === 'documents')!;
const logger = createLogger({ service: 'documents', replica: '0', level: 'error' });
const nobody: BusLogin = { user: '', password: '' };

let nats: OwnNats;
let folder: string;
/** Of the server, without its users. */
let configuration: object;
let open: BusConnection[] = [];

beforeAll(async () => {
  nats = await openOwnNats();
  folder = dirname(nats.control.configPath);
  const { authorization: _, ...rest } = JSON.parse(readFileSync(nats.control.configPath, 'utf8')) as Record<
    string,
    object
  >;
  configuration = rest;
});
afterEach(async () => {
  for (const connection of open) await connection.close();
  open = [];
});
afterAll(() => nats?.close());

/** Starts the server anew with this in place of its users. */
async function serve(more: object): Promise<void> {
  await stopNats(nats.control);
  writeFileSync(nats.control.configPath, JSON.stringify({ ...configuration, ...more }));
  await runNats(nats.control);
}

/** Connects as documents do; it waits for no server that refuses. */
async function connect(login: BusLogin): Promise<BusConnection> {
  const url = `nats://127.0.0.1:${nats.control.port}`;
  const connection = await BusConnection.open({ url, service: 'documents', replica: '0', logger, ...login });
  open.push(connection);
  return connection;
}

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('a process with a credentials file', () => {
  it('is let in by a server that trusts the operator, with its own rights alone [O-M9]', async () => {
    const operator = new FakeOperator();
    const credentialsFile = written('documents.creds', operator.credentials('documents', permissions));
    await serve(operator.trust);
    const { nc, jsm } = await connect({ ...nobody, credentialsFile });
    expect(nc.info?.auth_required).toBe(true);
    expect((await jsm.getAccountInfo()).limits).toBeDefined();
    const refused = new Promise(
      (resolve) =>
        void (async () => {
          for await (const { type, data } of nc.status()) if (type === 'error') resolve(data);
        })(),
    );
    nc.publish('billing.spend.reserve.v2');
    expect(await refused).toBe('PERMISSIONS_VIOLATION');
  });

  it('reads it again when it connects again [O-M9]', async () => {
    const [before, after] = [new FakeOperator(), new FakeOperator()];
    const credentialsFile = written('renewed.creds', before.credentials('documents', permissions));
    await serve(before.trust);
    const { nc } = await connect({ ...nobody, credentialsFile });
    const back = new Promise<void>(
      (resolve) =>
        void (async () => {
          for await (const { type } of nc.status()) if (type === 'reconnect') resolve();
        })(),
    );
    written('renewed.creds', after.credentials('documents', permissions));
    await serve(after.trust);
    await back;
    await nc.flush();
  });

  it('that cannot be read ends in a sentence [O-M9]', async () => {
    const missing = join(folder, 'none.creds');
    await expect(connect({ ...nobody, credentialsFile: missing })).rejects.toThrow(
      `NATS credentials cannot be read from ${missing}: ENOENT`,
    );
    const empty = written('empty.creds', 'no token');
    await expect(connect({ ...nobody, credentialsFile: empty })).rejects.toThrow(
      `NATS credentials cannot be read from ${empty}: `,
    );
  });
});

describe('a process that demands encryption', () => {
  /** The first refusal: a service would wait for a server that is right. */
  const refusal = (login: Partial<BusLogin>) =>
    connectSafely({ port: nats.control.port, ...loginOptions({ ...nobody, ...login }) }).then(
      async (connected) => {
        await connected.close();
        return 'none';
      },
      (error: Error) => error.message,
    );

  it('takes no server without it, and none that an authority signed which nobody trusts [O-M9]', async () => {
    await serve({});
    expect(await refusal({})).toBe('none');
    expect(await refusal({ tls: true })).toMatch(/tls|not available/i);
    const certificate = ['cert', 'key'].map((part) =>
      resolve(__dirname, `../../egress/fixtures/tls/valid.${part}.pem`),
    );
    await serve({ tls: { cert_file: certificate[0], key_file: certificate[1] } });
    expect(await refusal({ tls: true })).toMatch(/certificate|altnames/i);
  });
});
