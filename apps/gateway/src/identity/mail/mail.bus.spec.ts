import { EventRaised, EventType, eventRaised, eventSubject, makeEvent, sampleOf } from '@app/contracts/events';
import { armKillPoints, newId } from '@app/persistence';
import { FakeService, SmtpSink, ensureStreams, eventually, freshSchema, setClock, testEnvironment } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { GatewayClient } from '../../testing/gateway-client';
import { MailSender } from './mail-sender';

let sink: SmtpSink;
let gateways: GatewayClient[] = [];
let webhooks: FakeService;
let organization: { id: string; name: string };
let owner: string;
let admin: string;

const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);
const open = async (env: Record<string, string>): Promise<GatewayClient> => {
  const gateway = await GatewayClient.start(env);
  gateways.push(gateway);
  await ensureStreams(gateway.running);
  return gateway;
};
const sending = (replica = '0'): Promise<GatewayClient> =>
  open({
    SMTP_URL: sink.url,
    MAIL_FROM: 'Judgments <no-reply@example.com>',
    PUBLIC_URL: 'https://judge.example.com/',
    REPLICA: replica,
  });
const query = (gateway: GatewayClient, text: string) =>
  gateway.running.platform.database.query<Record<string, unknown>>(text, [organization.id]);
const statuses = async (gateway: GatewayClient): Promise<unknown[]> =>
  (await query(gateway, 'select status from mail where organization_id = $1')).rows.map(({ status }) => status);

type Change = 'failing' | 'disabled';

/** An event as webhooks raises it; the subject of its mails holds the description. */
function turned(change: Change, description: string): EventRaised & { type: EventType } {
  const { endpoint, last_error } = sampleOf(`webhook_endpoint.${change}`);
  return makeEvent(
    `webhook_endpoint.${change}`,
    { id: newId('evt'), organization: organization.id, namespace: null, timestamp: new Date().toISOString() },
    { endpoint: { ...endpoint, description }, last_error },
  );
}
const raise = (event: EventRaised & { type: EventType }): Promise<void> =>
  webhooks.say(eventRaised, event, eventSubject(event.type));
/** Facts arrive in order, so that when the mails of one more event are there, those of all events before it are. */
const settled = async (): Promise<void> => {
  await raise(turned('failing', 'last'));
  await eventually(() => expect(sink.toldOf('last')).toEqual([admin, owner]));
};

async function makeOrganization(gateway: GatewayClient): Promise<void> {
  const name = newId('org');
  await gateway.operate(`org create ${name}`);
  const { rows } = await gateway.running.platform.database.query<{ id: string }>(
    'select id from organization where name = $1',
    [name],
  );
  organization = { id: rows[0].id, name };
  [owner, admin] = ['owner', 'admin'].map((role) => `${role}@${name.slice(4)}.example`);
  await gateway.operate(`org member-add --org ${name} --email ${owner} --role owner`);
  await gateway.operate(`org member-add --org ${name} --email ${admin} --role admin`);
  await gateway.operate(`org member-add --org ${name} --email member@${name.slice(4)}.example --role member`);
}

beforeAll(async () => {
  await moveClock(0);
  await freshSchema(gatewaySchema);
  webhooks = await FakeService.open('webhooks');
  sink = await SmtpSink.open();
});
beforeEach(() => sink.mails.splice(0));
afterEach(async () => {
  armKillPoints(() => undefined);
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
  await sink.up().catch(() => undefined);
  await moveClock(0);
});
afterAll(async () => {
  await sink.down();
  await webhooks.stop();
});

describe('mails about an endpoint', () => {
  it('go to each owner and admin once a change, and to no member [WHK-20] [DASH-04]', async () => {
    await makeOrganization(await sending());
    const failing = turned('failing', 'pager');
    await raise(failing);
    await raise(turned('disabled', 'pager'));
    await raise(failing);
    await settled();
    expect(sink.toldOf('pager')).toEqual([admin, owner]);
    expect(sink.toldOf('pager', 'disabled')).toEqual([admin, owner]);
    expect(sink.mails.filter(({ to }) => to.startsWith('member@'))).toEqual([]);
    const [mail] = sink.mails.filter(({ to, raw }) => to === owner && raw.includes('Nothing more is sent'));
    expect(mail.raw).toContain('From: Judgments <no-reply@example.com>');
    expect(mail.raw).toContain('Auto-Submitted: auto-generated');
    expect(mail.raw).toContain('Deliveries log: https://judge.example.com/v1/webhook-endpoints/whe_');
    expect(mail.raw).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/);
  });

  it('go only to verified addresses, and the operator verifies one by entering it again [DASH-07]', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    await query(gateway, `update member set verified_at = null where organization_id = $1 and role = 'admin'`);
    await raise(turned('failing', 'verified'));
    await eventually(() => expect(sink.toldOf('verified')).toEqual([owner]));
    await gateway.operate(`org member-add --org ${organization.name} --email ${admin} --role admin`);
    await settled();
    expect(sink.toldOf('verified')).toEqual([owner]);
  });

  it('are one for each address when a fact arrives twice and two gateways race [WHK-20] [DASH-07]', async () => {
    const [first] = [await sending(), await sending('1')];
    await makeOrganization(first);
    const events = Array.from({ length: 10 }, (_, i) => turned('failing', `race ${i}`));
    await Promise.all([...events, ...events, ...events].map(raise));
    for (const i of events.keys()) await eventually(() => expect(sink.toldOf(`race ${i}`)).toEqual([admin, owner]));
    await settled();
    await eventually(async () => expect(await statuses(first)).toEqual(Array(22).fill('sent')));
    expect(sink.mails.filter(({ raw }) => raw.includes('"race '))).toHaveLength(20);
  });

  it('wait while the server is down and go once when it is back [DASH-04] [DASH-07]', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    await sink.down();
    await raise(turned('failing', 'down'));
    await eventually(async () => {
      const { rows } = await query(gateway, 'select attempts, last_error, status from mail where organization_id = $1');
      expect(rows).toEqual(
        Array(2).fill({
          attempts: 1,
          status: 'waiting',
          last_error: expect.stringMatching(/^E\w+: .*ECONNREFUSED/) as string,
        }),
      );
    });
    await eventually(async () =>
      expect(await metricsOf(gateway)).toMatch(/judgment_mail_rows\{status="waiting".*\} 2\n/),
    );
    await sink.up();
    await moveClock(31_000);
    await eventually(() => expect(sink.toldOf('down')).toEqual([admin, owner]));
    await settled();
    expect(sink.toldOf('down')).toEqual([admin, owner]);
    // The server has the last mail a moment before its row is recorded as sent.
    await eventually(async () => expect(await metricsOf(gateway)).toMatch(/judgment_mail_oldest_seconds\{.*\} 0\n/));
  });

  it('end as failed after their last try, and are sent when the operator retries them', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    await sink.down();
    await raise(turned('failing', 'hopeless'));
    for (let day = 1; !(await statuses(gateway)).includes('failed'); day++) {
      expect(day).toBeLessThan(12);
      const tries = async (): Promise<number[]> =>
        (await query(gateway, 'select attempts from mail where organization_id = $1')).rows.map(({ attempts }) =>
          Number(attempts),
        );
      await eventually(async () => expect(Math.min(...(await tries()))).toBeGreaterThanOrEqual(Math.min(day, 10)));
      await eventually(async () =>
        expect(
          (await query(gateway, `select 1 from mail where organization_id = $1 and last_error is not null`)).rows,
        ).toHaveLength(2),
      );
      if (day < 10) await moveClock(day * 25 * 3_600_000);
      gateway.running.app.get(MailSender).wake();
    }
    await eventually(async () => expect(await statuses(gateway)).toEqual(['failed', 'failed']));
    await sink.up();
    const { mails } = JSON.parse(
      await gateway.operate(`mails list --org ${organization.name} --status failed --json`),
    ) as {
      mails: { id: string; attempts: number; last_error: string }[];
    };
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ attempts: 10, last_error: expect.stringContaining('ECONNREFUSED') as string });
    for (const { id } of mails) await gateway.operate(`mails retry ${id}`);
    await eventually(() => expect(sink.toldOf('hopeless')).toEqual([admin, owner]));
    await eventually(async () => expect(await statuses(gateway)).toEqual(['sent', 'sent']));
    await expect(gateway.operate(`mails retry ${mails[0].id}`)).rejects.toThrow(/neither failed nor kept/);
  });

  it('end as failed for an address that the server refuses, and reach the others', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    sink.refused.add(admin);
    await raise(turned('failing', 'refused'));
    await eventually(async () => expect((await statuses(gateway)).sort()).toEqual(['failed', 'sent']));
    expect(sink.toldOf('refused')).toEqual([owner]);
    expect(await gateway.operate(`mails list --org ${organization.name} --status failed`)).toContain('no such mailbox');
  });

  it('are kept when no SMTP server is configured, and the operator reads them [WHK-20] [DASH-07]', async () => {
    const gateway = await open({});
    await makeOrganization(gateway);
    await raise(turned('disabled', 'kept'));
    await eventually(async () => expect(await statuses(gateway)).toEqual(['kept', 'kept']));
    const list = (await gateway.operate(`mails list --org ${organization.name}`)).split('\n');
    expect(list).toHaveLength(2);
    const line = list.find((one) => one.includes(owner)) ?? '';
    expect(line).toMatch(/^eml_\S+ {2}\S+ {2}kept .*Webhook endpoint "kept" is disabled$/);
    const shown = await gateway.operate(`mails show ${line.split(' ')[0]}`);
    expect(shown).toContain(
      `to: ${owner}\nsubject: Webhook endpoint "kept" is disabled\n\nThe webhook endpoint "kept" of`,
    );
    expect(shown).toContain('Deliveries log: http://127.0.0.1:8080/v1/webhook-endpoints/');
    expect(await gateway.operate(`mails list --org ${organization.name} --status sent`)).toBe('there are no mails');
    await expect(gateway.operate(`mails show eml_${'0'.repeat(32)}`)).rejects.toThrow(/There is no mail/);
    expect(sink.mails).toEqual([]);
  });

  it('are not written for an unknown organization or for other events', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    await raise({ ...turned('failing', 'stranger'), organization: newId('org') });
    const { endpoint } = sampleOf('webhook.test');
    const occasion = {
      id: newId('evt'),
      organization: organization.id,
      namespace: null,
      timestamp: new Date().toISOString(),
    };
    await raise(makeEvent('webhook.test', occasion, { endpoint: { ...endpoint, description: 'stranger' } }));
    await settled();
    expect(sink.mails.filter(({ raw }) => raw.includes('stranger'))).toEqual([]);
    const { rows } = await gateway.running.platform.database.query('select id from dead');
    expect(rows).toEqual([]);
  });

  it('are all written when the process dies before its commit, and sent again under one Message-ID when it dies after a send', async () => {
    const gateway = await sending();
    await makeOrganization(gateway);
    const dies = new Map([
      ['gateway.mail.before-commit', 1],
      ['gateway.mail.after-send', 1],
    ]);
    armKillPoints((place) => {
      const left = dies.get(place) ?? 0;
      dies.set(place, left - 1);
      if (left > 0) throw new Error(`killed at ${place}`);
    });
    await raise(turned('failing', 'killed'));
    await eventually(() => expect(sink.toldOf('killed')).toEqual([admin, owner]));
    await eventually(async () => expect((await statuses(gateway)).sort()).toEqual(['sent', 'waiting']));
    await moveClock(121_000);
    await eventually(async () => expect(await statuses(gateway)).toEqual(['sent', 'sent']));
    const ids = sink.mails.map(({ raw }) => /Message-ID:\s*(<eml_\w+@example\.com>)/.exec(raw)?.[1]);
    expect(ids).not.toContain(undefined);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });
});

/** What a scrape shows once the gauges are measured, which a loop does every five seconds. */
async function metricsOf({ running }: GatewayClient): Promise<string> {
  await Promise.all(running.platform.metrics.measures.map((measure) => measure.take()));
  const reply = await fetch(`http://127.0.0.1:${running.adminPort}/metrics`);
  return reply.text();
}
