import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

describe('how much of people and keys an organization may have', () => {
  let gateway: GatewayClient;
  let owner: Person;
  let admin: Person;

  beforeAll(async () => {
    gateway = await openGateway();
    owner = await personOf(gateway, { email: 'owner@room.example', role: 'owner', organization: 'room' });
    admin = await personOf(gateway, { email: 'admin@room.example', role: 'admin', organization: 'room' });
  });
  afterAll(() => gateway.close());

  const invite = (email: string) => owner.send('POST', '/organization/members', { email, role: 'member' });
  const refused = (reason: string) => ({ status: 409, json: { error: { code: 'conflict', details: { reason } } } });

  it('is bounded for keys, members and invitations, by limits that the operator sets [AUTH-08]', async () => {
    await gateway.operate('limits --org room --keys 1 --members 4 --invitations 1');
    const key = () => owner.send('POST', '/api-keys', { role: 'read_only', scope: '*' });
    expect((await key()).status).toBe(201);
    expect(await key()).toMatchObject(refused('too_many_keys'));
    expect((await invite('one@room.example')).status).toBe(201);
    expect(await invite('two@room.example')).toMatchObject(refused('too_many_invitations'));
    await gateway.operate('limits --org room --members 3 --invitations default');
    expect(await invite('two@room.example')).toMatchObject(refused('too_many_members'));
    await gateway.operate('limits --org room --members default --keys default');
    expect((await invite('two@room.example')).status).toBe(201);
  });

  it('ends the oldest session of a person who begins one more than they may have [AUTH-08]', async () => {
    await gateway.operate('limits --org room --sessions-per-person 2');
    const first = await personOf(gateway, { email: 'many@room.example', role: 'member', organization: 'room' });
    const second = await personOf(gateway, { email: 'many@room.example', role: 'member', organization: 'room' });
    const third = await personOf(gateway, { email: 'many@room.example', role: 'member', organization: 'room' });
    const status = async (person: Person) => (await person.send('PATCH', '/user', { single_keys: true })).status;
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 200, 200]);
  });

  it('replays a keyed invitation to the person who made it alone: its reply shows a link [IDEM-01]', async () => {
    const key = { 'idempotency-key': 'an invitation' };
    const body = { email: 'keyed@room.example', role: 'member' };
    const made = await owner.send('POST', '/organization/members', body, key);
    expect(made.status).toBe(201);
    expect((await owner.send('POST', '/organization/members', body, key)).text).toBe(made.text);
    const other = await admin.send('POST', '/organization/members', body, key);
    expect(other.status).toBe(422);
    expect(other.text).not.toContain('#t=');
  });

  it('changes keys at most five times a second by one person [AUTH-08] [RATE-01]', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => admin.send('POST', '/api-keys', { role: 'read_only', scope: '*' })),
    );
    const limited = sent.filter(({ status }) => status === 429);
    expect(limited).not.toEqual([]);
    expect(limited[0].json.error?.details).toMatchObject({ limit: 'access_changes_per_second' });
  });
});
