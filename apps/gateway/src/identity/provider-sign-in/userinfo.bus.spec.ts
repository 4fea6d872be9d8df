import { ServerResponse } from 'node:http';
import { FaultyProvider } from '../../testing/faulty-provider';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person } from '../../testing/person';
import { Arrival, ProviderVisitor } from '../../testing/provider-visitor';

const email = 'ada@firm.example';
const whole = { email, email_verified: true, groups: ['staff'] };
const json = { 'content-type': 'application/json' };

describe('claims that a token lacks', () => {
  let gateway: GatewayClient;
  let provider: FaultyProvider;
  let visitor: ProviderVisitor;
  let id: string;
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
  beforeEach(async () => {
    Object.assign(provider, { fault: {}, person: {}, info: whole, infoAsked: 0 });
    count += 1;
    const said = await gateway.operate(
      `org idp-set --org firm --issuer ${provider.origin}/${count} --client-id judgment --domains firm.example ` +
        '--role-claim groups --role-map staff=admin --default-role none',
    );
    id = said.split(' ')[1];
  });
  afterEach(() => gateway.operate(`org idp-remove ${id} --org firm`));

  const come = (): Promise<Arrival> => visitor.come(id, `${provider.origin}/${count}/authorize`);
  const roleOf = async ({ session }: Arrival): Promise<unknown> =>
    (await new Person(gateway).as(session ?? '').send('GET', '/sessions/current')).json.role;

  it('come from the userinfo endpoint, address and groups, at the first sign-in [AUTH-08]', async () => {
    const arrival = await come();
    expect(arrival.to).toBe('/app/');
    expect([await roleOf(arrival), provider.infoAsked]).toEqual(['admin', 1]);
  });

  it('are asked for only when the sign-in needs them [AUTH-08]', async () => {
    provider.person = whole;
    expect((await come()).to).toBe('/app/');
    // Who is known needs no address, and the groups are in the token.
    provider.person = { groups: ['staff'] };
    expect((await come()).to).toBe('/app/');
    expect(provider.infoAsked).toBe(0);
    provider.person = { email };
    expect((await come()).to).toBe('/app/');
    expect(provider.infoAsked).toBe(1);
  });

  it.each<[what: string, token: object, info: object, to: string]>([
    ['says that the address is not verified', { email }, { email, email_verified: false }, 'address_not_verified'],
    ['vouches for another address', { email: 'x@other.example' }, whole, 'unverified'],
    ['has no address either', {}, { groups: ['staff'] }, 'unverified'],
    ['has no groups either', {}, { email, email_verified: true }, 'no_role'],
    ['tells of somebody else', {}, { ...whole, sub: 'somebody else' }, 'refused'],
    ['tells of nobody', {}, { ...whole, sub: undefined }, 'refused'],
  ])('sign nobody in when the endpoint %s [AUTH-08] [DASH-06]', async (_what, token, info, to) => {
    Object.assign(provider, { person: token, info });
    expect(await come()).toEqual({ to: `/app/?sign_in=${to}`, session: null });
    expect(provider.infoAsked).toBe(1);
  });

  it.each<[what: string, answer: (to: ServerResponse) => unknown]>([
    ['answers 500', (to) => to.writeHead(500).end()],
    ['answers 401', (to) => to.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()],
    ['sends 300 KB', (to) => to.writeHead(200, json).end(JSON.stringify({ ...whole, x: 'x'.repeat(300_000) }))],
    ['sends a page', (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['leads elsewhere', (to) => to.writeHead(302, { location: '/elsewhere' }).end()],
    ['closes the connection', (to) => to.destroy()],
    ['does not answer in time', () => undefined],
  ])('are missing, and the provider does not work, when the endpoint %s [DASH-06]', async (_what, answer) => {
    provider.fault = { instead: { path: 'userinfo', answer } };
    expect(await come()).toEqual({ to: '/app/?sign_in=unavailable', session: null });
    expect(provider.infoAsked).toBe(1);
    provider.fault = {};
    expect((await come()).to).toBe('/app/');
  });
});
