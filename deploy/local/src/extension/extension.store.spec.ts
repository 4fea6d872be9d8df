import {
  type Extension,
  extensionDurableOf,
  extensionPermissions,
  extensionUserOf,
  replyInboxOf,
  streams,
} from '@app/contracts/catalogue';
import { busUser, openTestInfrastructure, reloadUsers, type TestInfrastructure } from '@app/servers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy, type JsMsg, type NatsConnection, connect } from 'nats';
import { ensureDurables, removeDurable } from './durable';

const crm: Extension = { name: 'crm', engine: 'jev', consumes: 'answers' };
const other: Extension = { name: 'other', engine: 'gpt-6-luna', consumes: 'events' };
const own = extensionDurableOf(crm)!;
const answer = 'judgments.answer.recorded.live.v1';
const billing = 'billing--judgments-answer-recorded-live-v1';
const admin = { user: 'spec', password: 'spec' };

// A server of its own, with the users that the set-up gives it.
describe('an extension', () => {
  let state: string;
  let started: TestInfrastructure;
  let url: string;
  let asAdmin: NatsConnection;
  let asCrm: NatsConnection;
  const open = (user: string, password: string): Promise<NatsConnection> =>
    connect({ servers: url, user, pass: password, inboxPrefix: `_INBOX_${user}`, maxReconnectAttempts: 0 });

  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'judgment-state-'));
    started = await openTestInfrastructure(state, [], { PATH: process.env['PATH'] });
    url = started.infrastructure.nats.url;
    asAdmin = await open(admin.user, admin.password);
    const jsm = await asAdmin.jetstreamManager();
    for (const { name, subjects } of streams()) await jsm.streams.add({ name, subjects });
    await jsm.consumers.add('judgments', { durable_name: billing, ack_policy: AckPolicy.Explicit });
    const users = [crm, other].map((one) => busUser(extensionUserOf(one), one.name, extensionPermissions(one)));
    await reloadUsers(started.infrastructure.nats.control!.configPath, [admin, ...users]);
    await ensureDurables({ url, ...admin }, [crm, other]);
    await ensureDurables({ url, ...admin }, [crm, other]);
    asCrm = await open('extension-crm', 'crm');
  }, 60_000);

  afterAll(async () => {
    await asCrm.close();
    await asAdmin.close();
    await started.stop();
    rmSync(state, { recursive: true });
  });

  async function fetchOne(as: NatsConnection): Promise<JsMsg | null> {
    const consumer = await as.jetstream().consumers.get(own.stream, own.name);
    return consumer.next({ expires: 2000 });
  }
  /** What the server says to a subject that the user may not use. */
  async function refused(as: NatsConnection, use: () => unknown): Promise<string> {
    const statuses = as.status();
    use();
    await as.flush();
    for await (const { type, data } of statuses) if (type === 'error') return String(data);
    throw new Error('the connection ended');
  }

  it('fetches and acknowledges on its own durable', async () => {
    await asAdmin.jetstream().publish(answer, '{"answer":1}');
    const message = await fetchOne(asCrm);
    expect(message?.subject).toBe(answer);
    await message?.ackAck();
    const { num_ack_pending, ack_floor } = await (await asCrm.jetstream().consumers.get(own.stream, own.name)).info();
    expect({ num_ack_pending, floor: ack_floor.consumer_seq }).toEqual({ num_ack_pending: 0, floor: 1 });
  });

  it('answers for its engine', async () => {
    const asked = asCrm.subscribe('extensions.engines.jev.judge.v1', {
      queue: 'extension',
      callback: (_, message) => void message.respond('{}'),
    });
    await asCrm.flush();
    // The inbox that the broker sends with a question.
    const reply = `${replyInboxOf('engine-broker', 'extension')}.token.1`;
    const question = { timeout: 2000, noMux: true, reply };
    expect((await asAdmin.request('extensions.engines.jev.judge.v1', '{}', question)).string()).toBe('{}');
    asked.unsubscribe();
  });

  it.each([
    ["fetch from billing's durable", `$JS.API.CONSUMER.MSG.NEXT.judgments.${billing}`],
    ["acknowledge on billing's durable", `$JS.ACK.judgments.${billing}.1.1.1.1.0`],
    ["fetch from another extension's durable", '$JS.API.CONSUMER.MSG.NEXT.platform.extension-other--events'],
    ['create a consumer', '$JS.API.CONSUMER.CREATE.judgments'],
    ['create one by name', '$JS.API.CONSUMER.CREATE.judgments.spy'],
    ['create a durable', '$JS.API.CONSUMER.DURABLE.CREATE.judgments.spy'],
    ['delete its durable', `$JS.API.CONSUMER.DELETE.judgments.${own.name}`],
    ['read a message by its sequence', '$JS.API.STREAM.MSG.GET.judgments'],
    ['publish a fact', answer],
    ['ask a service', 'documents.document.write.v1'],
    ["publish into a service's inbox", '_INBOX_gateway.x'],
    ['answer for a service', '_INBOX_engine-broker.replies.billing.token.1'],
  ])('may not %s [defect S-H7]', async (_what, subject) => {
    const deliver = JSON.stringify({
      stream_name: 'judgments',
      config: { deliver_subject: 'billing.spend.release.v1' },
    });
    expect(await refused(asCrm, () => asCrm.publish(subject, deliver))).toContain('PERMISSIONS_VIOLATION');
  });

  it.each([
    ["another engine's asks", 'extensions.engines.gpt-6-luna.judge.v1'],
    ['the asks of all engines', 'extensions.engines.>'],
    ['answers as they are published', 'judgments.answer.recorded.>'],
    ["another extension's inbox", '_INBOX_extension-other.>'],
    ["a service's requests", 'billing.spend.reserve.v1'],
  ])('may not hear %s [defect S-H7]', async (_what, subject) => {
    expect(await refused(asCrm, () => asCrm.subscribe(subject))).toContain('PERMISSIONS_VIOLATION');
  });

  it('is cut off once it is removed', async () => {
    const closed = asCrm.closed();
    await reloadUsers(started.infrastructure.nats.control!.configPath, [admin]);
    await removeDurable({ url, ...admin }, crm);
    await removeDurable({ url, ...admin }, crm);
    await closed;
    await expect(open('extension-crm', 'crm')).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' });
  });
});
