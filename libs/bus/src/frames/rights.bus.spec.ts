import { Service, framesSubject } from '@app/contracts';
import { BusPermissions, busUsers } from '@app/contracts/catalogue';
import { readDocuments } from '@app/contracts/documents';
import { Metrics, createLogger } from '@app/observability';
import { NatsControl, busUser, findFreePort, renderNatsConfig } from '@app/servers';
import { callerOf } from '@app/testing';
import { NatsConnection, connect } from 'nats';
import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Call } from '../call';
import { BusConnection } from '../connection';
import { RequestServer } from '../request-server';
import { Requester } from '../requester';
import { handle } from '../table';
import { echo, owns, question } from './frames.fake';

const { program } = JSON.parse(process.env['TEST_NATS_CONTROL'] ?? '') as NatsControl;
const frames = framesSubject(readDocuments);
const withoutFrames = ({ publish, subscribe }: BusPermissions): BusPermissions => {
  const known = (subject: string): boolean => !subject.includes('.frames');
  return { publish: publish.filter(known), subscribe: subscribe.filter(known) };
};

/** A NATS of its own, whose users have the rights that the catalogue gives them, or those of an older release. */
class Server {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly address: string,
  ) {}

  static async start(rights: (permissions: BusPermissions) => BusPermissions): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'judgment-rights-'));
    const port = await findFreePort();
    const users = busUsers().map(({ service, permissions }) => busUser(service, service, rights(permissions)));
    const config = join(folder, 'nats.conf');
    writeFileSync(config, renderNatsConfig({ port, storeDir: folder, pidFile: join(folder, 'nats.pid'), users }));
    return new Server(spawn(program, ['-c', config], { stdio: 'ignore' }), folder, `127.0.0.1:${port}`);
  }

  open(service: Service): Promise<BusConnection> {
    const logger = createLogger({ service, replica: 'spec', level: 'fatal' });
    const url = `nats://${this.address}`;
    return BusConnection.open({ url, service, user: service, password: service, replica: 'spec', logger });
  }

  raw(user: Service): Promise<NatsConnection> {
    return connect({
      servers: this.address,
      user,
      pass: user,
      waitOnFirstConnect: true,
      inboxPrefix: `_INBOX_${user}`,
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

/** How many of 50 requests travelled in frames, after some that did not, from gateway to documents. */
async function framedOf(server: Server): Promise<number> {
  const [documents, gateway] = await Promise.all([server.open('documents'), server.open('gateway')]);
  const metrics = new Metrics('documents', 'spec');
  new RequestServer(documents, documents.logger, metrics).serve(handle(readDocuments, echo));
  await documents.nc.flush();
  const requester = new Requester(gateway, new Metrics('gateway', 'spec'));
  const call = (organization: string) => new Call(Date.now() + 20_000, callerOf(organization));
  const ask = async (namespace: string, organization: string): Promise<unknown> =>
    (await requester.askRaw(readDocuments, question(namespace), call(organization))).json();
  try {
    await Promise.all([ask('first', 'o'), ask('first', 'o')]);
    await expect(Promise.all(owns(50).map(([n, o]) => ask(n, o)))).resolves.toEqual(owns(50));
  } finally {
    // A connection that stays open connects for ever, and Jest does not end.
    await Promise.all([documents.close(), gateway.close()]);
  }
  const { values } = await metrics.registry.getSingleMetric('judgment_bus_framed_requests_total')!.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

describe('the rights to frames', () => {
  let server: Server;
  beforeAll(async () => {
    server = await Server.start((permissions) => permissions);
  });
  afterAll(() => server.stop());

  /** What the server says to a subject that the user may not use. */
  async function refusal(user: Service, use: (nc: NatsConnection) => void): Promise<string> {
    const nc = await server.raw(user);
    const statuses = nc.status();
    use(nc);
    await nc.flush();
    try {
      for await (const { type, data } of statuses) if (type === 'error') return String(data);
      throw new Error('the connection ended');
    } finally {
      await nc.close();
    }
  }

  it('suffice for frames and their replies', async () => {
    await expect(framedOf(server)).resolves.toBe(50);
  });

  it.each<[Service, string]>([
    ['billing', '_INBOX_gateway.frames.documents.token.1'],
    ['documents', '_INBOX_gateway.frames.billing.token.1'],
    ['documents', '_INBOX_judgments.frames.documents.token.1'],
    ['documents', '_INBOX_gateway.token.1'],
    ['billing', '_INBOX_gateway.replies.documents.token.1'],
    ['documents', '_INBOX_gateway.replies.documents.token'],
    ['documents', '_INBOX_gateway.frames.documents.token'],
    ['judgments', frames],
  ])('do not let %s publish on %s', async (user, subject) => {
    expect(await refusal(user, (nc) => nc.publish(subject))).toContain('PERMISSIONS_VIOLATION');
  });

  it.each<[Service, string]>([
    ['billing', frames],
    ['gateway', frames],
    ['documents', '_INBOX_gateway.frames.documents.*.*'],
  ])('do not let %s hear %s', async (user, subject) => {
    expect(await refusal(user, (nc) => nc.subscribe(subject))).toContain('PERMISSIONS_VIOLATION');
  });
});

describe('a server whose rights know no frames yet', () => {
  it('gets none: the owner announces frames only once it may hear them', async () => {
    const server = await Server.start(withoutFrames);
    try {
      await expect(framedOf(server)).resolves.toBe(0);
    } finally {
      await server.stop();
    }
  });
});
