import { poolOptionsOf } from '@app/boot';
import { Database } from '@app/persistence';
import { freshSchema, testEnvironment } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { describeUnproved } from '../../operator/unproved';
import { GatewayClient } from '../../testing/gateway-client';
import { PeopleRows, addressOf } from '../../testing/people-rows';
import { Person } from '../../testing/person';

describe('people from before identity became one model', () => {
  let database: Database;
  let gateway: GatewayClient;
  let rows: PeopleRows;

  beforeAll(async () => {
    await freshSchema(gatewaySchema);
    database = await Database.open(poolOptionsOf(gatewaySchema, testEnvironment().urls.gateway, 3));
    rows = new PeopleRows(database);
    for (const name of ['acme', 'blue']) await rows.organization(name);
    await rows.account('alone');
    await rows.member('acme', 'alone');
    await rows.account('several');
    await rows.member('acme', 'several');
    await rows.member('blue', 'several', false);
    await rows.account('proved', true);
    for (const name of ['acme', 'blue']) await rows.member(name, 'proved');
    gateway = await GatewayClient.start();
  });
  afterAll(async () => {
    await gateway?.close();
    await database?.close();
  });

  it('`org unproved` names those of several organizations whose address nobody proved [AUTH-08] [S-F1]', async () => {
    const line = `${addressOf('several')}  keeps acme; waits: blue`;
    expect(await describeUnproved(database)).toBe(line);
    const made = await gateway.operate(`org sign-in-link --org acme --email ${addressOf('several')}`);
    expect((await new Person(gateway).signIn({ link: made.split('\n', 1)[0].split('#t=')[1] })).status).toBe(201);
    expect(await gateway.operate('org unproved')).not.toContain(addressOf('several'));
  });

  it('a session acts in its own organization alone; one that was marked opens nothing [AUTH-08] [S-F1]', async () => {
    const stateOf = async (cookie: string) => {
      const { status, json } = await new Person(gateway).as(cookie).send('GET', '/sessions/current');
      const { organizations } = json as unknown as { organizations?: { id: string }[] };
      return status === 200 ? organizations?.map(({ id }) => id) : status;
    };
    expect(await stateOf(await rows.session('alone', 'acme'))).toEqual(['acme']);
    expect(await stateOf(await rows.session('alone', 'acme', true))).toBe(401);
  });
});
