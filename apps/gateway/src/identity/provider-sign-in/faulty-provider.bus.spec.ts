import { eventually } from '@app/testing';
import { ServerResponse } from 'node:http';
import { FaultyProvider, Fault } from '../../testing/faulty-provider';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person } from '../../testing/person';
import { Arrival, ProviderVisitor } from '../../testing/provider-visitor';

const person = { email: 'ada@firm.example', email_verified: true, groups: ['staff'] };
const nowS = () => Math.floor(Date.now() / 1000);
const replies = (path: 'token' | 'keys' | 'document', answer: (response: ServerResponse) => unknown): Fault => ({
  instead: { path, answer },
});

describe('a provider that does wrong signs nobody in', () => {
  let gateway: GatewayClient;
  let provider: FaultyProvider;
  let visitor: ProviderVisitor;
  let count = 0;

  beforeAll(async () => {
    gateway = await openGateway();
    provider = await FaultyProvider.start();
    visitor = new ProviderVisitor(gateway, (location) => provider.signIn(location));
    await gateway.operate('org create firm --plan scale');
  });
  afterAll(async () => {
    await provider.stop();
    await gateway.close();
  });
  beforeEach(() => {
    provider.fault = {};
    provider.person = person;
  });

  /** Sets a provider of which nothing was read before. @returns its id */
  async function anew(more = ''): Promise<string> {
    count += 1;
    const said = await gateway.operate(
      `org idp-set --org firm --issuer ${provider.origin}/${count} --client-id judgment --domains firm.example ` +
        `--role-claim groups --role-map staff=admin --default-role none${more}`,
    );
    const id = /idp_\w+/.exec(said)?.[0];
    if (!id) throw new Error(said);
    before = id;
    return id;
  }
  let before = '';
  afterEach(() => gateway.operate(`org idp-remove ${before} --org firm`));

  const come = (id: string): Promise<Arrival> => visitor.come(id, `${provider.origin}/${count}/authorize`);

  const sessions = async (): Promise<number> =>
    (await gateway.running.platform.database.query('select from session')).rowCount ?? 0;

  it('signs in when it does nothing wrong [AUTH-08] [DASH-06]', async () => {
    const { to, session } = await come(await anew());
    expect([to, session]).toEqual(['/app/', expect.stringMatching(/^judgment_8080=[\w-]{43}$/)]);
  });

  it.each<[string, Fault]>([
    ['a token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['a token for another client', { claims: { aud: 'another' } }],
    ['a token for us among others, which another asked for', { claims: { aud: ['judgment', 'x'], azp: 'x' } }],
    ['a token of another sign-in', { claims: { nonce: 'another' } }],
    ['a token of no sign-in', { claims: { nonce: undefined } }],
    ['a token that expired a minute ago', { claims: { iat: nowS() - 360, exp: nowS() - 60 } }],
    ['a token that never expires', { claims: { exp: undefined } }],
    ['a token of nobody', { claims: { sub: undefined } }],
    ['a token that a stranger signed', { signature: 'foreign' }],
    ['a token without a signature', { signature: 'none' }],
    ['an error', replies('token', (to) => to.writeHead(400, json).end('{"error":"invalid_grant"}'))],
    ['no token', replies('token', (to) => to.writeHead(200, json).end(tokens({})))],
  ])('refuses %s [DASH-06]', async (_what, fault) => {
    const [id, open] = [await anew(), await sessions()];
    provider.fault = fault;
    expect(await come(id)).toEqual({ to: '/app/?sign_in=refused', session: null });
    expect(await sessions()).toBe(open);
  });

  it.each<[string, Fault]>([
    ['a document that is no JSON', replies('document', (to) => to.writeHead(200, json).end('<html>'))],
    ['a document of 300 KB', replies('document', (to) => to.writeHead(200, json).end(long(300_000)))],
    ['keys of 300 KB', replies('keys', (to) => to.writeHead(200, json).end(long(300_000)))],
    ['a reply of 300 KB', replies('token', (to) => to.writeHead(200, json).end(long(300_000)))],
    ['a reply that is a page', replies('token', (to) => to.writeHead(200, json).end('<html>'))],
    ['a defect', replies('token', (to) => to.writeHead(500).end())],
    ['a redirect', replies('token', (to) => to.writeHead(302, { location: '/elsewhere' }).end())],
    [
      'half a reply',
      replies('token', (to) => to.writeHead(200, { 'content-length': '9' }).write('{', () => to.destroy())),
    ],
    ['a closed connection', replies('document', (to) => to.destroy())],
  ])('answers that the provider does not work when it sends %s [DASH-06]', async (_what, fault) => {
    const [id, open] = [await anew(), await sessions()];
    provider.fault = fault;
    expect(await come(id)).toEqual({ to: '/app/?sign_in=unavailable', session: null });
    expect(await sessions()).toBe(open);
    provider.fault = {};
    expect((await come(id)).to).toBe('/app/');
  });

  it('lets nobody in who has lost every group, and ends the sessions that they had [AUTH-08]', async () => {
    const id = await anew();
    const { session } = await come(id);
    const ada = new Person(gateway).as(session ?? '');
    expect((await ada.send('GET', '/sessions/current')).json).toMatchObject({ role: 'admin' });
    for (const groups of [[], ['guests'], undefined, { staff: true }, 'nobody']) {
      provider.person = { ...person, groups };
      expect(await come(id)).toEqual({ to: '/app/?sign_in=no_role', session: null });
    }
    await eventually(async () => expect((await ada.send('GET', '/user')).status).toBe(401), 1000);
    provider.person = { ...person, groups: 'staff' };
    expect((await come(id)).to).toBe('/app/');
  });
});

const json = { 'content-type': 'application/json' };
const tokens = (more: object): string => JSON.stringify({ access_token: 'x', token_type: 'bearer', ...more });
const long = (bytes: number): string => JSON.stringify({ x: 'x'.repeat(bytes) });
