import { SmtpSink, eventually, freshSchema } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { GatewayClient } from '../../testing/gateway-client';
import { Person } from '../../testing/person';

describe('a link by mail', () => {
  let gateway: GatewayClient;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.open();
    await freshSchema(gatewaySchema);
    gateway = await GatewayClient.start({ SMTP_URL: sink.url, MAIL_FROM: 'no-reply@example.com' });
    await gateway.link('mailed', 'ada@mailed.example', 'member');
    await gateway.running.platform.database.query('update member set verified_at = null');
  });
  afterAll(async () => {
    await gateway.close();
    await sink.down();
  });

  it('signs in once and verifies the address; no table holds it, and an unknown address hears the same [DASH-07]', async () => {
    const ask = (email: string) => new Person(gateway).send('POST', '/sessions/links', { email });
    const known = await ask('ADA@mailed.example');
    const unknown = await ask('nobody@mailed.example');
    expect([known.status, known.text]).toEqual([200, '{"sent":true}']);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const [mail] = await eventually(() => {
      expect(sink.mails).toHaveLength(1);
      return sink.mails;
    });
    // Quoted-printable: lines are cut, and `=` is `=3D`.
    const text = mail.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /#t=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
    const { database } = gateway.running.platform;
    for (const table of ['mail', 'sign_in_link']) {
      const { rows } = await database.query<{ line: string }>(`select t::text as line from ${table} t`);
      expect(rows.map(({ line }) => line).join()).not.toContain(link);
    }
    const person = new Person(gateway);
    expect((await person.signIn({ link })).status).toBe(201);
    expect((await new Person(gateway).signIn({ link })).status).toBe(401);
    const { rows } = await database.query<{ verified: boolean }>(
      'select verified_at is not null as verified from member',
    );
    expect(rows).toEqual([{ verified: true }]);
  });

  it('holds for 15 minutes by mail, and for an hour when the operator prints it [DASH-07]', async () => {
    const lives = async () => {
      const { rows } = await gateway.running.platform.database.query<{ mailed: boolean; minutes: number }>(
        `select mailed, round(extract(epoch from expires_at - created_at) / 60)::int as minutes from sign_in_link`,
      );
      return rows;
    };
    // The first proof ended every link that was older, also the one that was used.
    await new Person(gateway).send('POST', '/sessions/links', { email: 'ada@mailed.example' });
    await eventually(async () => expect(await lives()).toEqual([{ mailed: true, minutes: 15 }]));
    // A link of the operator ends the mailed one before it.
    await gateway.operate('org sign-in-link --org mailed --email ada@mailed.example');
    expect(await lives()).toEqual([{ mailed: false, minutes: 60 }]);
  });

  it('names the address of PUBLIC_URL, whatever host the request names [DASH-06]', async () => {
    await gateway.link('mailed', 'bob@mailed.example', 'member');
    const foreign = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await new Person(gateway).send('POST', '/sessions/links', { email: 'bob@mailed.example' }, foreign);
    const raw = await eventually(() => {
      const found = sink.mails.find((mail) => mail.raw.includes('bob@mailed.example'));
      expect(found).toBeDefined();
      return found?.raw ?? '';
    });
    const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(text).toContain('http://127.0.0.1:8080/app/link#t=');
    expect(text).not.toContain('evil');
  });

  it('is not used by a GET or HEAD of its address, nor of the sign-in, as scanners of mails send them [DASH-06]', async () => {
    const link = await gateway.link('mailed', 'eve@mailed.example', 'member');
    for (const method of ['GET', 'HEAD'])
      for (const path of [`/app/link?t=${link}`, `/v1/sessions?link=${link}`, `/v1/sessions/links?link=${link}`]) {
        const reply = await fetch(`http://127.0.0.1:${gateway.port}${path}`, { method });
        expect(reply.headers.get('set-cookie')).toBeNull();
      }
    expect((await new Person(gateway).signIn({ link })).status).toBe(201);
  });

  it('goes three times an hour to an address, and needs a page of the service [DASH-07]', async () => {
    const ask = () => new Person(gateway).send('POST', '/sessions/links', { email: 'ada@mailed.example' });
    await Promise.all(Array.from({ length: 8 }, ask));
    const { rows } = await gateway.running.platform.database.query<{ n: number }>(
      `select count(*)::int as n from mail where address = 'ada@mailed.example'`,
    );
    expect(rows).toEqual([{ n: 3 }]);
    const foreign = await gateway.call('POST', '/v1/sessions/links', null, { email: 'ada@mailed.example' });
    expect(foreign.json.error?.details).toMatchObject({ reason: 'foreign_origin' });
  });
});
