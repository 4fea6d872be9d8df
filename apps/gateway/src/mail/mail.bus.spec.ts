import { Running } from '@app/boot';
import { EventRaised, EventType, eventRaised, eventSubject, makeEvent, sampleOf } from '@app/contracts';
import { armKillPoints, newId } from '@app/persistence';
import {
  FakeService,
  SmtpSink,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { gatewaySchema } from '../app.schema';
import { gatewayService } from '../app.service';
import { Door } from '../testing/door';
import { MailSender } from './mail-sender.service';

let sink: SmtpSink;
let doors: Door[] = [];
let webhooks: FakeService;
let organization: { id: string; name: string };
let owner: string;
let admin: string;

const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);
const open = async (env: Record<string, string>): Promise<Door> => {
  const running = await startService(gatewayService, { env: { PORT: '0', ADMIN_PORT: '0', ...env } });
  const door = Door.of(running);
  doors.push(door);
  await ensureStreams(running);
  return door;
};
const sending = (replica = '0'): Promise<Door> =>
  open({
    SMTP_URL: sink.url,
    MAIL_FROM: 'Judgments <no-reply@example.com>',
    PUBLIC_URL: 'https://judge.example.com/',
    REPLICA: replica,
  });
const query = (door: Door, text: string) =>
  (door.running as Running).platform.database.query<Record<string, unknown>>(text, [organization.id]);
const statuses = async (door: Door): Promise<unknown[]> =>
  (await query(door, 'select status from mail where organization_id = $1')).rows.map(({ status }) => status);

type Change = 'failing' | 'disabled';

/** An event as webhooks raises it; the description makes the subject of its mails. */
function turned(change: Change, description: string): EventRaised & { type: EventType } {
  const { endpoint, last_error } = sampleOf(`webhook_endpoint.${change}`);
  return makeEvent(
    `webhook_endpoint.${change}`,
    { id: newId('evt'), organization: organization.id, namespace: null, timestamp: new Date().toISOString() },
    { endpoint: { ...endpoint, description }, last_error },
  );
}
const say = (event: EventRaised & { type: EventType }): Promise<void> =>
  webhooks.say(eventRaised, event, eventSubject(event.type));
/** What is said next is heard after all that was said before: a mail of it tells that nothing else is to come. */
const settled = async (): Promise<void> => {
  await say(turned('failing', 'last'));
  await eventually(() => expect(sink.toldOf('last')).toEqual([admin, owner]));
};

async function makeOrganization(door: Door): Promise<void> {
  const name = newId('org');
  await door.operate(`org create ${name}`);
  const { rows } = await door.running.platform.database.query<{ id: string }>(
    'select id from organization where name = $1',
    [name],
  );
  organization = { id: rows[0].id, name };
  [owner, admin] = ['owner', 'admin'].map((role) => `${role}@${name.slice(4)}.example`);
  await door.operate(`org member-add --org ${name} --email ${owner} --role owner`);
  await door.operate(`org member-add --org ${name} --email ${admin} --role admin`);
  await door.operate(`org member-add --org ${name} --email member@${name.slice(4)}.example --role member`);
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
  await Promise.all(doors.map((door) => door.close()));
  doors = [];
  await sink.up().catch(() => undefined);
  await moveClock(0);
});
afterAll(async () => {
  await sink.down();
  await webhooks.stop();
});

describe('mails about an endpoint', () => {
  it('go once a change to each owner and admin, and to no member [WHK-20] [DASH-04]', async () => {
    await makeOrganization(await sending());
    const failing = turned('failing', 'pager');
    await say(failing);
    await say(turned('disabled', 'pager'));
    await say(failing);
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

  it('go only to addresses that are verified, and to those that the operator enters again [DASH-07]', async () => {
    const door = await sending();
    await makeOrganization(door);
    await query(door, `update member set verified_at = null where organization_id = $1 and role = 'admin'`);
    await say(turned('failing', 'verified'));
    await eventually(() => expect(sink.toldOf('verified')).toEqual([owner]));
    await door.operate(`org member-add --org ${organization.name} --email ${admin} --role admin`);
    await settled();
    expect(sink.toldOf('verified')).toEqual([owner]);
  });

  it('are one an address when a fact is heard again and two gateways race [WHK-20] [DASH-07]', async () => {
    const [first] = [await sending(), await sending('1')];
    await makeOrganization(first);
    const events = Array.from({ length: 10 }, (_, i) => turned('failing', `race ${i}`));
    await Promise.all([...events, ...events, ...events].map(say));
    for (const i of events.keys()) await eventually(() => expect(sink.toldOf(`race ${i}`)).toEqual([admin, owner]));
    await settled();
    await eventually(async () => expect(await statuses(first)).toEqual(Array(22).fill('sent')));
    expect(sink.mails.filter(({ raw }) => raw.includes('"race '))).toHaveLength(20);
  });

  it('wait while the server is down and go once when it is back [DASH-04] [DASH-07]', async () => {
    const door = await sending();
    await makeOrganization(door);
    await sink.down();
    await say(turned('failing', 'down'));
    await eventually(async () => {
      const { rows } = await query(door, 'select attempts, last_error, status from mail where organization_id = $1');
      expect(rows).toEqual(
        Array(2).fill({
          attempts: 1,
          status: 'waiting',
          last_error: expect.stringMatching(/^E\w+: .*ECONNREFUSED/) as string,
        }),
      );
    });
    expect(await metricsOf(door)).toMatch(/mail_rows\{status="waiting".*\} 2\n/);
    await sink.up();
    await moveClock(31_000);
    await eventually(() => expect(sink.toldOf('down')).toEqual([admin, owner]));
    await settled();
    expect(sink.toldOf('down')).toEqual([admin, owner]);
    // The server has the last mail a moment before its row is recorded as sent.
    await eventually(async () => expect(await metricsOf(door)).toMatch(/mail_oldest_seconds\{.*\} 0\n/));
  });

  it('end as failed after their last try, and go when the operator has them tried anew', async () => {
    const door = await sending();
    await makeOrganization(door);
    await sink.down();
    await say(turned('failing', 'hopeless'));
    for (let day = 1; !(await statuses(door)).includes('failed'); day++) {
      expect(day).toBeLessThan(12);
      const tries = async (): Promise<number[]> =>
        (await query(door, 'select attempts from mail where organization_id = $1')).rows.map(({ attempts }) =>
          Number(attempts),
        );
      await eventually(async () => expect(Math.min(...(await tries()))).toBeGreaterThanOrEqual(Math.min(day, 10)));
      await eventually(async () =>
        expect(
          (await query(door, `select 1 from mail where organization_id = $1 and last_error is not null`)).rows,
        ).toHaveLength(2),
      );
      if (day < 10) await moveClock(day * 25 * 3_600_000);
      door.running.app.get(MailSender).wake();
    }
    await eventually(async () => expect(await statuses(door)).toEqual(['failed', 'failed']));
    await sink.up();
    const { mails } = JSON.parse(
      await door.operate(`mails list --org ${organization.name} --status failed --json`),
    ) as {
      mails: { id: string; attempts: number; last_error: string }[];
    };
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ attempts: 10, last_error: expect.stringContaining('ECONNREFUSED') as string });
    for (const { id } of mails) await door.operate(`mails retry ${id}`);
    await eventually(() => expect(sink.toldOf('hopeless')).toEqual([admin, owner]));
    await eventually(async () => expect(await statuses(door)).toEqual(['sent', 'sent']));
    await expect(door.operate(`mails retry ${mails[0].id}`)).rejects.toThrow(/neither failed nor kept/);
  });

  it('are given up for one address that the server refuses, and reach the others', async () => {
    const door = await sending();
    await makeOrganization(door);
    sink.refused.add(admin);
    await say(turned('failing', 'refused'));
    await eventually(async () => expect((await statuses(door)).sort()).toEqual(['failed', 'sent']));
    expect(sink.toldOf('refused')).toEqual([owner]);
    expect(await door.operate(`mails list --org ${organization.name} --status failed`)).toContain('no such mailbox');
  });

  it('are kept without a server, and the operator reads them [WHK-20] [DASH-07]', async () => {
    const door = await open({});
    await makeOrganization(door);
    await say(turned('disabled', 'kept'));
    await eventually(async () => expect(await statuses(door)).toEqual(['kept', 'kept']));
    const list = (await door.operate(`mails list --org ${organization.name}`)).split('\n');
    expect(list).toHaveLength(2);
    const line = list.find((one) => one.includes(owner)) ?? '';
    expect(line).toMatch(/^eml_\S+ {2}\S+ {2}kept .*Webhook endpoint "kept" is disabled$/);
    const shown = await door.operate(`mails show ${line.split(' ')[0]}`);
    expect(shown).toContain(
      `to: ${owner}\nsubject: Webhook endpoint "kept" is disabled\n\nThe webhook endpoint "kept" of`,
    );
    expect(shown).toContain('Deliveries log: http://127.0.0.1:8080/v1/webhook-endpoints/');
    expect(await door.operate(`mails list --org ${organization.name} --status sent`)).toBe('there are no mails');
    await expect(door.operate(`mails show eml_${'0'.repeat(32)}`)).rejects.toThrow(/There is no mail/);
    expect(sink.mails).toEqual([]);
  });

  it('of an organization that is not known, or of other events, are none', async () => {
    const door = await sending();
    await makeOrganization(door);
    await say({ ...turned('failing', 'stranger'), organization: newId('org') });
    const { endpoint } = sampleOf('webhook.test');
    const occasion = {
      id: newId('evt'),
      organization: organization.id,
      namespace: null,
      timestamp: new Date().toISOString(),
    };
    await say(makeEvent('webhook.test', occasion, { endpoint: { ...endpoint, description: 'stranger' } }));
    await settled();
    expect(sink.mails.filter(({ raw }) => raw.includes('stranger'))).toEqual([]);
    const { rows } = await door.running.platform.database.query('select id from dead');
    expect(rows).toEqual([]);
  });

  it('are written whole when the process dies before its commit, and sent again under one Message-ID after a send', async () => {
    const door = await sending();
    await makeOrganization(door);
    const dies = new Map([
      ['gateway.mail.before-commit', 1],
      ['gateway.mail.after-send', 1],
    ]);
    armKillPoints((place) => {
      const left = dies.get(place) ?? 0;
      dies.set(place, left - 1);
      if (left > 0) throw new Error(`killed at ${place}`);
    });
    await say(turned('failing', 'killed'));
    await eventually(() => expect(sink.toldOf('killed')).toEqual([admin, owner]));
    await eventually(async () => expect((await statuses(door)).sort()).toEqual(['sent', 'waiting']));
    await moveClock(121_000);
    await eventually(async () => expect(await statuses(door)).toEqual(['sent', 'sent']));
    const ids = sink.mails.map(({ raw }) => /Message-ID:\s*(<eml_\w+@example\.com>)/.exec(raw)?.[1]);
    expect(ids).not.toContain(undefined);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });
});

async function metricsOf({ running }: Door): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${running.adminPort}/metrics`);
  return reply.text();
}
