import { freshSchema } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { GatewayClient } from '../../testing/gateway-client';
import { Person } from '../../testing/person';

/** A gateway at an address, and somebody whose browser reaches it there. */
async function visit(
  env: Record<string, string>,
): Promise<{ gateway: GatewayClient; set: string; statuses: number[] }> {
  const gateway = await GatewayClient.start(env);
  const link = await gateway.link('rows', 'ada@rows.example', 'owner');
  const page = { origin: env['PUBLIC_URL'] };
  const ada = new Person(gateway);
  const opened = await ada.send('POST', '/sessions', { link }, page);
  const changed = await ada.send('PATCH', '/user', { name: 'Ada' }, page);
  return { gateway, set: ada.setCookie, statuses: [opened.status, changed.status] };
}

describe('people sign in, and write with their cookie', () => {
  const open: GatewayClient[] = [];
  beforeAll(() => freshSchema(gatewaySchema));
  afterEach(async () => {
    for (const gateway of open.splice(0)) await gateway.close();
  });

  it.each([
    // At a name of this machine every other spec signs in; where a start is refused, the spec of the cookie says.
    ['behind a proxy that ends TLS', 'https://judge.example.com', /^__Host-judgment=[\w-]{43}; .*; HttpOnly; Secure;/],
    [
      'over http where the operator allows it',
      'http://judge.lan',
      /^judgment_80=[\w-]{43}; .*; HttpOnly; SameSite=Strict$/,
    ],
  ])('%s: %s [AUTH-08] [DASH-06]', async (_where, publicUrl, cookie) => {
    const isAllowed = publicUrl === 'http://judge.lan';
    const env = { PUBLIC_URL: publicUrl, ...(isAllowed && { ALLOW_INSECURE_COOKIES: 'true' }) };
    const { gateway, set, statuses } = await visit(env);
    open.push(gateway);
    expect(statuses).toEqual([201, 200]);
    expect(set).toMatch(cookie);
  });
});
