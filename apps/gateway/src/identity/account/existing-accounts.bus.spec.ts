import { poolOptionsOf } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Database, Vault } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { OpenIdProvider, freshSchema, testEnvironment, testMasterKey } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { secretPlace } from '../provider/identity-provider';
import { putProvider } from '../provider/identity-provider.store';
import { describeUnproved } from '../../operator/unproved';
import { GatewayClient } from '../../testing/gateway-client';
import { Person } from '../../testing/person';
import { ProviderVisitor } from '../../testing/provider-visitor';
import { RowsBeforeIdentity, addressOf } from '../../testing/rows-before-identity';

const client = {
  id: 'judgment',
  secret: 'a planted secret',
  redirectUri: 'http://127.0.0.1:8080/v1/sign-in/oidc/callback',
};
const password = 'a password of before';
const providerId = 'idp_firm';
const { migrations } = gatewaySchema.sql;
const before = {
  ...gatewaySchema,
  sql: { ...gatewaySchema.sql, migrations: migrations.filter(({ name }) => name < '0011') },
};
const url = testEnvironment().urls.gateway;

interface State {
  organizations: string[];
  signedInBy: string;
}

/** A database as the version before `0011-identity` left it, with people of every kind, and what they have afterwards. */
describe('at the upgrade to identity as one model', () => {
  let database: Database;
  let provider: OpenIdProvider;
  let gateway: GatewayClient;
  let rows: RowsBeforeIdentity;
  const cookies: Record<string, string> = {};
  const invitations: Record<string, string> = {};
  let listedBefore: string;
  let listedAfter: string;

  async function populate(): Promise<void> {
    for (const name of ['acme', 'blue', 'firm']) await rows.organization(name);
    await rows.account('owner', { password });
    await rows.member('blue', 'owner', { role: 'owner' });
    // Of one organization: came by an invitation's link and set a password.
    await rows.account('alone', { password });
    await rows.member('acme', 'alone');
    cookies.alone = await rows.session('alone', 'acme');
    // Of several, never proved: a link of any of them could have set the password.
    await rows.account('several', { password });
    await rows.member('acme', 'several', { verified: 'entered' });
    await rows.member('blue', 'several');
    cookies.several = await rows.session('several', 'blue');
    invitations.several = await rows.invitation('several', 'blue');
    // Of several, by a mailed link.
    await rows.account('mailed', { password });
    await rows.member('acme', 'mailed', { verified: 'entered' });
    await rows.member('blue', 'mailed', { verified: 'mailed' });
    cookies.mailed = await rows.session('mailed', 'blue');
    // Signed in by a provider: of one organization, and of several.
    for (const person of ['ada', 'both']) {
      await rows.account(person);
      if (person === 'both') await rows.member('acme', person);
      await rows.member('firm', person, { verified: 'mailed' });
      cookies[person] = await rows.session(person, 'firm', 'oidc');
    }
    // Entered by the operator with a password, never signed in: of one organization, and of two.
    await rows.account('entered', { password, signedIn: false });
    await rows.member('acme', 'entered', { verified: 'entered' });
    await rows.account('entered2', { password, signedIn: false });
    for (const name of ['blue', 'acme']) await rows.member(name, 'entered2', { verified: 'entered' });
    // Invited, never used.
    await rows.account('invited', { signedIn: false });
    await rows.member('blue', 'invited');
    invitations.invited = await rows.invitation('invited', 'blue');
    // A member whom a gateway before accounts added.
    await rows.member('acme', 'old', { hasAccount: false });
  }

  beforeAll(async () => {
    await freshSchema(before);
    database = await Database.open(poolOptionsOf(gatewaySchema, url, 3));
    rows = new RowsBeforeIdentity(database);
    await populate();
    const people = { ada: { email: addressOf('ada'), email_verified: true }, both: { email: 'b@firm.example' } };
    provider = await OpenIdProvider.start({ client, people });
    const sealed = new Vault(testMasterKey, 'gateway').seal(client.secret, secretPlace(providerId));
    await database.transaction('spec.provider', (tx) =>
      putProvider(tx, {
        ...{ id: providerId, organization: 'firm', name: 'firm', issuer: provider.issuer, clientId: client.id },
        ...{ clientSecret: sealed, domains: ['firm.example'], roleClaim: null, roleMap: {}, defaultRole: 'member' },
        ...{ enforced: false, spareAccount: null },
      }),
    );
    for (const person of ['ada', 'both']) await rows.identity(person, providerId, person);
    listedBefore = await describeUnproved(database);
    await migrate(migrateOptionsOf(gatewaySchema, url));
    listedAfter = await describeUnproved(database);
    gateway = await GatewayClient.start();
  });
  afterAll(async () => {
    await gateway?.close();
    await provider?.stop();
    await database?.close();
  });

  const stateOf = async (person: Person): Promise<State | number> => {
    const { status, json } = await person.send('GET', '/sessions/current');
    if (status !== 200) return status;
    const { organizations, session } = json as unknown as {
      organizations: { id: string }[];
      session: { method: string };
    };
    return { organizations: organizations.map(({ id }) => id), signedInBy: session.method };
  };
  const byCookie = (cookie: string) => stateOf(new Person(gateway).as(cookie));
  const signedIn = async (body: object): Promise<State | number> => {
    const person = new Person(gateway);
    const { status } = await person.signIn(body);
    return status === 201 ? stateOf(person) : status;
  };
  const byPassword = (account: string, organization?: string) =>
    signedIn({ email: addressOf(account), password, organization });
  const byProvider = async (subject: string): Promise<State | number> => {
    const search = async (location: string) => new URL(await provider.signIn(location, subject)).search;
    const arrival = await new ProviderVisitor(gateway, search).come(providerId, provider.issuer);
    return byCookie(arrival.session ?? '');
  };
  const membershipsOf = async (account: string): Promise<string[]> => {
    const found = await database.query<{ line: string }>(
      `select m.organization_id || case when m.accepted_at is null then ' invited' else ' active' end
         || case when m.password_hash is null then '' else ', password' end as line
       from member m where m.email = $1 order by m.organization_id`,
      [addressOf(account)],
    );
    return found.rows.map(({ line }) => line);
  };
  const isProved = async (account: string): Promise<boolean> =>
    (await database.query('select from account where id = $1 and verified_at is not null', [account])).rowCount === 1;

  it('`org unproved` names the same people before and after [AUTH-08] [S-F1]', () => {
    const lines = ['both', 'entered2', 'several'].map((account) => {
      const [first, other] = { both: ['acme', 'firm'], entered2: ['blue', 'acme'], several: ['acme', 'blue'] }[
        account
      ]!;
      return `${addressOf(account)}  keeps ${first}; waits: ${other}`;
    });
    expect(listedBefore.split('\n')).toEqual(lines);
    expect(listedAfter).toBe(listedBefore);
  });

  it('a person of one organization keeps session and password [AUTH-08]', async () => {
    expect(await membershipsOf('alone')).toEqual(['acme active, password']);
    expect(await isProved('alone')).toBe(false);
    const there = { organizations: ['acme'] };
    expect(await byCookie(cookies.alone)).toEqual({ ...there, signedInBy: 'password' });
    expect(await byPassword('alone')).toEqual({ ...there, signedInBy: 'password' });
    expect(await byPassword('alone', 'acme')).toEqual({ ...there, signedInBy: 'password' });
    expect(await byPassword('alone', 'blue')).toBe(401);
  });

  it('a person of several who was never proved keeps the first; each other one waits for a link [AUTH-08] [S-F1]', async () => {
    expect(await membershipsOf('several')).toEqual(['acme active', 'blue invited']);
    expect(await byCookie(cookies.several)).toBe(401);
    for (const organization of [undefined, 'acme', 'blue']) expect(await byPassword('several', organization)).toBe(401);
    expect(await signedIn({ link: invitations.several })).toEqual({ organizations: ['blue'], signedInBy: 'link' });
    const made = await gateway.operate(`org sign-in-link --org acme --email ${addressOf('several')}`);
    const proof = { link: made.split('\n', 1)[0].split('#t=')[1] };
    expect(await signedIn(proof)).toEqual({ organizations: ['acme', 'blue'], signedInBy: 'link' });
    expect(await gateway.operate('org unproved')).not.toContain(addressOf('several'));
  });

  it('a person of several whom a mail proved keeps everything [AUTH-08]', async () => {
    expect(await membershipsOf('mailed')).toEqual(['acme active', 'blue active']);
    const everywhere = { organizations: ['acme', 'blue'], signedInBy: 'password' };
    expect(await byCookie(cookies.mailed)).toEqual(everywhere);
    expect(await byPassword('mailed')).toEqual(everywhere);
    const person = new Person(gateway).as(cookies.mailed);
    expect((await person.send('PATCH', '/sessions/current', { organization: 'acme' })).status).toBe(200);
  });

  it("a provider's people come in by it, also where another organization invited them first [AUTH-08]", async () => {
    const there = { organizations: ['firm'], signedInBy: 'oidc' };
    expect(await membershipsOf('ada')).toEqual(['firm active']);
    expect(await byCookie(cookies.ada)).toEqual(there);
    expect(await membershipsOf('both')).toEqual(['acme active', 'firm invited']);
    expect(await byCookie(cookies.both)).toBe(401);
    for (const subject of ['ada', 'both']) expect(await byProvider(subject)).toEqual(there);
    expect(await membershipsOf('both')).toEqual(['acme active', 'firm active']);
  });

  it("the operator's password opens the one organization of a person; of two it ends [AUTH-08]", async () => {
    expect(await byPassword('entered')).toEqual({ organizations: ['acme'], signedInBy: 'password' });
    expect(await membershipsOf('entered2')).toEqual(['acme invited', 'blue active']);
    expect(await byPassword('entered2')).toBe(401);
  });

  it('an invitation that nobody used holds [AUTH-08]', async () => {
    expect(await membershipsOf('invited')).toEqual(['blue invited']);
    expect(await signedIn({ link: invitations.invited })).toEqual({ organizations: ['blue'], signedInBy: 'link' });
    expect(await membershipsOf('invited')).toEqual(['blue active']);
  });

  it('a member without an account gets one from the operator, as before [AUTH-08]', async () => {
    expect(await membershipsOf('old')).toEqual(['acme invited']);
    const link = await gateway.link('acme', addressOf('old'), 'admin');
    expect(await signedIn({ link })).toEqual({ organizations: ['acme'], signedInBy: 'link' });
  });

  it('a password of one organization passes to no other when that one removes the person [AUTH-08] [S-F1]', async () => {
    const person = await rows.account('planted');
    await rows.member('acme', person);
    await rows.setPassword(person, password);
    const owner = new Person(gateway);
    expect((await owner.signIn({ email: addressOf('owner'), password })).status).toBe(201);
    const { json } = await owner.send('POST', '/organization/members', { email: addressOf(person), role: 'admin' });
    const { url: link } = (json as unknown as { link: { url: string } }).link;
    expect(await signedIn({ link: link.split('#t=')[1] })).toMatchObject({ organizations: ['blue'] });
    await database.query(`delete from member where organization_id = 'acme' and account_id = $1`, [person]);
    for (const organization of [undefined, 'blue']) expect(await byPassword(person, organization)).toBe(401);
  });

  describe('while a gateway before it runs beside', () => {
    it('a session that it makes for an unproved person of several opens nothing here [AUTH-08] [S-F1]', async () => {
      await rows.account('during');
      await rows.member('acme', 'during');
      const first = await rows.session('during', 'acme', 'link');
      await rows.member('blue', 'during');
      const second = await rows.session('during', 'blue', 'link');
      await database.query(`update member set accepted_at = app.now() where account_id = 'during'`);
      expect(await byCookie(first)).toEqual({ organizations: ['acme'], signedInBy: 'link' });
      expect(await byCookie(second)).toBe(401);
      // Nor later, when the person is a member of that organization alone.
      await database.query(`delete from member where account_id = 'during' and organization_id = 'acme'`);
      expect(await byCookie(second)).toBe(401);
    });

    it('a password that it sets counts for a person of one organization, and for no other [AUTH-08] [S-F1]', async () => {
      await rows.setPassword('alone', 'a password of meanwhile');
      const email = addressOf('alone');
      expect(await signedIn({ email, password: 'a password of meanwhile' })).toMatchObject({ organizations: ['acme'] });
      expect(await byPassword('alone')).toBe(401);
      await rows.account('two');
      for (const name of ['acme', 'blue']) await rows.member(name, 'two');
      await rows.setPassword('two', password);
      await database.query(`update member set accepted_at = app.now() where account_id = 'two'`);
      for (const organization of [undefined, 'acme', 'blue']) expect(await byPassword('two', organization)).toBe(401);
    });
  });
});
