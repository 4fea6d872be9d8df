import { services } from '@app/contracts';
import { SmtpSink, Stack, WebhookReceiver, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PeopleSecrets } from './scenario/people-secrets';
import { Scenario, boolJudgment } from './scenario/scenario';
import { copyFacts, standingPlaces } from './scenario/traces';

/** What must stand in no log, by what it is. Customers' texts are none of an operator's business either. */
const planted = {
  engineKey: 'sim-planted-engine-key-7c41',
  smtpPassword: 'planted-smtp-password-90ab',
  urlToken: 'planted-url-token-55fe',
  refusedUser: 'planted-userinfo-31d0',
  text: 'planted document text 8e2f',
  question: 'planted question 4b7a',
  attribute: 'planted-attribute-19cc',
  body: 'planted-broken-body-e0d3',
  query: 'planted-query-77aa',
};
let stack: Stack;
let sink: SmtpSink;
let receiver: WebhookReceiver;
/** Secrets that came to be in the run. */
const made: Record<string, string> = {};

beforeAll(async () => {
  sink = await SmtpSink.open();
  receiver = await WebhookReceiver.open((response) => response.writeHead(500).end(`no ${planted.text}`));
  const smtp = new URL(sink.url);
  stack = await openStack({
    name: 'secrets',
    settings: {
      all: {
        LOG_LEVEL: 'debug',
        SMTP_URL: `smtp://mailer:${planted.smtpPassword}@${smtp.host}`,
        MAIL_FROM: 'no-reply@example.com',
        ENGINE_JEV_KEY: planted.engineKey,
      },
    },
  });
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await receiver?.close();
  await sink?.down();
}, 60_000);

/** A working day: keys, endpoints, judged documents and deliveries. */
async function work(scenario: Scenario): Promise<void> {
  const key = await stack.api<{ id: string; key: string }>('POST', '/api-keys', { role: 'read_write', scope: '*' });
  made.createdKey = key.body.key;
  const url = `${receiver.origin}/in?token=${planted.urlToken}`;
  const endpoint = await stack.api<{ id: string; secret: string }>('POST', '/webhook-endpoints', { url });
  made.endpointSecret = endpoint.body.secret;
  const at = `/webhook-endpoints/${endpoint.body.id}`;
  const headers = { 'Idempotency-Key': 'rotate-once' };
  for (const _again of [0, 1]) {
    const rotated = await stack.api<{ secret: string }>('POST', `${at}/rotate-secret`, {}, { headers });
    made.rotatedSecret = rotated.body.secret;
  }
  await stack.api('POST', '/namespaces', { name: scenario.namespace });
  await scenario.judgment({ ...boolJudgment('late'), question: planted.question });
  await scenario.ok('PUT', '/subscriptions/all', {
    filter: { 'attributes.tag': planted.attribute },
    endpoint: endpoint.body.id,
  });
  await scenario.upsert('a', { text: planted.text }, { tag: planted.attribute });
  await scenario.fresh('a', 'late');
  await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(0));
  await stack.api('DELETE', `/api-keys/${key.body.id}`);
}

/** What goes wrong on its own, and what a client gets wrong. */
async function fail(scenario: Scenario): Promise<void> {
  const { rw } = stack.keys;
  made.unknownKey = `${rw.slice(0, -4)}zzzz`;
  const refused = [
    await stack.api('GET', '/engines', undefined, { key: made.unknownKey }),
    await stack.api('GET', `/engines?api_key=${planted.query}`),
    await stack.api('POST', '/webhook-endpoints', { url: `https://u:${planted.refusedUser}@example.com/` }),
    await scenario.call('POST', '/documents', {
      upsert: [{ id: 'b', state: { text: planted.body }, nope: planted.body }],
    }),
    await scenario.call('POST', '/query', { filter: { 'attributes.tag': { nope: planted.attribute } } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400]);
  // A statement that Postgres refuses: its error holds the row.
  await stack.sql(`alter table documents.document add constraint unbroken check (id <> 'broken') not valid`);
  const broken = await scenario.call('POST', '/documents', {
    upsert: [{ id: 'broken', state: { text: planted.text }, attributes: { tag: planted.attribute } }],
  });
  expect(broken.status).toBe(500);
  await stack.sql('alter table documents.document drop constraint unbroken');
  await stack.engine.queue(['500', 'badjson', '422']);
  await scenario.upsert('c', { text: `${planted.text} again` }, { tag: planted.attribute });
  await eventually(async () => expect(await stack.engine.count('again')).toBeGreaterThan(2), 60_000);
  await stack.nats.kill();
  await stack.nats.start();
  await stack.postgres.kill();
  await scenario.call('GET', '/documents/a').catch(() => undefined);
  await stack.postgres.start();
  for (const service of services) {
    await stack.services.kill(service);
    await stack.services.start(service);
  }
  await eventually(() => scenario.upsert('d', { text: planted.text }, { tag: planted.attribute }), 60_000);
  await scenario.fresh('d', 'late', 60_000);
  await stack.engine.queue(['401']);
  await scenario.upsert('e', { text: `${planted.text} unpaid` }, { tag: planted.attribute });
  await eventually(async () => expect(await stack.engine.count('unpaid')).toBeGreaterThan(0), 60_000);
}

function logLines(): { file: string; line: string }[] {
  return readdirSync(stack.at.logs).flatMap((file) =>
    readFileSync(join(stack.at.logs, file), 'utf8')
      .split('\n')
      .map((line) => ({ file, line })),
  );
}

/** A secret as it may stand in a line: as it is, escaped for an address, or in base64. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

it('a search of the logs for the id of a document, an ask or an event tells what happened, in order [I5]', async () => {
  const told = await WebhookReceiver.open();
  try {
    const scenario = new Scenario(stack, 'story');
    const url = `${told.origin}/in?token=${planted.urlToken}`;
    const endpoint = await stack.api<{ id: string }>('POST', '/webhook-endpoints', { url, events: [] });
    await stack.api('POST', '/namespaces', { name: scenario.namespace });
    await scenario.judgment(boolJudgment('late'));
    const subscription = { filter: { 'answers.late.p': { gte: 0 } }, endpoint: endpoint.body.id };
    await scenario.ok('PUT', '/subscriptions/judged', subscription);
    await scenario.upsert('order-9f31', { text: planted.text }, { tag: planted.attribute });
    await eventually(() => expect(told.deliveries).toHaveLength(1), 60_000);
    const linesOf = (id: string) =>
      logLines()
        .filter(({ line }) => line.includes(`"${id}"`))
        .map(({ line }) => JSON.parse(line) as Record<string, unknown>)
        .sort((a, b) => String(a.time).localeCompare(String(b.time)));
    const storyOf = (id: string) => linesOf(id).map(({ service, event, outcome }) => `${service} ${event} ${outcome}`);
    const event = String(told.deliveries[0].headers['webhook-id']);
    const delivered = 'webhooks delivery.attempted ok';
    await eventually(() => expect(storyOf(event)).toEqual([delivered]));
    const judged = 'judgments answer.recorded answered';
    expect(storyOf('order-9f31')).toEqual([judged, delivered]);
    const [answered] = linesOf('order-9f31');
    expect(storyOf(String(answered.ask)).sort()).toEqual(['engine-broker ask.ended ok', judged]);
  } finally {
    await told.close();
  }
}, 120_000);

it('no planted secret and no customer text stands in any log, also when things break [I5] [SSRF-08]', async () => {
  const scenario = new Scenario(stack, 'secrets');
  await work(scenario);
  await fail(scenario);
  const { rw, rw2, ro, other } = stack.keys;
  const passwords = Object.fromEntries(services.map((service) => [`password of ${service}`, `test-${service}`]));
  const ring = stack.at.gatewayEnv['MASTER_KEY'].split(':')[1];
  const secrets: Record<string, string> = { ...planted, ...made, rw, rw2, ro, other, ...passwords, ring };
  const lines = logLines();
  // The logs are those of this run: every service wrote its start, and what broke was written too.
  expect(lines.filter(({ line }) => line.includes('"msg":"ready"')).length).toBeGreaterThanOrEqual(2 * services.length);
  expect(lines.filter(({ line }) => line.includes('"level":"error"')).length).toBeGreaterThan(0);
  const leaks = Object.entries(secrets).flatMap(([what, secret]) =>
    lines
      .filter(({ line }) => formsOf(secret).some((form) => line.includes(form)))
      .map(({ file }) => `${what} in ${file}`),
  );
  expect(leaks).toEqual([]);
}, 300_000);

it('no password, cookie, link, key or code of people stands in a log, a fact or a table, the audit included [I5] [AUTH-08]', async () => {
  await copyFacts(stack);
  const people = new PeopleSecrets(stack, sink);
  await people.work();
  const finishLate = await people.workWithProvider();
  await finishLate();
  await people.workInVain();
  const texts = Object.entries(people.used).map(([what, secret]) => ({ what, forms: formsOf(secret) }));
  expect(texts.length).toBeGreaterThan(15);
  const found = await standingPlaces(
    stack,
    texts.flatMap(({ forms }) => forms),
    [],
  );
  const whatOf = (text: string) => texts.find(({ forms }) => forms.includes(text))?.what;
  expect(found.map(({ place, text }) => `${whatOf(text)} in ${place}`)).toEqual([]);
  // The search sees what there is: who they are, where it belongs.
  const places = (await standingPlaces(stack, ['ada@acme.example'], [])).map(({ place }) => place);
  expect(places).toContain('gateway.account');
}, 120_000);
