import { Vault } from '@app/persistence';
import { OpenIdProvider, eventually, testMasterKey } from '@app/testing';
import { ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { setProvider } from '../../operator/provider-command';
import { readOrder } from '../../operator/read-order';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

const client = {
  id: 'judgment',
  secret: 'a planted secret',
  redirectUri: 'http://127.0.0.1:8080/v1/sign-in/oidc/callback',
};
const of = (email: string, groups: string[] = [], verified = true) => ({ email, email_verified: verified, groups });
const people = {
  ada: of('ada@firm.example', ['staff']),
  eve: of('eve@firm.example', [], false),
  foreign: of('someone@other.example'),
  twice: of('twice@firm.example'),
  boss: of('boss@firm.example', ['staff']),
};

describe('people whom a provider signs in', () => {
  let gateway: GatewayClient;
  let provider: OpenIdProvider;
  let id: string;
  const providerOf = async (organization: string, words: string): Promise<string> => {
    const order = readOrder(`org idp-set --org ${organization} ${words}`.split(' '));
    if (order.kind !== 'idp-set') throw new Error('the order was not read');
    const { database } = gateway.running.platform;
    const { rows } = await database.query<{ id: string }>('select id from organization where name = $1', [
      organization,
    ]);
    const vault = new Vault(testMasterKey, 'gateway');
    return (await setProvider(database, rows[0].id, order, { text: client.secret, vault })).id;
  };
  const set = async (more = ''): Promise<void> => {
    const words =
      `--issuer ${provider.issuer} --client-id judgment --domains firm.example ` +
      `--role-claim groups --role-map staff=admin,bosses=owner${more}`;
    id = await providerOf('firm', words);
  };
  beforeAll(async () => {
    gateway = await openGateway();
    provider = await OpenIdProvider.start({ client, people });
    await gateway.operate('org create firm --plan scale');
    await gateway.operate('org create slow --plan scale');
    await gateway.operate('org member-add --org firm --email owner@firm.example --role owner');
    await set();
  });
  afterAll(async () => {
    await provider.stop();
    await gateway.close();
  });

  const go = (path: string, cookie = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${gateway.port}${path}`, { redirect: 'manual', headers: { cookie } });
  const cookiesOf = (reply: Response): string[] => reply.headers.getSetCookie();
  const start = async (more = ''): Promise<{ location: string; cookie: string }> => {
    const reply = await go(`/v1/sign-in/oidc/${id}${more}`);
    return { location: reply.headers.get('location')!, cookie: cookiesOf(reply)[0].split(';', 1)[0] };
  };
  const callbackOf = (address: string): string => address.slice(new URL(address).origin.length);
  const come = async (subject: string, more = ''): Promise<{ to: string; person: Person; reply: Response }> => {
    const { location, cookie } = await start(more);
    const reply = await go(callbackOf(await provider.signIn(location, subject)), cookie);
    const session = cookiesOf(reply).find((one) => one.startsWith('judgment_8080='));
    const person = new Person(gateway).as(session?.split(';', 1)[0] ?? '');
    return { to: callbackOf(reply.headers.get('location')!), person, reply };
  };

  it('come back to their page with a session and the role of their groups, each time anew [AUTH-08] [DASH-06]', async () => {
    const first = await come('ada', '?return_to=/app/judgments%3Fa=1');
    expect(first.to).toBe('/app/judgments?a=1');
    expect(cookiesOf(first.reply)[0]).toMatch(/; HttpOnly; SameSite=Strict$/);
    const seen = await first.person.send('GET', '/sessions/current');
    expect(seen).toMatchObject({ status: 200, json: { role: 'admin', session: { method: 'oidc' } } });
    await provider.change('ada', of('ada@firm.example', []));
    const again = await come('ada');
    expect((await again.person.send('GET', '/sessions/current')).json).toMatchObject({
      role: 'member',
      user: { id: (seen.json as unknown as { user: { id: string } }).user.id },
    });
  });

  it('keep their account when their address changes at the provider [AUTH-08]', async () => {
    const before = await (await come('twice')).person.send('GET', '/user');
    await provider.change('twice', of('other@firm.example'));
    expect((await (await come('twice')).person.send('GET', '/user')).json).toEqual(before.json);
  });

  it.each([
    ['an address that the provider did not verify', 'eve', 'address_not_verified'],
    ['an address of another domain', 'foreign', 'unverified'],
  ])('are refused with %s, and no account is made [AUTH-08]', async (_what, subject, refusal) => {
    const { to, reply } = await come(subject);
    expect(to).toBe(`/app/?sign_in=${refusal}`);
    expect(cookiesOf(reply).some((one) => one.startsWith('judgment_8080='))).toBe(false);
    const { rowCount } = await gateway.running.platform.database.query('select from account where email_key = $1', [
      people[subject as 'eve'].email,
    ]);
    expect(rowCount).toBe(0);
  });

  it('find the button of their provider by the domain of an address, known or not [DASH-06]', async () => {
    const of = async (email: string) =>
      (await new Person(gateway).send('GET', `/sign-in/providers?email=${encodeURIComponent(email)}`)).json;
    const shown = { providers: [{ id, name: expect.any(String) as string }], mails: false };
    expect(await of('nobody.yet@FIRM.example')).toEqual(shown);
    expect(await of('ada@firm.example')).toEqual(shown);
    expect(await of('ada@other.example')).toEqual({ providers: [], mails: false });
    const { status, json } = await new Person(gateway).send('GET', '/sign-in/providers?email=ada');
    expect([status, json]).toMatchObject([400, { error: { details: { reason: 'bad_type', path: '/email' } } }]);
  });

  it('come in to its organization alone, also where another organization knows their address [AUTH-08] [S-F5] [S-F6]', async () => {
    // Another organization invites the address before, and one after.
    const stranger = await personOf(gateway, { email: 'z@z.example', role: 'owner', organization: 'zed' });
    await stranger.send('POST', '/organization/members', { email: 'boss@firm.example', role: 'member' });
    const boss = await come('boss');
    expect(boss.to).toBe('/app/');
    const guest = await stranger.send('POST', '/organization/members', { email: 'twice@firm.example', role: 'admin' });
    expect(guest.status).toBe(201);
    const twice = (await come('twice')).person;
    for (const person of [boss.person, twice]) {
      const { organizations, session } = (await person.send('GET', '/sessions/current')).json as unknown as {
        organizations: { name: string }[];
        session: object;
      };
      expect([organizations.map(({ name }) => name), session]).toMatchObject([['firm'], { only_organization: true }]);
      const { organization } = (await stranger.send('GET', '/sessions/current')).json as unknown as {
        organization: { id: string };
      };
      expect((await person.send('PATCH', '/sessions/current', { organization: organization.id })).status).toBe(404);
    }
  });

  it('are refused with a state that was used, is of another browser, or is changed [DASH-06]', async () => {
    const { location, cookie } = await start();
    const callback = callbackOf(await provider.signIn(location, 'ada'));
    const other = await start();
    const to = async (path: string, sent: string): Promise<string> =>
      callbackOf((await go(path, sent)).headers.get('location')!);
    expect(await to(callback, '')).toBe('/app/?sign_in=expired');
    expect(await to(callback, other.cookie)).toBe('/app/?sign_in=expired');
    expect(await to(callback, `${cookie.slice(0, 80)}AAAA${cookie.slice(84)}`)).toBe('/app/?sign_in=expired');
    expect(await to(callback, cookie)).toBe('/app/');
    expect(await to(callback, cookie)).toBe('/app/?sign_in=expired');
  });

  it('are led to no other site, and are not signed in by a code alone [DASH-06]', async () => {
    expect((await come('ada', '?return_to=//evil.example')).to).toBe('/app/');
    const { location, cookie } = await start();
    const state = new URL(location).searchParams.get('state');
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
    const forged = await go(`/v1/sign-in/oidc/callback?code=x&state=${state}&iss=${provider.issuer}`, cookie);
    expect(forged.headers.get('location')).toMatch(/sign_in=refused$/);
    const mixed = await start();
    const mixedState = new URL(mixed.location).searchParams.get('state');
    const mixUp = await go(
      `/v1/sign-in/oidc/callback?code=x&state=${mixedState}&iss=http://evil.example`,
      mixed.cookie,
    );
    expect(mixUp.headers.get('location')).toMatch(/sign_in=refused$/);
    expect((await go('/v1/sign-in/oidc/idp_none')).headers.get('location')).toMatch(/sign_in=unknown_provider$/);
  });

  it('wait for no provider of another organization that does not answer [DASH-06]', async () => {
    const held: ServerResponse[] = [];
    const silent = createServer((_, response) => void held.push(response));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const other = await providerOf('slow', `--issuer ${issuer} --client-id judgment --domains slow.example`);
    let ended = 0;
    const waiting = Array.from({ length: 60 }, async () => {
      const reply = await go(`/v1/sign-in/oidc/${other}`);
      ended += 1;
      return reply.headers.get('location')?.split('=')[1];
    });
    await eventually(() => expect(held.length).toBe(4));
    expect((await come('ada')).to).toBe('/app/');
    // Four speak with it and thirty wait; the others are told to come again.
    await eventually(() => expect(ended).toBe(26));
    await new Promise((resolve) => {
      silent.close(resolve);
      silent.closeAllConnections();
    });
    const ends = await Promise.all(waiting);
    expect(ends.filter((end) => end === 'busy')).toHaveLength(26);
    expect(ends.filter((end) => end === 'unavailable')).toHaveLength(34);
  });

  it('have no other door when the provider is enforced, but for one spare owner [AUTH-08]', async () => {
    const byPassword = async (email: string, role: string): Promise<Person> => {
      const person = await personOf(gateway, { email, role, organization: 'firm' });
      await person.send('PATCH', '/user', { password: { new: 'correct horse battery' } });
      return person;
    };
    await byPassword('owner@firm.example', 'owner');
    await byPassword('pat@firm.example', 'admin');
    const link = await gateway.link('firm', 'pat@firm.example', 'admin');
    const ada = (await come('ada')).person;
    await set(' --enforced --spare-owner owner@firm.example');
    const signIn = (body: object) => new Person(gateway).signIn(body);
    const refused = { status: 403, json: { error: { details: { reason: 'use_provider' } } } };
    const password = 'correct horse battery';
    expect(await signIn({ email: 'pat@firm.example', password })).toMatchObject(refused);
    expect(await signIn({ email: 'pat@firm.example', password: 'wrong horse battery' })).toMatchObject({ status: 401 });
    expect(await signIn({ link })).toMatchObject(refused);
    // Who has an address of the domain and is a member elsewhere alone has no other door.
    const away = await gateway.link('elsewhere', 'boss@firm.example', 'member');
    expect(await signIn({ link: away })).toMatchObject({ status: 201 });
    expect(await ada.send('PATCH', '/user', { password: { new: password } })).toMatchObject(refused);
    expect(await signIn({ email: 'owner@firm.example', password })).toMatchObject({ status: 201 });
    await gateway.operate(`org idp-remove ${id} --org firm`);
    expect(await signIn({ email: 'pat@firm.example', password })).toMatchObject({ status: 201 });
  });
});
