import { eventually } from '@app/testing';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

interface Member {
  id: string;
  role: string;
  email: string;
  link: { url: string } | null;
}

describe('the people of an organization', () => {
  let gateway: GatewayClient;
  let owner: Person;
  let admin: Person;
  let member: Person;

  beforeAll(async () => {
    gateway = await openGateway();
    owner = await personOf(gateway, { email: 'owner@team.example', role: 'owner', organization: 'team' });
    admin = await personOf(gateway, { email: 'admin@team.example', role: 'admin', organization: 'team' });
    member = await personOf(gateway, { email: 'member@team.example', role: 'member', organization: 'team' });
  });
  afterAll(() => gateway.close());

  const members = async (): Promise<Member[]> =>
    ((await owner.send('GET', '/organization/members')).json as unknown as { members: Member[] }).members;
  const idOf = async (email: string): Promise<string> => {
    const found = (await members()).find((one) => one.email === email);
    if (!found) throw new Error(`${email} is no member`);
    return found.id;
  };
  const invite = async (by: Person, email: string, role: string): Promise<Member> => {
    const { status, json, text } = await by.send('POST', '/organization/members', { email, role });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return json as unknown as Member;
  };

  it('are seen by each of them, page by page, and by no API key [AUTH-08] [DASH-03]', async () => {
    expect((await members()).map(({ email }) => email).sort()).toEqual([
      'admin@team.example',
      'member@team.example',
      'owner@team.example',
    ]);
    const first = (await member.send('GET', '/organization/members?limit=2')).json as unknown as {
      members: Member[];
      next_cursor: string;
    };
    const rest = await member.send('GET', `/organization/members?limit=2&cursor=${first.next_cursor}`);
    expect([first.members.length, (rest.json as unknown as { members: Member[] }).members.length]).toEqual([2, 1]);
    const { key } = await gateway.key('team');
    expect((await gateway.call('GET', '/v1/organization/members', key)).status).toBe(403);
  });

  it('join by the link of their invitation, which works once and shows no verified address', async () => {
    const invited = await invite(admin, 'new@team.example', 'member');
    expect(invited).toMatchObject({ email: 'new@team.example', role: 'member', verified: false, signed_in: false });
    const link = invited.link?.url.split('/app/link#t=')[1] ?? '';
    const person = new Person(gateway);
    expect((await person.signIn({ link })).status).toBe(201);
    expect(await person.send('PATCH', '/user', { password: { new: 'twelve or more' } })).toMatchObject({ status: 200 });
    expect((await new Person(gateway).signIn({ link })).status).toBe(401);
    expect((await admin.send('POST', `/organization/members/${invited.id}/link`)).status).toBe(403);
    expect(await owner.send('POST', `/organization/members/${invited.id}/link`)).toMatchObject({
      status: 409,
      json: { error: { details: { reason: 'signs_in_otherwise' } } },
    });
    expect(
      await admin.send('POST', '/organization/members', { email: 'NEW@team.example', role: 'admin' }),
    ).toMatchObject({
      status: 409,
      json: { error: { details: { reason: 'duplicate' } } },
    });
  });

  it('get no link into an account whose address is proved: they sign in as they do [DASH-03]', async () => {
    await personOf(gateway, { email: 'elsewhere@x.example', role: 'owner', organization: 'elsewhere' });
    expect((await invite(owner, 'elsewhere@x.example', 'member')).link).toBeNull();
  });

  it('do not rise: an admin makes no owner, changes none, and gets no link of one [AUTH-08] [DASH-03]', async () => {
    const ownerId = await idOf('owner@team.example');
    const adminId = await idOf('admin@team.example');
    const waiting = await invite(owner, 'owner2@team.example', 'owner');
    const forbidden = [
      await admin.send('POST', '/organization/members', { email: 'z@team.example', role: 'owner' }),
      await admin.send('PATCH', `/organization/members/${adminId}`, { role: 'owner' }),
      await admin.send('PATCH', `/organization/members/${ownerId}`, { role: 'member' }),
      await admin.send('DELETE', `/organization/members/${ownerId}`),
      await admin.send('POST', `/organization/members/${waiting.id}/link`),
    ];
    expect(forbidden.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await owner.send('DELETE', `/organization/members/${waiting.id}`)).status).toBe(200);
    expect(await idOf('owner@team.example')).toBe(ownerId);
  });

  it('always have an owner, also when two demote each other at once', async () => {
    const second = await personOf(gateway, { email: 'second@team.example', role: 'owner', organization: 'team' });
    const [one, two] = [await idOf('owner@team.example'), await idOf('second@team.example')];
    const replies = await Promise.all([
      owner.send('PATCH', `/organization/members/${two}`, { role: 'admin' }),
      second.send('PATCH', `/organization/members/${one}`, { role: 'admin' }),
    ]);
    // The slower one is refused as the last owner, or as no owner any more when it is authenticated after the change.
    const [changed, refused] = replies.sort((a, b) => a.status - b.status);
    expect(changed.status).toBe(200);
    expect([403, 409]).toContain(refused.status);
    if (refused.status === 409) expect(refused.json.error?.details).toEqual({ reason: 'last_owner' });
    expect((await members()).filter(({ role }) => role === 'owner')).toHaveLength(1);
    await gateway.operate('org member-add --org team --email owner@team.example --role owner');
    await eventually(async () => expect((await owner.send('DELETE', `/organization/members/${two}`)).status).toBe(200));
    const last = await owner.send('DELETE', `/organization/members/${one}`);
    expect(last).toMatchObject({ status: 409, json: { error: { details: { reason: 'last_owner' } } } });
  });

  it('lose and gain rights within a second of a change of their role or of their removal [DASH-03]', async () => {
    const leaving = await personOf(gateway, { email: 'leaving@team.example', role: 'admin', organization: 'team' });
    const id = await idOf('leaving@team.example');
    const makesKey = async (): Promise<number> =>
      (await leaving.send('POST', '/api-keys', { role: 'read_only', scope: '*' })).status;
    expect(await makesKey()).toBe(201);
    await owner.send('PATCH', `/organization/members/${id}`, { role: 'member' });
    await eventually(async () => expect(await makesKey()).toBe(403), 1000);
    await owner.send('PATCH', `/organization/members/${id}`, { role: 'admin' });
    await eventually(async () => expect(await makesKey()).toBe(201), 1000);
    await owner.send('DELETE', `/organization/members/${id}`);
    await eventually(async () => expect(await makesKey()).toBe(401), 1000);
  });

  it('are seen in their sessions by owners and admins, who end them within a second; an admin ends no owner’s [AUTH-08] [DASH-03] [DASH-06]', async () => {
    const one = (email: string, role: string) => personOf(gateway, { email, role, organization: 'watched' });
    const [boss, helper, guest] = [
      await one('boss@watched.example', 'owner'),
      await one('helper@watched.example', 'admin'),
      await one('guest@watched.example', 'member'),
    ];
    await personOf(gateway, { email: 'guest@watched.example', role: 'member', organization: 'watched-2' });
    interface Row {
      id: string;
      email: string;
      current: boolean;
    }
    const read = async (query = '') =>
      (await helper.send('GET', `/organization/sessions${query}`)).json as unknown as {
        sessions: Row[];
        next_cursor: string | null;
      };
    const { sessions, next_cursor: none } = await read();
    expect(sessions.map(({ email, current }) => [email, current])).toEqual([
      ['guest@watched.example', false],
      ['helper@watched.example', true],
      ['boss@watched.example', false],
    ]);
    expect(none).toBeNull();
    const first = await read('?limit=2');
    const rest = await read(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.sessions, ...rest.sessions]).toEqual(sessions);
    const end = (by: Person, at: number) => by.send('DELETE', `/organization/sessions/${sessions[at].id}`);
    expect((await end(guest, 0)).status).toBe(403);
    expect((await end(owner, 0)).status).toBe(404);
    expect((await end(helper, 2)).status).toBe(403);
    expect((await boss.send('GET', '/user')).status).toBe(200);
    expect([(await end(helper, 0)).status, (await end(helper, 0)).status]).toEqual([200, 404]);
    await eventually(async () => expect((await guest.send('GET', '/user')).status).toBe(401), 1000);
    expect((await end(boss, 1)).status).toBe(200);
    await eventually(async () => expect((await helper.send('GET', '/user')).status).toBe(401), 1000);
  });

  it('see the providers that sign them in, without the client’s secret [DASH-06]', async () => {
    await gateway.operate(
      'org idp-set --org team --issuer https://issuer.example --client-id ours --domains bound.example --name Directory ' +
        '--role-claim groups --role-map staff=admin --default-role none --enforced --spare-owner owner@team.example',
    );
    expect((await member.send('GET', '/organization/providers')).json).toEqual({
      providers: [
        {
          id: expect.stringMatching(/^idp_/) as string,
          name: 'Directory',
          issuer: 'https://issuer.example',
          domains: ['bound.example'],
          enforced: true,
          spare_owner: 'owner@team.example',
          role_claim: 'groups',
          roles: { staff: 'admin' },
          default_role: null,
        },
      ],
    });
    const other = await personOf(gateway, { email: 'a@other.example', role: 'member', organization: 'other' });
    expect((await other.send('GET', '/organization/providers')).json).toEqual({ providers: [] });
  });

  it('change the settings as owner or admin, not as member; each change stands in the audit, read by owners and admins [AUTH-08] [DASH-01] [DASH-02] [DASH-03] [DRF-04]', async () => {
    const fresh = await personOf(gateway, { email: 'owner@fresh.example', role: 'owner', organization: 'fresh' });
    const looking = await personOf(gateway, { email: 'member@fresh.example', role: 'member', organization: 'fresh' });
    expect((await fresh.send('GET', '/organization')).json).toMatchObject({ suggestions: false, plan: 'scale' });
    expect((await looking.send('PATCH', '/organization', { suggestions: true })).status).toBe(403);
    const change = { suggestions: true, plan: 'team', name: 'fresher', non_production_prefixes: ['dev/'] };
    expect((await fresh.send('PATCH', '/organization', change)).json).toMatchObject(change);
    expect(await fresh.send('PATCH', '/organization', { name: 'team' })).toMatchObject({ status: 409 });
    expect(await fresh.send('PATCH', '/organization', { name: 'no spaces please' })).toMatchObject({ status: 400 });
    expect((await looking.send('GET', '/organization')).json).toMatchObject(change);
    const { json } = await fresh.send('GET', '/organization/audit?limit=1');
    expect((json as unknown as { changes: object[] }).changes).toMatchObject([
      { action: 'organization.changed', before: { plan: 'scale', name: 'fresh' }, after: change },
    ]);
    expect((await looking.send('GET', '/organization/audit')).status).toBe(403);
  });
});
