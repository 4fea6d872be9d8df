import { OpenIdProvider, eventually } from '@app/testing/stack';
import type { ApiReply, Method, SmtpSink, Stack } from '@app/testing/stack';

const words = (what: string) => `planted-${what}-c53e91`;
const client = { id: 'judgment', secret: words('client-secret') };
const [ada, bob] = ['ada@acme.example', 'bob@acme.example'];
const passwords = { first: words('first-password'), second: words('second-password'), wrong: words('wrong-password') };

/** People of an organization of their own who sign in by each door, and what they show there. */
export class PeopleSecrets {
  /** Each secret that was used, by what it is. */
  readonly used: Record<string, string> = { ...passwords, clientSecret: client.secret };
  private readonly organization = `people-${Date.now().toString(36)}`;
  private readonly origin: string;
  private cookie = '';

  constructor(
    private readonly stack: Stack,
    private readonly sink: SmtpSink,
  ) {
    this.origin = new URL(stack.baseUrls[0]).origin;
  }

  /** Passwords, links of the operator, by mail and of an invitation, a key: each is used, and each is refused once. */
  async work(): Promise<void> {
    const { operator } = this.stack;
    await operator.organization(this.organization);
    const add = (email: string) => [
      'org',
      'member-add',
      '--org',
      this.organization,
      '--email',
      email,
      '--role',
      'owner',
    ];
    await operator.runWith(passwords.first, [...add(ada), '--password-stdin']);
    await operator.run(add(bob));
    await this.signIn({ email: ada, password: passwords.wrong }, 401);
    await this.signIn({ email: ada, password: passwords.first });
    await this.send('PATCH', '/user', { password: { current: passwords.first, new: passwords.second } });
    const key = await this.send('POST', '/api-keys', { role: 'read_write', scope: '*' });
    this.used.key = (key.body as { key: string }).key;
    const invited = await this.send('POST', '/organization/members', { email: 'eve@acme.example', role: 'member' });
    this.used.invitation = tokenOf(invited.text);

    const [said] = await operator.run(['org', 'sign-in-link', '--org', this.organization, '--email', bob]);
    this.used.link = tokenOf(said);
    await this.send('POST', '/sessions/links', { email: ada });
    this.used.mailedLink = await eventually(() => tokenOf(this.sink.mails.find(({ to }) => to === ada)?.raw ?? ''));
    for (const link of [this.used.link, this.used.mailedLink]) {
      await this.signIn({ link });
      await this.signIn({ link }, 401);
    }
  }

  /** A sign-in with a provider, and again with its code. @returns what ends another one, now that the provider is away */
  async workWithProvider(): Promise<() => Promise<void>> {
    const redirectUri = `${this.origin}/v1/sign-in/oidc/callback`;
    const claims = { email: 'fay@people.example', email_verified: true };
    const provider = await OpenIdProvider.start({ client: { ...client, redirectUri }, people: { fay: claims } });
    try {
      const [set] = await this.stack.operator.runWith(client.secret, [
        ...['org', 'idp-set', '--org', this.organization, '--issuer', provider.issuer, '--client-id', client.id],
        ...['--client-secret-stdin', '--domains', 'people.example'],
      ]);
      const [, id] = /provider (idp_\w+)/.exec(set) ?? [];
      const come = async (name: string): Promise<() => Promise<string[]>> => {
        const { location, cookies } = await this.go(`/v1/sign-in/oidc/${id}`);
        const callback = new URL(await provider.signIn(location, 'fay'));
        this.used[`code of ${name}`] = callback.searchParams.get('code') ?? '';
        this.used[`state of ${name}`] = valueOf(cookies[0]);
        return async () => (await this.go(`${callback.pathname}${callback.search}`, cookies[0])).cookies;
      };
      const [finish, finishLate] = [await come('one'), await come('another')];
      this.used.providerCookie = valueOf((await finish()).find((one) => one.startsWith('judgment_')));
      await finish();
      return async () => void (await finishLate());
    } finally {
      await provider.stop();
    }
  }

  /** Tables refuse the rows of a sign-in and of a password, and then Postgres is away. */
  async workInVain(): Promise<void> {
    const { stack } = this;
    await this.signIn({ email: ada, password: passwords.second });
    await stack.sql(
      `alter table gateway.account add constraint unbroken check (password_hash is null) not valid;
       alter table gateway.session add constraint unbroken check (method <> 'password') not valid`,
    );
    const change = { password: { current: passwords.second, new: passwords.first } };
    expect((await this.send('PATCH', '/user', change)).status).toBe(500);
    await this.signIn({ email: ada, password: passwords.second }, 500);
    await stack.sql(
      `alter table gateway.account drop constraint unbroken; alter table gateway.session drop constraint unbroken`,
    );
    await stack.postgres.kill();
    expect((await this.send('PATCH', '/user', change)).status).toBe(503);
    await this.signIn({ email: ada, password: passwords.second }, 503);
    await this.signIn({ link: this.used.link }, 503);
    await stack.postgres.start();
    await eventually(() => this.signIn({ email: ada, password: passwords.second }), 60_000);
  }

  private async signIn(body: object, status = 201): Promise<void> {
    const reply = await this.send('POST', '/sessions', body);
    expect([body, reply.status]).toEqual([body, status]);
  }

  /** As a page of the dashboard does it. */
  private async send(method: Method, path: string, body?: object): Promise<ApiReply<unknown>> {
    const headers = { origin: this.origin, cookie: this.cookie };
    const reply = await this.stack.api<unknown>(method, path, body, { key: null, headers });
    const set = reply.headers['set-cookie'];
    if (set !== undefined) {
      [this.cookie] = set.split(';', 1);
      this.used[`cookie ${Object.keys(this.used).length}`] = valueOf(this.cookie);
    }
    return reply;
  }

  /** As a browser follows an address. */
  private async go(path: string, cookie = ''): Promise<{ location: string; cookies: string[] }> {
    const reply = await fetch(`${this.origin}${path}`, { redirect: 'manual', headers: { cookie } });
    const cookies = reply.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    return { location: reply.headers.get('location') ?? '', cookies };
  }
}

function tokenOf(text: string): string {
  const [, token] = /#t=(?:3D)?([\w-]{43})/.exec(text) ?? [];
  if (!token) throw new Error(`No link stands in ${text}`);
  return token;
}

/** @throws Error when there is no cookie */
function valueOf(cookie = ''): string {
  const value = cookie.slice(cookie.indexOf('=') + 1);
  if (value.length < 16) throw new Error(`No cookie: ${cookie}`);
  return value;
}
