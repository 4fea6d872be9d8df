import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { personOf } from '../../testing/person';
import { KeyUses } from './key-uses';

interface Listed {
  id: string;
  last_used_at: string | null;
  made_by: string;
}

describe('the list of keys', () => {
  let gateway: GatewayClient;
  beforeAll(async () => (gateway = await openGateway()));
  afterAll(() => gateway.close());

  it('says when each was last used and who made it [AUTH-09]', async () => {
    const person = await personOf(gateway, { email: 'ada@uses.example', role: 'owner', organization: 'uses' });
    const used = await gateway.key('uses');
    const idle = await gateway.key('uses');
    const made = (await person.send('POST', '/api-keys', { role: 'read_only', scope: '*' })).json as unknown as Listed;
    // By the service's clock, which is the database's: this process's may stand some milliseconds beside it.
    const before = gateway.running.platform.clock.now();
    expect((await gateway.call('GET', '/v1/starters', used.key)).status).toBe(200);
    await gateway.running.app.get(KeyUses).write();
    const { json } = await person.send('GET', '/api-keys');
    const listed = (json as unknown as { api_keys: Listed[] }).api_keys;
    const of = (id: string) => listed.find((one) => one.id === id);
    expect(Date.parse(of(used.id)?.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(of(idle.id)).toMatchObject({ last_used_at: null, made_by: 'operator' });
    expect(of(made.id)?.made_by).toMatch(/^user:usr_/);
  });
});
