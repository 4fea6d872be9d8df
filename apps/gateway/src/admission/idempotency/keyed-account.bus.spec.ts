import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { personOf } from '../../testing/person';

describe('a keyed change of the account of who is signed in', () => {
  let gateway: GatewayClient;

  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway.close());

  const replayed = (headers: Record<string, unknown>) => headers['idempotent-replayed'];

  it('is carried out once and replayed [IDEM-01] [S-D8]', async () => {
    const person = await personOf(gateway, { email: 'ada@keyed.example', role: 'owner', organization: 'keyed' });
    const key = { 'idempotency-key': 'a name' };
    const first = await person.send('PATCH', '/user', { name: 'Ada' }, key);
    expect([first.status, replayed(first.headers)]).toEqual([200, undefined]);
    expect((await person.send('PATCH', '/user', { name: 'Grace' })).status).toBe(200);
    const again = await person.send('PATCH', '/user', { name: 'Ada' }, key);
    expect([again.text, replayed(again.headers)]).toEqual([first.text, 'true']);
    expect((await person.send('GET', '/user')).json).toMatchObject({ name: 'Grace' });
  });

  it('keeps nothing of a password, neither its reply nor a fingerprint [IDEM-01] [S-D8]', async () => {
    const person = await personOf(gateway, { email: 'bob@keyed.example', role: 'member', organization: 'keyed' });
    const password = { new: 'a sentence that nobody guesses' };
    const rows = () => gateway.running.platform.database.query("select from idempotency where key = 'a password'");
    const changed = await person.send('PATCH', '/user', { password }, { 'idempotency-key': 'a password' });
    expect({ status: changed.status, sets: changed.headers['set-cookie'] }).toEqual({
      status: 200,
      sets: expect.anything() as unknown,
    });
    expect((await rows()).rowCount).toBe(0);
  });
});
