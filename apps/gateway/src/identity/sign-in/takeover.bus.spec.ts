import { eventually } from '@app/testing';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

interface Current {
  session: { only_organization: boolean };
  user: { password: boolean; verified: boolean; may_set_password: boolean; may_change_name: boolean };
  organization: { id: string; name: string };
  organizations: { id: string; name: string }[];
}

const password = { new: 'a password of Mallory' };

describe('an organization does not become a person of another one', () => {
  let gateway: GatewayClient;
  let mallory: Person;
  let boss: Person;
  let victims: { id: string; name: string };
  let turn = 0;

  beforeAll(async () => {
    gateway = await openGateway();
    mallory = await personOf(gateway, { email: 'mallory@attack.example', role: 'owner', organization: 'attack' });
    boss = await personOf(gateway, { email: 'boss@victims.example', role: 'owner', organization: 'victims' });
    victims = (await currentOf(boss)).organization;
  });
  afterAll(() => gateway.close());

  const currentOf = async (person: Person): Promise<Current> =>
    (await person.send('GET', '/sessions/current')).json as unknown as Current;
  const invite = async (by: Person, email: string, role = 'admin'): Promise<{ id: string; token: string }> => {
    const { status, json, text } = await by.send('POST', '/organization/members', { email, role });
    if (status !== 201) throw new Error(`${status} ${text}`);
    const { id, link } = json as unknown as { id: string; link: { url: string } | null };
    return { id, token: link?.url.split('#t=')[1] ?? '' };
  };
  const byLink = async (link: string): Promise<Person> => {
    const person = new Person(gateway);
    const { status, text } = await person.signIn({ link });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return person;
  };
  const nextAddress = (): string => `person${++turn}@corp.example`;
  const opensVictims = async (person: Person): Promise<number> =>
    (await person.send('PATCH', '/sessions/current', { organization: victims.id })).status;

  it('by its own link to somebody whom the other has invited before [AUTH-08] [S-F1]', async () => {
    const email = nextAddress();
    await invite(boss, email, 'owner');
    const planted = await byLink((await invite(mallory, email)).token);
    expect(await currentOf(planted)).toMatchObject({
      session: { only_organization: true },
      organizations: [{ name: 'attack' }],
      user: { verified: false, may_change_name: false },
    });
    expect(await opensVictims(planted)).toBe(404);
    // Nor may it change what both organizations see of the person, or move the account to another address.
    expect(await planted.send('PATCH', '/user', { name: 'Chief' })).toMatchObject({
      status: 409,
      json: { error: { details: { reason: 'prove_address' } } },
    });
    expect((await planted.send('PATCH', '/user', { email: 'mallory2@attack.example' })).status).toBe(409);
  });

  it('by an account and a password that it planted before the other invites the person [AUTH-08] [S-F1]', async () => {
    const email = nextAddress();
    const planted = await byLink((await invite(mallory, email)).token);
    expect((await planted.send('PATCH', '/user', { password })).status).toBe(200);
    const invitation = await invite(boss, email);
    expect(invitation.token).not.toBe('');
    const again = new Person(gateway);
    expect((await again.signIn({ email, password: password.new })).status).toBe(201);
    for (const session of [planted, again]) expect(await opensVictims(session)).toBe(404);
    expect((await new Person(gateway).signIn({ email, password: password.new, organization: 'victims' })).status).toBe(
      401,
    );
    // The person comes by the invitation of their own organization, and acts there alone.
    const person = await byLink(invitation.token);
    expect(await currentOf(person)).toMatchObject({ organizations: [{ name: 'victims' }], user: { password: false } });
    // The address is proved: what was planted ends.
    const proof = (await gateway.operate(`org sign-in-link --org victims --email ${email}`)).split('\n', 1)[0];
    const proved = await byLink(proof.split('#t=')[1]);
    expect((await currentOf(proved)).organizations.map(({ name }) => name)).toEqual(['attack', 'victims']);
    for (const session of [planted, again, person])
      await eventually(async () => expect((await session.send('GET', '/sessions/current')).status).toBe(401), 1000);
    expect((await new Person(gateway).signIn({ email, password: password.new })).status).toBe(401);
    // Nor does another link: the person has a password now.
    expect((await proved.send('PATCH', '/user', { password: { new: 'a password of the person' } })).status).toBe(200);
    const { json } = await mallory.send('POST', `/organization/members/${invitation.id}/link`);
    expect(json).toMatchObject({ error: { details: { reason: 'signs_in_otherwise' } } });
  });

  it('by trying passwords more often, however many right ones of its own it sends between [AUTH-08]', async () => {
    const email = nextAddress();
    const planted = await byLink((await invite(mallory, email)).token);
    await planted.send('PATCH', '/user', { password });
    await invite(boss, email);
    const tried: number[] = [];
    for (let i = 0; i < 6; i++) {
      const guess = { email, password: 'a guess at a password', organization: 'victims' };
      tried.push((await new Person(gateway).signIn(guess)).status);
      await new Person(gateway).signIn({ email, password: password.new });
    }
    expect(tried.at(-1)).toBe(429);
  });

  it.each<[string, (person: Person, other: Person) => Promise<{ status: number }>]>([
    ['that its person ended', (_, other) => other.send('DELETE', '/sessions')],
    ['of a password before', (_, other) => other.send('PATCH', '/user', { password: { new: 'another long one' } })],
    [
      'that an owner ended',
      async (person) => {
        const { session } = (await person.send('GET', '/sessions/current')).json as unknown as {
          session: { id: string };
        };
        return boss.send('DELETE', `/organization/sessions/${session.id}`);
      },
    ],
  ])('nor does a session %s do anything more, at once [AUTH-08] [DASH-06] [S-F2]', async (_, end) => {
    const email = nextAddress();
    const person = await personOf(gateway, { email, role: 'admin', organization: 'victims' });
    const other = await personOf(gateway, { email, role: 'admin', organization: 'victims' });
    expect((await person.send('GET', '/sessions/current')).status).toBe(200);
    expect((await end(person, other)).status).toBe(200);
    const dead = await Promise.all([
      person.send('PATCH', '/sessions/current', { organization: victims.id }),
      person.send('PATCH', '/user', { password: { new: 'a password of a ghost' } }),
      person.send('POST', '/api-keys', { role: 'read_only', scope: '*' }),
      person.send('POST', '/organization/members', { email: nextAddress(), role: 'member' }),
      person.send('PATCH', '/organization', { suggestions: false }),
    ]);
    expect(dead.map(({ status }) => status)).toEqual(dead.map(() => 401));
  });

  it('nor does a member stay locked out who has no way in: an owner makes a link, and the audit names them [AUTH-08] [DASH-06]', async () => {
    const email = nextAddress();
    const { id, token } = await invite(boss, email);
    const first = await byLink(token);
    const again = await boss.send('POST', `/organization/members/${id}/link`);
    expect(again.status).toBe(201);
    expect((await first.send('PATCH', '/sessions/current', { organization: victims.id })).status).toBe(401);
    const { url } = again.json as unknown as { url: string };
    const person = await byLink(url.split('#t=')[1]);
    const madeKey = async (): Promise<string | null> => {
      expect((await person.send('POST', '/api-keys', { role: 'read_only', scope: '*' })).status).toBe(201);
      const { changes } = (await boss.send('GET', '/organization/audit?limit=1')).json as unknown as {
        changes: { action: string; link_made_by: string | null }[];
      };
      expect(changes[0].action).toBe('key.made');
      return changes[0].link_made_by;
    };
    const { user } = (await boss.send('GET', '/sessions/current')).json as unknown as { user: { id: string } };
    expect(await madeKey()).toBe(`user:${user.id}`);
    expect((await person.send('PATCH', '/user', { password: { new: 'now they have one' } })).status).toBe(200);
    expect(await madeKey()).toBeNull();
    expect((await boss.send('POST', `/organization/members/${id}/link`)).status).toBe(409);
  });

  it('nor is a session moved to where it is: nothing is written, and the cookie stays [DASH-06]', async () => {
    const rows = async (): Promise<number> => {
      const { rows } = await gateway.running.platform.database.query<{ n: number }>(
        'select (select count(*) from session)::int + (select count(*) from audit)::int as n',
      );
      return rows[0].n;
    };
    const [before, cookie] = [await rows(), boss.cookie];
    expect(await boss.send('PATCH', '/sessions/current', { organization: victims.id })).toMatchObject({ status: 200 });
    expect([await rows(), boss.cookie]).toEqual([before, cookie]);
  });
});
