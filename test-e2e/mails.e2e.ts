import { Stack, SmtpSink, WebhookReceiver, eventually, openStack, openLimitMs } from '@app/testing/stack';
import { tellInvitedByMail } from './scenario/invited-by-mail';

const hourMs = 3_600_000;
/** Its own: endpoints of other organizations fail, too, and mails go to their owners. */
const organization = `mails-${Date.now().toString(36)}`;
const emailOf = (role: string): string => `${role}@${organization}.example`;
const people = [emailOf('admin'), emailOf('owner')];
let stack: Stack;
let key: string;
let sink: SmtpSink;
let receiver: WebhookReceiver;

beforeAll(async () => {
  sink = await SmtpSink.open();
  receiver = await WebhookReceiver.open((response) => response.writeHead(503).end());
  stack = await openStack({
    name: 'mails',
    movesClock: true,
    settings: {
      gateway: { SMTP_URL: sink.url, MAIL_FROM: 'no-reply@example.com' },
    },
  });
  key = await stack.operator.organization(organization);
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await receiver?.close();
  await sink?.down();
}, 60_000);

async function ok<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
  const reply = await stack.api<T>(method, path, body, { key });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

// Before the clock is moved: its browser lives by the machine's.
tellInvitedByMail(
  () => stack,
  () => sink,
);

/** Mails that stand as sent. */
async function sent(): Promise<number> {
  return Number(/judgment_mail_rows\{status="sent".*\} (\d+)\n/.exec(await stack.metrics('gateway'))?.[1] ?? 0);
}

it('an endpoint that turns failing and then disabled raises one mail each, to owner and admin and no member [DASH-04] [WHK-20] [DASH-07]', async () => {
  await stack.operator.run(
    ...['owner', 'admin', 'member'].map((role) =>
      `org member-add --org ${organization} --email ${emailOf(role)} --role ${role}`.split(' '),
    ),
  );
  const at = '/namespaces/mails';
  await ok('POST', '/namespaces', { name: 'mails' });
  const url = `${receiver.origin}/hook?token=only-ours`;
  const { id } = await ok<{ id: string }>('POST', '/webhook-endpoints', { url, description: 'pager' });
  await ok('PUT', `${at}/subscriptions/all`, { filter: { 'attributes.live': true }, endpoint: id });
  const state = async (): Promise<string> => (await ok<{ status: string }>('GET', `/webhook-endpoints/${id}`)).status;
  let written = 0;
  const write = async (count: number): Promise<void> => {
    const upsert = Array.from({ length: count }, () => ({ id: `d${written++}`, attributes: { live: true } }));
    await ok('POST', `${at}/documents`, { upsert });
  };
  const attempt = async (count: number): Promise<void> => {
    const before = receiver.deliveries.length;
    await write(count);
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThanOrEqual(before + count));
  };

  const sentBefore = await sent();
  await attempt(10);
  expect(await state()).toBe('active');
  await stack.setClock(24.1 * hourMs);
  await attempt(1);
  await eventually(async () => expect(await state()).toBe('failing'));
  await eventually(() => expect(sink.toldOf('pager')).toEqual(people));
  // A gateway that dies between sending a mail and recording it sends that mail again.
  await eventually(async () => expect(await sent()).toBe(sentBefore + 2));
  await stack.services.kill('gateway');
  await stack.services.start('gateway');
  await attempt(1);
  await stack.setClock(121 * hourMs);
  // Not awaited at the receiver: a retry that is due now too may disable the endpoint before this is sent.
  await write(1);
  await eventually(async () => expect(await state()).toBe('disabled'));
  await eventually(() => expect(sink.toldOf('pager', 'disabled')).toEqual(people));

  const mails = sink.mails.filter(({ to }) => to.endsWith(`@${organization}.example`));
  expect(mails.map(({ to }) => to).sort()).toEqual([...people, ...people].sort());
  for (const { raw } of mails) {
    expect(raw).toContain(`Deliveries log: ${stack.baseUrls[0]}/webhook-endpoints/${id}/deliveries`);
    expect(raw).toContain('HTTP 503');
    expect(raw).not.toMatch(/only-ours|whsec_/);
  }
  // A row of the outbox goes when every durable has heard it, the gateway's too.
  await eventually(async () => expect(await stack.sql('select id from webhooks.outbox')).toEqual([]));
}, 240_000);
