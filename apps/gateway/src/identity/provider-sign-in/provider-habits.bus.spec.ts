import { Vault } from '@app/persistence';
import { OpenIdHabit, OpenIdProvider, testMasterKey } from '@app/testing';
import { setProvider } from '../../operator/provider-command';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person } from '../../testing/person';
import { Arrival, ProviderVisitor } from '../../testing/provider-visitor';

const client = {
  id: 'judgment',
  secret: 'a planted secret',
  redirectUri: 'http://127.0.0.1:8080/v1/sign-in/oidc/callback',
};

/** Providers whose habits differ from those that most have; each signs people into an organization of its own. */
describe('a provider', () => {
  let gateway: GatewayClient;
  let provider: OpenIdProvider;
  let id: string;

  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterEach(() => provider.stop());
  afterAll(() => gateway.close());

  /** Starts a provider, and sets it as an earlier version did, which took every issuer. */
  async function open(habit: OpenIdHabit, people: Record<string, object>): Promise<void> {
    provider = await OpenIdProvider.start({ client, people, habits: [habit] });
    await gateway.operate(`org create ${habit} --plan scale`);
    const { database } = gateway.running.platform;
    const { rows } = await database.query<{ id: string }>('select id from organization where name = $1', [habit]);
    const setting = {
      issuer: provider.issuer,
      clientId: client.id,
      name: habit,
      domains: [`${habit}.example`],
      roleClaim: 'groups',
      roleMap: { staff: 'admin' as const },
      defaultRole: 'member' as const,
      spareOwner: null,
      readsSecret: true,
    };
    const secret = { text: client.secret, vault: new Vault(testMasterKey, 'gateway') };
    ({ id } = await setProvider(database, rows[0].id, setting, secret));
  }

  const come = (who: string): Promise<Arrival> => {
    const search = async (location: string) => new URL(await provider.signIn(location, who)).search;
    return new ProviderVisitor(gateway, search).come(id, new URL(provider.issuer).origin);
  };
  const seenBy = async ({ session }: Arrival) =>
    (await new Person(gateway).as(session ?? '').send('GET', '/sessions/current')).json as unknown as {
      role: string;
      user: { id: string; email: string };
    };

  it('that tells everything at its userinfo endpoint signs in, with the role of the groups there [AUTH-08]', async () => {
    await open('thin', {
      ada: { email: 'ada@thin.example', email_verified: true, groups: ['staff'] },
      eve: { email: 'eve@thin.example', email_verified: false },
    });
    const first = await seenBy(await come('ada'));
    expect(first).toMatchObject({ role: 'admin', user: { email: 'ada@thin.example' } });
    await provider.change('ada', { email: 'other@thin.example', email_verified: true });
    expect(await seenBy(await come('ada'))).toMatchObject({ role: 'member', user: { id: first.user.id } });
    expect(await come('eve')).toEqual({ to: '/app/?sign_in=address_not_verified', session: null });
  });

  it('of one directory that says of no address that it is verified signs in its domains and who is invited [AUTH-08]', async () => {
    await open('silent', {
      ada: { email: 'ada@silent.example', email_verified: true },
      guest: { email: 'guest@other.example' },
    });
    expect(await seenBy(await come('ada'))).toMatchObject({ user: { email: 'ada@silent.example' } });
    expect(await come('guest')).toEqual({ to: '/app/?sign_in=unverified', session: null });
    await gateway.operate('org member-add --org silent --email guest@other.example --role member');
    const guest = await seenBy(await come('guest'));
    expect(guest.user.email).toBe('guest@other.example');
    // The subject is known now; an address that somebody else has changes nothing.
    await provider.change('guest', { email: 'ada@silent.example' });
    expect((await seenBy(await come('guest'))).user).toEqual(guest.user);
    expect(await gateway.operate('org idp-list --org silent')).not.toContain('directories');
  });

  it('of many directories is refused; one that stands signs in whom it knows and verified addresses [AUTH-08]', async () => {
    const [ada, guest] = [{ email: 'ada@shared.example' }, { email: 'guest@other.example' }];
    await open('shared', { ada, guest: { ...guest, email_verified: true } });
    const set = `org idp-set --org shared --issuer ${provider.issuer} --client-id judgment --domains shared.example`;
    await expect(gateway.operate(set)).rejects.toThrow(/many directories, as `common` in it shows.*<tenant-id>$/);
    expect(await gateway.operate('org idp-list --org shared')).toMatch(
      /whom it knows .* many directories, as `common`/,
    );
    await gateway.operate('org member-add --org shared --email guest@other.example --role member');
    for (const who of ['ada', 'guest'])
      expect(await come(who)).toEqual({ to: '/app/?sign_in=unverified', session: null });
    await provider.change('ada', { ...ada, email_verified: true });
    const first = await seenBy(await come('ada'));
    expect(first.user.email).toBe('ada@shared.example');
    await provider.change('ada', ada);
    expect((await seenBy(await come('ada'))).user).toEqual(first.user);
  });
});
