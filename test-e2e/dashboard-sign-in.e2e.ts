import { OpenIdProvider, eventually, openLimitMs } from '@app/testing/stack';
import { Page } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { postFrom, readFrom } from './browser/foreign-page';
import { SignInDoor } from './browser/sign-in-door';
import { InvitedPerson } from './scenario/invited-person';
import { Scenario, boolJudgment } from './scenario/scenario';

const client = { id: 'judgment', secret: 'secret of a test' };
const password = 'correct horse battery';

let room: DashboardRoom;
let door: SignInDoor;
let provider: OpenIdProvider;
/** What the provider says of a person. */
const claimsOf = (name: string, groups: string[]) => ({
  email: `${name}@${room.organization}.example`,
  email_verified: true,
  groups,
});

beforeAll(async () => {
  room = await DashboardRoom.open('door');
  door = await SignInDoor.open(room);
  const { operator } = room.stack;
  // Another organization of the member's.
  await operator.organization(`${room.organization}-2`);
  await operator.run([
    ...['org', 'member-add', '--org', `${room.organization}-2`, '--email', room.emailOf('member'), '--role', 'admin'],
  ]);
  await operator.runWith(password, [
    ...['org', 'member-add', '--org', room.organization, '--email', room.emailOf('owner'), '--role', 'owner'],
    '--password-stdin',
  ]);
  provider = await OpenIdProvider.start({
    client: { ...client, redirectUri: `${room.origin}/v1/sign-in/oidc/callback` },
    people: { ada: claimsOf('ada', ['staff']) },
    host: 'localhost',
  });
  await setProvider();
}, openLimitMs);
afterAll(async () => {
  await provider?.stop();
  await room?.close();
});

/** Sets the provider whose group `staff` makes admins and whose `readers` make members; nobody else comes in. */
async function setProvider(): Promise<void> {
  await room.stack.operator.runWith(client.secret, [
    ...['org', 'idp-set', '--org', room.organization, '--issuer', provider.issuer, '--client-id', client.id],
    ...['--client-secret-stdin', '--name', 'the directory', '--domains', `${room.organization}.example`],
    ...['--role-claim', 'groups', '--role-map', 'staff=admin,readers=member', '--default-role', 'none'],
  ]);
}

/** Moves the end of every wait after wrong passwords. */
const moveWaits = (by: string) =>
  room.stack.sql('update gateway.sign_in_attempt set blocked_until = blocked_until + $1::interval', [by]);

const cookiesOf = async (page: Page): Promise<string[]> =>
  (await page.context().cookies(room.origin)).map(({ name }) => name);
const cookie = (): string => `judgment_${new URL(room.origin).port}`;

it('takes a link once, and shows nothing after the way out [DASH-06]', async () => {
  const page = await door.stranger();
  const link = await room.linkOf('member');
  // What scans mails and what loads pages ahead does not spend it: it has no script, or clicks nothing.
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await fetch(`${room.origin}/app${link}`, { method })).status).toBe(200);
  const ahead = await page.context().newPage();
  await ahead.goto(`${room.origin}/app${link}`);
  await ahead.getByRole('button', { name: 'Sign in' }).waitFor();
  await ahead.close();
  const use = async (): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${room.origin}/app${link}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await use();
  await room.welcomed(page, 'member');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await door.signOut(page);
  await page.goBack();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: /Overview|Jobs/ }).count()).toBe(0);
  expect(await cookiesOf(page)).toEqual([]);
  await use();
  await page.getByText('This link was used, or its time is over').waitFor();
});

it('an invited person gives a name and a password, and comes back by it where no mail can be sent; the organization alone is theirs [AUTH-08] [DASH-06]', async () => {
  const owner = await door.signedIn('owner');
  const person = await InvitedPerson.open(room, 'new');
  await owner.turnTo('/settings?tab=members');
  await owner.page.getByRole('textbox', { name: 'Email address' }).fill(person.email);
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  const link = owner.page.getByRole('note', { name: `Link for ${person.email}` }).locator('pre');
  const first = await link.textContent();
  // Another link takes the place of the first one.
  const row = owner.page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: 'Create new link' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Create new link' });
  await dialog.getByRole('button', { name: 'Create new link' }).click();
  await dialog.waitFor({ state: 'detached' });
  const second = (await link.allTextContents()).find((text) => text !== first);
  await person.useLink(second ?? '');
  const { page } = person;
  expect(await page.getByRole('button', { name: 'Later' }).count()).toBe(0);
  await person.introduce();

  await person.leave();
  await page.getByText('Email is not set up on this service').waitFor();
  expect(await page.getByRole('button', { name: 'Email me a link' }).count()).toBe(0);
  await person.signIn('a horse of somebody else');
  await page.getByText('The address or the password is wrong.').waitFor();
  await page.getByLabel('Organization').fill(room.organization);
  await person.signIn(person.password);
  await person.isIn();
  await page.goto(`${room.origin}/app/settings?tab=account`);
  await page.getByText(`This session acts in ${room.organization} only.`).waitFor();
  await page.getByText('Ask its operator for a sign-in link').waitFor();

  await row.getByRole('button', { name: 'Create new link' }).click();
  await dialog.getByRole('button', { name: 'Create new link' }).click();
  await dialog.getByText('This person signs in otherwise').waitFor();
  await owner.turnTo('/settings?tab=audit');
  // The session that the link opened, and the password that it set.
  const [who, maker] = [person.email, room.emailOf('owner')].map((email) => email.replaceAll('.', '\\.'));
  const byLink = { name: new RegExp(`${who}\\)?, by the link that .*${maker}\\)? made`) };
  await owner.page.getByRole('row', byLink).nth(1).waitFor();
  expect(await owner.page.getByRole('row', byLink).count()).toBe(2);
  await person.close();
});

it('takes a password, slows down after wrong ones, and goes on where one was [DASH-06]', async () => {
  const page = await door.stranger('/jobs');
  for (let wrong = 0; wrong < 5; wrong++) {
    const refused = page.waitForResponse((reply) => reply.url().endsWith('/v1/sessions'));
    await door.fill(page, 'owner', `wrong horse battery ${wrong}`);
    expect((await refused).status()).toBe(401);
    await page.getByText('The address or the password is wrong.').waitFor();
  }
  // The first wait is of 2 s, which a slow machine sits out: it is made longer here, and then taken away.
  await moveWaits('1 hour');
  await door.fill(page, 'owner', password);
  await page.getByText(/Too many attempts/).waitFor();
  await page.getByText(/Try again in \d+ s\./).waitFor();
  expect(await cookiesOf(page)).toEqual([]);
  await moveWaits('-2 hours');
  await door.fill(page, 'owner', password);
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
});

it('switches to another organization, where another role holds [AUTH-08] [DASH-06]', async () => {
  const { page, complaints } = await door.signedIn('member');
  await page.goto(`${room.origin}/app/settings?tab=keys`);
  await page.getByText('Only owners and admins can see and create API keys.').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: `Switch to ${room.organization}-2` }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`${room.origin}/app/settings?tab=keys`);
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
  expect(complaints).toEqual([]);
});

it('brings people back from their provider with the role of their groups, at each sign-in anew [AUTH-08] [DASH-06]', async () => {
  const page = await door.stranger('/settings?tab=keys');
  await door.proveAtProvider(page, 'ada');
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=keys');
  expect(await cookiesOf(page)).toEqual([cookie()]);
  await door.signOut(page);
  await provider.change('ada', claimsOf('ada', ['readers']));
  await page.goto(`${room.origin}/app/settings?tab=keys`);
  await door.toProvider(page, 'ada');
  await page.getByText('Only owners and admins can see and create API keys.').waitFor();
  await door.signOut(page);
  await provider.change('ada', claimsOf('ada', ['guests']));
  await door.toProvider(page, 'ada');
  await page.getByText('None of your groups has a role here.').waitFor();
  expect(await cookiesOf(page)).toEqual([]);
});

it('ends a session of somebody from Settings, where the providers stand too [DASH-03] [DASH-06]', async () => {
  const [owner, member] = [await door.signedIn('owner'), await room.signedIn('member')];
  await owner.turnTo('/settings?tab=sign-in');
  const { page } = owner;
  const providers = page.getByRole('table', { name: 'Providers' });
  await providers.getByRole('row', { name: /the directory.*staff: admin/ }).waitFor();
  const row = page.getByRole('table', { name: 'All sessions' }).getByRole('row', { name: room.emailOf('member') });
  await row.first().getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText(`${room.emailOf('member')} signed out.`).waitFor();
  await eventually(
    async () => {
      await member.page.reload();
      await member.page.getByLabel('Password', { exact: true }).waitFor({ timeout: 5_000 });
    },
    30_000,
    500,
  );
  expect(owner.complaints).toEqual([]);
  await member.page.context().close();
});

it('does nothing for a page of another site or another port: it reads, judges and changes nothing with somebody’s cookie [DASH-06]', async () => {
  const scenario = new Scenario(room.stack, 'door', room.key);
  await scenario.judgment(boolJudgment('late', { freshness: { policy: 'on_read' } }));
  await scenario.upsert('d', { text: 'read by a stranger' });
  const read = `/v1/namespaces/${encodeURIComponent(scenario.namespace)}/documents/d?fresh=require`;
  const key = { path: '/v1/api-keys', body: '{"role":"read_write","scope":"*","description":"=stolen"}' };
  const session = { path: '/v1/sessions', body: '{"email":"a@b.example","password":"=x"}' };
  const { page } = await door.signedIn('owner');
  const context = page.context();
  for (const host of ['localhost', '127.0.0.1'] as const) {
    const foreign = { target: room.origin, host };
    const attempts = [
      ...(await readFrom(context, foreign, read)),
      ...(await postFrom(context, foreign, key)),
      ...(await postFrom(context, foreign, session)),
    ];
    // Another port is of the same site: there the browser sends the cookie, and the service alone says no.
    const isSister = host === '127.0.0.1';
    for (const { way, hasCookie, ended } of attempts)
      if (/link|form/.test(way))
        expect([way, hasCookie, ended]).toEqual([
          way,
          isSister,
          expect.stringMatching(isSister ? /^403$/ : /^40[13]$/),
        ]);
      // The browser keeps the reply from the page, and what it had sent from the test.
      else expect([way, ended]).toEqual([way, expect.stringMatching(/^net::/)]);
  }
  // A request with the cookie and no Origin at all, which no page of a browser sends.
  const bare = await context.request.post(`${room.origin}${key.path}`, { data: key.body });
  expect([bare.status(), await bare.text()]).toEqual([403, expect.stringContaining('foreign_origin')]);
  expect(await room.stack.engine.count('read by a stranger')).toBe(0);
  const { body } = await room.stack.api<{ api_keys: object[] }>('GET', '/api-keys', undefined, { key: room.key });
  expect(JSON.stringify(body.api_keys)).not.toContain('stolen');
  // The page's own requests do what the others tried.
  const own = (text: string) => page.evaluate<number>(`fetch(${text}).then((reply) => reply.status)`);
  expect(await own(JSON.stringify(read))).toBe(200);
  expect(await room.stack.engine.count('read by a stranger')).toBe(1);
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: key.body };
  expect(await own(`${JSON.stringify(key.path)}, ${JSON.stringify(post)}`)).toBe(201);
});

it('shows the keys that a member made before the member is removed; they stay valid [DASH-06] [AUTH-08]', async () => {
  const admin = await door.signedIn('admin');
  await admin.turnTo('/settings?tab=keys');
  await admin.page.getByLabel('Description').fill('nightly import');
  await admin.page.getByRole('button', { name: 'Create API key' }).click();
  const key = (await admin.page.getByRole('note').locator('pre').textContent()) ?? '';
  const owner = await door.signedIn('owner');
  await owner.turnTo('/settings?tab=members');
  const { page, complaints } = owner;
  const row = page.getByRole('row').filter({ hasText: room.emailOf('admin') });
  await row.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove' });
  const made = dialog.getByRole('list', { name: 'API keys that they created' }).getByRole('listitem');
  await made.first().waitFor();
  expect(await made.allTextContents()).toEqual([expect.stringMatching(/^[\w-]+…, nightly import, for \*$/)]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await room.stack.api('GET', '/namespaces', undefined, { key })).status).toBe(200);
  expect(complaints).toEqual([]);
});
