import { BusConnection, Entry, handle } from '@app/bus';
import { RequestServer } from '@app/bus/testing';
import { Service, showProcess } from '@app/contracts';
import { busUsers, operatorPermissions, operatorUser } from '@app/contracts/catalogue';
import { readAnswerState } from '@app/contracts/documents';
import { EngineList, EngineView, listEngines, showPermits } from '@app/contracts/engines';
import { explainAnswer } from '@app/contracts/judgments';
import type { EngineName } from '@app/definition';
import { Metrics, createLogger } from '@app/observability';
import { Problem } from '@app/problem';
import { NatsControl, busUser, findFreePort, renderNatsConfig } from '@app/servers';
import { AckPolicy, connect } from 'nats';
import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainWith } from './explain-command';
import { partMs } from './parts';
import { OperatorBus } from './operator-bus';

// A server of its own, whose users have the rights of production.
const { program } = JSON.parse(process.env['TEST_NATS_CONTROL'] ?? '') as NatsControl;
const examples = join(__dirname, '../../../../../libs/contracts/examples');
function replyOf<T>(subject: string): T {
  return (JSON.parse(readFileSync(join(examples, `${subject}.json`), 'utf8')) as { reply: T }).reply;
}

let folder: string;
let server: ChildProcess;
let url: string;
let bus: OperatorBus;
/** What the operator read. */
let text: string;
const opened: BusConnection[] = [];
const callers: string[] = [];
const names = { namespace: 'acme/tickets', document: 'tic_1', judgment: 'urgent' };
/** What a request that nobody answers was told to take at most; milliseconds. */
const waits: number[] = [];
let goOn: () => void;
const still = new Promise<void>((resolve) => (goOn = resolve));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-explain-'));
  const port = await findFreePort();
  url = `nats://127.0.0.1:${port}`;
  const users = busUsers().map(({ service, permissions }) => busUser(service, service, permissions));
  users.push(busUser(operatorUser, 'operator-secret', operatorPermissions()));
  users.push({ user: 'admin', password: 'admin' });
  const config = join(folder, 'nats.conf');
  writeFileSync(config, renderNatsConfig({ port, storeDir: folder, pidFile: join(folder, 'nats.pid'), users }));
  server = spawn(program, ['-c', config], { stdio: 'ignore' });
  await serve('documents', [
    handle(readAnswerState, async (_, { who }) => {
      callers.push(`${who.organization} ${who.role}`);
      return replyOf('documents.answer.state.v1');
    }),
    handle(showProcess.documents, async () => replyOf('documents.process.show.v1')),
  ]);
  await serve('engine-broker', [
    handle(showPermits, async () => replyOf('engine-broker.permit.show.v1')),
    handle(listEngines, async () => ({ engines: [engine('jev', true), engine('gpt-6-luna', false)] })),
    handle(showProcess['engine-broker'], async () => replyOf('engine-broker.process.show.v1')),
  ]);
  await serve('judgments', [
    handle(explainAnswer, async () => {
      throw new Problem('not_found', 'There is no judgment `urgent` here.');
    }),
    handle(showProcess.judgments, async (_, { leftMs }) => {
      waits.push(leftMs);
      await still;
      return replyOf('judgments.process.show.v1');
    }),
  ]);
  await factsBehind('documents', 'judgments--documents-document-changed-live-v1', 3);
  bus = await OperatorBus.connect(url, { user: operatorUser, password: 'operator-secret' });
  text = await explainWith(bus, { organization: 'org_1', ...names });
});
afterAll(async () => {
  await bus?.close();
  goOn();
  for (const connection of opened) await connection.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true });
});

async function serve(service: Service, table: Entry[]): Promise<void> {
  const logger = createLogger({ service, replica: 'spec', level: 'fatal' });
  const connection = await BusConnection.open({
    url,
    service,
    user: service,
    password: service,
    replica: 'spec',
    logger,
  });
  opened.push(connection);
  const requests = new RequestServer(connection, logger, new Metrics(service, 'spec'));
  for (const entry of table) if (entry.kind !== 'on') requests.serve(entry);
  await connection.nc.flush();
}

function engine(name: EngineName, active: boolean): EngineView {
  const { engines } = replyOf<EngineList>('engine-broker.engine.list.v1');
  return { ...engines[0], name, active, circuit: { state: 'open', since: null, next_probe_at: null } };
}

/** A stream with so many facts that a durable of it has still to pass. */
async function factsBehind(stream: string, durable: string, facts: number): Promise<void> {
  const nc = await connect({ servers: url, user: 'admin', pass: 'admin' });
  const jsm = await nc.jetstreamManager();
  await jsm.streams.add({ name: stream, subjects: ['spec.fact'] });
  await jsm.consumers.add(stream, { durable_name: durable, ack_policy: AckPolicy.Explicit });
  for (let n = 0; n < facts; n++) await nc.jetstream().publish('spec.fact');
  await nc.close();
}

it('prints what answers, with the rights of its own user, and names what is away [O-STALE]', () => {
  expect(callers).toEqual(['org_1 read_only']);
  expect(text).toContain(
    'answer\n  document_version: 5\n  answer.status: stale\n  answer.stale_reason: document_changed',
  );
  expect(text).toContain('queue\n  There is no judgment `urgent` here.');
  expect(text).toContain('permits, by one process of the broker\n  jev.waiting: 0\n  jev.rate_factor: 1');
  expect(text).toContain('circuits\n  jev.state: open\noutbox');
  expect(text).toContain('outbox and pools of documents, by one of its processes\n  replica: 0');
  expect(text).toContain('  outbox.waiting: 2\n  outbox.published: 14\n  outbox.oldest_s: 0.4\n  pools.0.name: main');
  expect(text).toContain('outbox and pools of billing, by one of its processes\n  no answer from billing');
  expect(text).toContain('  judgments--documents-document-changed-live-v1: 3\n');
  expect(text).toContain('judgments--billing-budget-changed-v1: there is no such durable');
});

it('waits 2 s for a part, and prints the others [O-STALE]', () => {
  expect(text).toContain('outbox and pools of judgments, by one of its processes\n  no answer from judgments');
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(partMs);
  expect(text).toContain('answer\n  document_version: 5');
});

it('logs in with the password of the gateway, or with its own [O-STALE]', async () => {
  const secret = 'operator-secret';
  for (const env of [{ NATS_PASSWORD: secret }, { NATS_PASSWORD: 'another', OPERATOR_NATS_PASSWORD: secret }]) {
    await (await OperatorBus.open({ NATS_URL: url, ...env })).close();
  }
  const ofTokens = OperatorBus.open({ NATS_URL: url, NATS_CREDENTIALS_FILE: '/gateway.creds' });
  await expect(ofTokens).rejects.toThrow(/name those of the user operator in OPERATOR_NATS_CREDENTIALS_FILE\.$/);
});

it('ends in a sentence that says what to do when the bus does not let it in, and when there is none [O-STALE]', async () => {
  const wrong = OperatorBus.connect(url, { user: operatorUser, password: 'wrong' });
  await expect(wrong).rejects.toThrow(/^NATS does not let the user operator in: give NATS this user/);
  const none = OperatorBus.connect(`nats://127.0.0.1:${await findFreePort()}`, { user: operatorUser, password: 'x' });
  await expect(none).rejects.toThrow(/^no answer from NATS: /);
});
