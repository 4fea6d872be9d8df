import { permissionsOf } from '@app/contracts/catalogue';
import { documentDeleted } from '@app/contracts/documents';
import { createLogger } from '@app/observability';
import { restartNats } from '@app/servers';
import { OwnNats, openOwnNats, testEnvironment } from '@app/testing';
import { Msg, headers } from 'nats';
import { readFileSync, writeFileSync } from 'node:fs';
import { BusConnection } from '../connection';
import { ensureStream, ownedStreams } from '../streams';
import { Outcome } from './batch';
import { Message, Publisher } from './publisher';

const ampleMs = 20_000;
const shortMs = 200;
const { subject } = documentDeleted;
let nats: OwnNats;
let connection: BusConnection;
let publisher: Publisher;

beforeAll(async () => {
  nats = await openOwnNats();
  await limitToRights('documents');
});
afterAll(() => nats?.close());
beforeEach(async () => {
  connection = await connect('documents', 'test-documents');
  publisher = new Publisher(connection);
});
afterEach(() => connection.close());

/** Gives a service's user the rights that it has in an installation: specs' users may do everything. */
async function limitToRights(service: 'documents'): Promise<void> {
  const { configPath } = nats.control;
  const config = JSON.parse(readFileSync(configPath, 'utf8')) as { authorization: { users: { user: string }[] } };
  const { publish, subscribe } = permissionsOf(service);
  for (const user of config.authorization.users)
    if (user.user === service)
      Object.assign(user, { permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } } });
  writeFileSync(configPath, JSON.stringify(config));
  await restartNats(nats.control);
}

function connect(user: string, password: string): Promise<BusConnection> {
  const url = `nats://${new URL(testEnvironment().natsUrl).host}`;
  const logger = createLogger({ service: 'documents', replica: 'raw', level: 'fatal' });
  return BusConnection.open({ url, user, password, service: 'documents', replica: 'raw', logger });
}

function messages(...bodies: { to?: string; id: string }[]): Message[] {
  return bodies.map(({ to = subject, id }) => {
    const named = headers();
    named.append('Nats-Msg-Id', id);
    return { subject: to, payload: JSON.stringify({ id }), headers: named };
  });
}

const codes = (outcomes: Outcome[]) =>
  outcomes.map((outcome) => ('error' in outcome ? (outcome.error as { code?: string }).code : 'stands'));

describe('messages that are published together, with the rights of a service', () => {
  it('have the sequences of the stream, and the same again under the same ids', async () => {
    for (const stream of ownedStreams('documents')) await ensureStream(connection.jsm, stream);
    const ids = Array.from({ length: 300 }, (_, n) => ({ id: `together-${n}` }));
    const first = await publisher.publish(messages(...ids), ampleMs);
    const [{ seq }] = first as { seq: number }[];
    expect(first).toEqual(ids.map((_, n) => ({ seq: seq + n })));
    expect(await publisher.publish(messages(...ids), ampleMs)).toEqual(first);
    const stored = await connection.jsm.streams.info('documents');
    expect(stored.state.last_seq).toBe(seq + 299);
  });

  it('of which the user may not publish one end at once, for that one alone', async () => {
    for (const stream of ownedStreams('documents')) await ensureStream(connection.jsm, stream);
    const outcomes = publisher.publish(messages({ id: 'may' }, { to: 'not.mine', id: 'may-not' }), ampleMs * 1000);
    expect(codes(await outcomes)).toEqual(['stands', 'PERMISSIONS_VIOLATION']);
  });

  it('end at once when the connection is closed meanwhile, or was before', async () => {
    const spec = await connect('spec', 'spec');
    const own = new Publisher(spec);
    spec.nc.subscribe('silent', { callback: () => undefined });
    const outcomes = own.publish(messages({ to: 'silent', id: 'a' }), ampleMs * 1000);
    await spec.nc.flush();
    await spec.nc.close();
    expect(codes(await outcomes)).toEqual(['CONNECTION_CLOSED']);
    for (const one of [own, new Publisher(spec)])
      expect(codes(await one.publish(messages({ id: 'b' }), ampleMs * 1000))).toEqual(['CONNECTION_CLOSED']);
  });
});

describe('a batch of which', () => {
  let spec: BusConnection;
  beforeEach(async () => {
    spec = await connect('spec', 'spec');
    publisher = new Publisher(spec);
  });
  afterEach(() => spec.close());

  const answer = (to: string, reply: (message: Msg) => void) =>
    spec.nc.subscribe(to, { callback: (_, message) => reply(message) });

  it('one message has no stream keeps the outcomes of the others', async () => {
    answer('heard', (message) => message.respond('{"stream":"s","seq":7}'));
    const outcomes = await publisher.publish(
      messages({ to: 'nobody', id: 'a' }, { to: 'heard', id: 'b' }),
      ampleMs * 1000,
    );
    expect(codes(outcomes)).toEqual(['503', 'stands']);
  });

  it('the server refuses one, or answers it with something else, keeps the outcomes of the others', async () => {
    const description = 'maximum bytes exceeded';
    answer('full', (message) =>
      message.respond(JSON.stringify({ error: { code: 503, err_code: 10_047, description } })),
    );
    answer('odd', (message) => message.respond('no json'));
    answer('nameless', (message) => message.respond('{"stream":"","seq":1}'));
    answer('heard', (message) => message.respond('{"stream":"s","seq":7}'));
    const [full, odd, nameless, heard] = await publisher.publish(
      messages(...['full', 'odd', 'nameless', 'heard'].map((to) => ({ to, id: to }))),
      ampleMs * 1000,
    );
    expect(full).toMatchObject({ error: { code: '503', message: description, api_error: { err_code: 10_047 } } });
    expect([odd, nameless]).toMatchObject([{ error: {} }, { error: {} }]);
    expect(heard).toEqual({ seq: 7 });
  });

  it('one acknowledgement is lost ends for that message when its time is over, and a late one harms no other batch', async () => {
    let late: Msg | undefined;
    answer('silent', (message) => (late = message));
    answer('heard', (message) => message.respond('{"stream":"s","seq":7}'));
    const both = messages({ to: 'silent', id: 'a' }, { to: 'heard', id: 'b' });
    expect(codes(await publisher.publish(both, shortMs))).toEqual(['TIMEOUT', 'stands']);
    const next = publisher.publish(messages({ to: 'silent', id: 'c' }, { to: 'heard', id: 'd' }), shortMs);
    late?.respond('{"stream":"s","seq":1}');
    expect(codes(await next)).toEqual(['TIMEOUT', 'stands']);
  });
});
