import { eventually } from '@app/testing';
import { FactoryProvider } from '@nestjs/common';
import { PasswordHasher } from '../account/password-hasher';
import { AppModule } from '../../app.module';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

describe('people who sign in', () => {
  let gateway: GatewayClient;
  beforeAll(async () => {
    // A request that no proxy forwarded comes from an unknown address, and counts by account alone.
    gateway = await openGateway({ TRUSTED_PROXIES: '["127.0.0.1"]' });
    await gateway.operate('org create people --plan scale');
    await gateway.operate('org create others --plan scale');
  });
  afterAll(() => gateway.close());
  const person = (email: string, role = 'owner', organization = 'people'): Promise<Person> =>
    personOf(gateway, { email, role, organization });

  it('sign in by a link once, set a password, and sign in with it: each time with a new cookie [AUTH-08]', async () => {
    const ada = await person('ada@people.example');
    expect(ada.cookie).toMatch(/^judgment_8080=[A-Za-z0-9_-]{43}$/);
    expect(ada.setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(await ada.signIn({ link: ada.link })).toMatchObject({
      status: 401,
      json: { error: { code: 'unauthorized' } },
    });
    const before = ada.cookie;
    const changed = await ada.send('PATCH', '/user', { name: 'Ada', password: { new: 'correct horse battery' } });
    expect(changed).toMatchObject({ status: 200, json: { name: 'Ada', password: true } });
    await eventually(async () => expect((await ada.as(before).send('GET', '/user')).status).toBe(401), 1000);
    await ada.signIn({ email: 'ADA@people.example', password: 'correct horse battery' });
    const seen = await ada.send('GET', '/sessions/current');
    expect(seen).toMatchObject({
      status: 200,
      json: { role: 'owner', user: { email: 'ada@people.example' }, organization: { name: 'people' } },
    });
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
  });

  it('make one session of two posts of a link at once', async () => {
    const link = await gateway.link('people', 'twice@people.example', 'member');
    const post = () => new Person(gateway).signIn({ link });
    const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 401, 401]);
  });

  it('hear one sentence of a link that was used, is over or never was, whatever it is for [DASH-06]', async () => {
    const { database } = gateway.running.platform;
    const links = ['x'.repeat(43), 'no token'];
    for (const [name, spoilt] of [
      ['used', 'used_at = app.now()'],
      ['over', 'expires_at = app.now()'],
    ])
      for (const purpose of ['sign_in', 'invite', 'change_email']) {
        const email = `${name}-${purpose}@people.example`;
        links.push(await gateway.link('people', email, 'member'));
        const { rowCount } = await database.query(
          `update sign_in_link set ${spoilt}, purpose = $2::text, email = case $2 when 'change_email' then 'new@people.example' end
           where account_id = (select id from account where email = $1)`,
          [email, purpose],
        );
        expect(rowCount).toBe(1);
      }
    const replies = await Promise.all(links.map((link) => new Person(gateway).signIn({ link })));
    const message = 'This link was used, or its time is over; ask for another one.';
    for (const { status, headers, json } of replies)
      expect([status, headers['set-cookie'], json.error]).toEqual([401, undefined, { code: 'unauthorized', message }]);
  });

  it('have a password hashed at 19 MiB and two passes in production, unlike in these specs [AUTH-08]', async () => {
    const providers = Reflect.getMetadata('providers', AppModule) as FactoryProvider<PasswordHasher>[];
    const hasher = await providers.find(({ provide }) => provide === PasswordHasher)?.useFactory();
    expect(await hasher?.hash('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
  });

  it('are refused without an Origin of ours: at the sign-in, at a write, and at a read of another site [DASH-06]', async () => {
    const ada = await person('origin@people.example');
    const { cookie } = ada;
    const refused = { status: 403, json: { error: { details: { reason: 'foreign_origin' } } } };
    const call = (method: 'GET' | 'POST' | 'PATCH', path: string, headers: Record<string, string>, body?: object) =>
      gateway.call(method, `/v1${path}`, null, body, headers);
    expect(await call('POST', '/sessions', {}, { link: 'x' })).toMatchObject(refused);
    expect(await call('PATCH', '/user', { cookie }, { name: 'Eve' })).toMatchObject(refused);
    expect(await call('PATCH', '/user', { cookie, origin: 'https://evil.example' }, { name: 'Eve' })).toMatchObject(
      refused,
    );
    expect(await call('GET', '/user', { cookie, 'sec-fetch-site': 'same-site' })).toMatchObject(refused);
    expect((await call('GET', '/user', { cookie })).json).toMatchObject({ name: null });
  });

  it('send little before anybody knows who they are: a larger body is refused', async () => {
    const reply = await new Person(gateway).signIn({ email: 'a@b.example', password: 'x'.repeat(20_000) });
    expect(reply).toMatchObject({ status: 413, json: { error: { code: 'too_large', details: { limit: 16_384 } } } });
  });

  it('count toward a limit of their own: a full organization still serves them, and two people are two [AUTH-07]', async () => {
    const { key } = await gateway.key('crowded');
    const [ada, bob] = [
      await person('ada@crowded.example', 'owner', 'crowded'),
      await person('bob@crowded.example', 'member', 'crowded'),
    ];
    await gateway.operate('limits --org crowded --requests-per-second-per-org 1 --requests-per-second-per-key 200');
    await eventually(async () =>
      expect((await gateway.call('GET', '/v1/organization', key)).headers['x-ratelimit-limit']).toBe('1'),
    );
    const [byKeys, byAda] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, async () => (await gateway.call('GET', '/v1/organization', key)).status)),
      Promise.all(Array.from({ length: 20 }, async () => (await ada.send('GET', '/organization')).status)),
    ]);
    expect(byKeys.filter((status) => status === 429).length).toBeGreaterThan(10);
    expect(new Set(byAda)).toEqual(new Set([200]));
    expect((await bob.send('GET', '/organization')).headers['x-ratelimit-limit']).toBe('200');
  });

  it('pass 1,000 requests of one person in a second, the default, and refuse the next hundred by `per_key` [AUTH-07] [RATE-01]', async () => {
    const [ada, bob] = [
      await person('ada@flooded.example', 'owner', 'flooded'),
      await person('bob@flooded.example', 'member', 'flooded'),
    ];
    // The second of the limits stands still, so that it does not matter how many requests this machine serves in one.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    try {
      const flood = await Promise.all(Array.from({ length: 1100 }, () => ada.send('GET', '/sessions/current')));
      const refused = flood.filter(({ status }) => status === 429);
      expect(flood.filter(({ status }) => status === 200)).toHaveLength(1000);
      expect(refused).toHaveLength(100);
      expect(new Set(refused.map(({ json }) => json.error?.details?.['rate_limit']))).toEqual(new Set(['per_key']));
      expect((await bob.send('GET', '/sessions/current')).headers).toMatchObject({
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': '999',
      });
    } finally {
      clock.mockRestore();
    }
  });

  it('switch to another organization of theirs with a new cookie, and to no other', async () => {
    const ada = await person('ada@people.example');
    const before = ada.cookie;
    const { id } = (await gateway.key('others')) && (await otherOrganization(gateway));
    expect((await ada.send('PATCH', '/sessions/current', { organization: id })).status).toBe(404);
    await gateway.operate('org member-add --org others --email ada@people.example --role member');
    const switched = await ada.send('PATCH', '/sessions/current', { organization: id });
    expect(switched).toMatchObject({ status: 200, json: { role: 'member', organization: { name: 'others' } } });
    expect(ada.cookie).not.toBe(before);
    await eventually(async () => expect((await ada.as(before).send('GET', '/user')).status).toBe(401), 1000);
    expect((await ada.send('POST', '/api-keys', { role: 'read_only', scope: '*' })).status).toBe(403);
  });

  it('end their other sessions, one session, and their own at the sign-out; each is over within a second', async () => {
    const [one, two, three] = [
      await person('many@people.example'),
      await person('many@people.example'),
      await person('many@people.example'),
    ];
    const { sessions } = (await one.send('GET', '/sessions')).json as unknown as {
      sessions: { id: string; current: boolean }[];
    };
    expect(sessions.map(({ current }) => current)).toEqual([false, false, true]);
    expect((await one.send('DELETE', `/sessions/${sessions[1].id}`)).json).toEqual({ revoked: 1 });
    await eventually(async () => expect((await two.send('GET', '/user')).status).toBe(401), 1000);
    expect((await three.send('GET', '/user')).status).toBe(200);
    expect((await one.send('DELETE', '/sessions')).json).toEqual({ revoked: 1 });
    await eventually(async () => expect((await three.send('GET', '/user')).status).toBe(401), 1000);
    const out = await one.send('DELETE', '/sessions/current');
    expect(out.headers).toMatchObject({ 'clear-site-data': '"cache"' });
    expect(out.headers['set-cookie']).toMatch(/^judgment_8080=; Max-Age=0/);
    await eventually(async () => expect((await one.as(one.before).send('GET', '/user')).status).toBe(401), 1000);
  });

  it('read who they are and what they may do by two statements [DASH-06]', async () => {
    const ada = await person('counted@people.example');
    const { user } = (await ada.send('GET', '/sessions/current')).json as unknown as { user: { id: string } };
    const asked = jest.spyOn(gateway.running.platform.database, 'query');
    try {
      expect(await ada.send('GET', '/sessions/current')).toMatchObject({ json: { user: { password: false } } });
      const about = asked.mock.calls.filter(([, values]) => values?.includes(user.id));
      expect(about.map(([statement]) => statement)).toMatchObject([
        { name: 'own-find' },
        { name: 'memberships-opened' },
      ]);
    } finally {
      asked.mockRestore();
    }
  });

  it('must prove again who they are after 15 minutes to change people, the plan or a secret', async () => {
    const ada = await person('stale@people.example');
    const { database } = gateway.running.platform;
    await database.query(
      `update session set proved_at = proved_at - interval '16 minutes',
         revision = (select value + 1 from admission_revision)
       where account_id = (select id from account where email = 'stale@people.example')`,
    );
    await database.query('update admission_revision set value = value + 1');
    const again = { status: 403, json: { error: { details: { reason: 'sign_in_again' } } } };
    await eventually(async () =>
      expect(await ada.send('POST', '/organization/members', { email: 'x@y.example', role: 'member' })).toMatchObject(
        again,
      ),
    );
    expect(await ada.send('PATCH', '/organization', { plan: 'team' })).toMatchObject(again);
    expect((await ada.send('PATCH', '/organization', { suggestions: true })).status).toBe(200);
    expect(await ada.send('PATCH', '/user', { password: { new: 'correct horse battery' } })).toMatchObject({
      status: 400,
    });
    expect(await ada.send('PATCH', '/user', { email: 'other@people.example' })).toMatchObject(again);
    // Without a mail server nobody can show that they read the address.
    const ada2 = await person('stale@people.example');
    expect(await ada2.send('PATCH', '/user', { email: 'other@people.example' })).toMatchObject({
      status: 409,
      json: { error: { details: { reason: 'no_mail_server' } } },
    });
  });

  it('leave no password, cookie or link in a table in the clear, the audit included', async () => {
    const ada = await person('secret@people.example');
    await ada.send('PATCH', '/user', { password: { new: 'planted-secret-words' } });
    await ada.signIn({ email: 'secret@people.example', password: 'planted-secret-words' });
    const { database } = gateway.running.platform;
    const tables = ['account', 'session', 'sign_in_link', 'audit', 'sign_in_attempt', 'mail', 'idempotency'];
    for (const table of tables) {
      const { rows } = await database.query<{ line: string }>(`select t::text as line from ${table} t`);
      const text = rows.map(({ line }) => line).join('\n');
      for (const secret of ['planted-secret-words', ada.cookie.split('=')[1], ada.link])
        expect(text).not.toContain(secret);
    }
  });

  it('begin as the owner of an organization that one command sets up with a key and a link, and sets up twice [AUTH-08]', async () => {
    const setUp = async () =>
      JSON.parse(await gateway.operate('org set-up begun --plan scale --owner first@begun.example')) as {
        [member in 'organization' | 'key' | 'sign_in_link']: string;
      };
    const [first, second] = [await setUp(), await setUp()];
    expect(second.organization).toBe(first.organization);
    for (const { key } of [first, second])
      expect((await gateway.call('GET', '/v1/api-keys', key)).json).toMatchObject({
        api_keys: [{ role: 'read_write' }, { role: 'read_write' }],
      });
    // Another link of the operator ends the one before.
    const [, old] = first.sign_in_link.split('#t=');
    const [, link] = second.sign_in_link.split('#t=');
    expect((await new Person(gateway).signIn({ link: old })).status).toBe(401);
    expect((await new Person(gateway).signIn({ link })).json).toMatchObject({ role: 'owner' });
  });
});

async function otherOrganization(gateway: GatewayClient): Promise<{ id: string }> {
  const { rows } = await gateway.running.platform.database.query<{ id: string }>(
    `select id from organization where name = 'others'`,
  );
  return rows[0];
}
