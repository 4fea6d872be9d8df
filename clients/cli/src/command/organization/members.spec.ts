import { FaultServer, json, refuse } from '@app/sdk/testing';
import { Terminal } from '../../testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let base: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret' };
});
afterEach(() => terminal.remove());

const organization = { id: 'org_1', name: 'Acme', plan: 'team', role: 'owner' };
const signedIn = json(
  201,
  { session: {}, user: {}, organization, role: 'owner', organizations: [organization] },
  {
    'set-cookie': 'judgment_8080=ses-token; Path=/; HttpOnly; SameSite=Strict',
  },
);
const bob = { id: 'usr_2', email: 'bob@acme.example', role: 'member', signed_in: true };
const page = json(200, { members: [bob], next_cursor: null });
const out = json(200, { deleted: true });
const run = (...words: string[]) => terminal.run(['members', ...words, '--as', 'ada@acme.example'], 'right horse\n');
const heard = () => server.heard.map(({ method, url }) => `${method} ${url.slice(3)}`);

it('a person signs in by a password that is no argument, acts with the cookie and never with the key, and is signed out', async () => {
  server.play(signedIn, page, json(200, { ...bob, role: 'admin' }), out);
  const { code, out: shown, err } = await run('role', 'BOB@acme.example', 'admin');
  expect([code, shown, err]).toEqual([0, 'bob@acme.example is admin.\n', 'Acts as ada@acme.example, owner of Acme.\n']);
  expect(heard()).toEqual([
    'POST /sessions',
    'GET /organization/members',
    'PATCH /organization/members/usr_2',
    'DELETE /sessions/current',
  ]);
  const [first, ...others] = server.heard;
  expect(JSON.parse(first?.body ?? '')).toEqual({ email: 'ada@acme.example', password: 'right horse' });
  for (const { headers } of others) {
    expect(headers).toMatchObject({ cookie: 'judgment_8080=ses-token', origin: new URL(base).origin });
  }
  expect(server.heard.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('the sign-in names the organization that is meant, since a password may open one alone [AUTH-08]', async () => {
  server.play(signedIn, page, out);
  expect((await run('list', '--organization', 'Acme')).code).toBe(0);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
    email: 'ada@acme.example',
    password: 'right horse',
    organization: 'Acme',
  });
  expect(heard()).toEqual(['POST /sessions', 'GET /organization/members', 'DELETE /sessions/current']);
});

it('invite shows the link of somebody new, and list everybody', async () => {
  const link = { url: 'https://j.example/link#t=1', expires_at: '2026-11-25T00:00:00Z' };
  server.play(signedIn, json(201, { ...bob, link }), out);
  expect((await run('invite', 'bob@acme.example', 'member')).out).toBe(
    `id\tusr_2\nrole\tmember\nlink\t${link.url}\nuntil\t${link.expires_at}\n`,
  );
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({ email: 'bob@acme.example', role: 'member' });
  server.play(signedIn, page, out);
  expect((await run('list')).out).toContain('usr_2\tbob@acme.example\t\tmember\ttrue');
});

it('remove needs a yes, and the session ends also where the command does not go on', async () => {
  server.play(signedIn, page, out);
  expect(await run('remove', 'usr_2')).toMatchObject({ code: 5 });
  expect(heard().at(-1)).toBe('DELETE /sessions/current');
  server.play(signedIn, page, out, out);
  expect(await run('remove', 'usr_2', '--yes')).toMatchObject({ code: 0 });
  expect(heard()[2]).toBe('DELETE /organization/members/usr_2');
  server.play(signedIn, page, out);
  expect(await run('remove', 'usr_9', '--yes')).toMatchObject({ code: 4 });
  expect(heard().at(-1)).toBe('DELETE /sessions/current');
});

it('a wrong password ends with 3, and a password never crosses a network in the clear', async () => {
  server.play(refuse(401, 'unauthenticated'));
  expect(await run('list')).toMatchObject({ code: 3 });
  server.play();
  const plain = await run('list', '--base-url', 'http://judge.example.com/v1');
  expect(plain).toMatchObject({ code: 2, err: expect.stringContaining('https') as string });
  expect(server.heard).toEqual([]);
});
