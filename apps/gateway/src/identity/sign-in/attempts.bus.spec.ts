import argon2 from 'argon2';
import { Turns } from '../../admission/limit/turns';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

describe('people who sign in', () => {
  let gateway: GatewayClient;
  beforeAll(async () => {
    // A request that no proxy forwarded comes from an unknown address, and counts by account alone.
    gateway = await openGateway({ TRUSTED_PROXIES: '["127.0.0.1"]' });
    await gateway.operate('org create people --plan scale');
  });
  afterAll(() => gateway.close());
  const person = (email: string): Promise<Person> =>
    personOf(gateway, { email, role: 'owner', organization: 'people' });

  /** Makes waits an hour longer, so that a slow machine does not sit them out. @returns how long they were */
  async function lengthenWaits(): Promise<string[]> {
    const { rows } = await gateway.running.platform.database.query<{ wait: string }>(
      `update sign_in_attempt set blocked_until = blocked_until + interval '1 hour' where blocked_until > latest_at
       returning (blocked_until - interval '1 hour' - latest_at)::text as wait`,
    );
    return rows.map(({ wait }) => wait);
  }

  it('wait longer after each failure past the fifth, known or not, in the same words; a link still signs in', async () => {
    const known = await person('slow@people.example');
    await known.send('PATCH', '/user', { password: { new: 'correct horse battery' } });
    const both = ['slow@people.example', 'unknown@people.example'];
    const attempt = async (email: string): Promise<string> => {
      const { status, json } = await new Person(gateway).signIn({ email, password: 'wrong horse battery' });
      return `${status} ${json.error?.message?.replace(/\d+ s/, 'n s') ?? ''}`;
    };
    const replies: string[][] = [[], []];
    for (let i = 0; i < 5; i++) for (const [at, email] of both.entries()) replies[at].push(await attempt(email));
    expect(await lengthenWaits()).toEqual(['00:00:02', '00:00:02']);
    for (const [at, email] of both.entries()) replies[at].push(await attempt(email));
    expect(replies[0]).toEqual(replies[1]);
    expect(replies[0].map((reply) => reply.slice(0, 3))).toEqual(['401', '401', '401', '401', '401', '429']);
    const right = await new Person(gateway).signIn({ email: 'slow@people.example', password: 'correct horse battery' });
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(3000);
    expect(right.json.error?.details).toMatchObject({ rate_limit: 'per_account', limit: 'sign_in_attempts' });
    const link = (await gateway.operate('org sign-in-link --org people --email slow@people.example')).split('#t=')[1];
    expect((await new Person(gateway).signIn({ link: link.split('\n')[0] })).status).toBe(201);
    expect(
      (await new Person(gateway).signIn({ email: 'slow@people.example', password: 'correct horse battery' })).status,
    ).toBe(201);
  });

  it('pass the same queues and cost one hash of a password, whether the address is known, has a password, or neither [AUTH-08] [DASH-06] [S-F8]', async () => {
    const known = await person('costs@people.example');
    await known.send('PATCH', '/user', { password: { new: 'correct horse battery' } });
    await person('linked@people.example');
    const [hashes, checks] = [jest.spyOn(argon2, 'hash'), jest.spyOn(argon2, 'verify')];
    const turns = jest.spyOn(Turns.prototype, 'run');
    const queues = new Set<unknown>();
    const attempt = async (email: string, password: string) => {
      hashes.mockClear();
      checks.mockClear();
      turns.mockClear();
      const { status, json, headers } = await new Person(gateway).signIn({ email, password });
      const words = status === 201 ? '' : json.error?.message;
      return {
        status,
        words,
        cookie: headers['set-cookie'],
        hashed: hashes.mock.calls.length + checks.mock.calls.length,
        queues: turns.mock.contexts.map((queue) => queues.add(queue) && [...queues].indexOf(queue)),
      };
    };
    // The hash of no password is made once in the life of a process.
    await attempt('first@people.example', 'wrong horse battery');
    const refused = {
      status: 401,
      words: 'The address or the password is wrong.',
      cookie: undefined,
      hashed: 1,
      queues: [0, 1],
    };
    for (const email of ['costs@people.example', 'linked@people.example', 'nobody@people.example', 'NOT an address'])
      expect([email, await attempt(email, 'wrong horse battery')]).toEqual([email, refused]);
    expect(await attempt('costs@people.example', 'correct horse battery')).toMatchObject({
      status: 201,
      hashed: 1,
      queues: [0, 1],
    });
    // The database may be asked more for one than for another; that is microseconds, a hash is tens of milliseconds.
    const waits: unknown[] = [];
    for (const email of ['costs@people.example', 'nobody@people.example']) {
      for (let i = 0; i < 5; i++) await attempt(email, 'wrong horse battery');
      await lengthenWaits();
      waits.push({ ...(await attempt(email, 'wrong horse battery')), words: null });
    }
    expect(waits).toEqual(Array(2).fill({ status: 429, words: null, cookie: undefined, hashed: 0, queues: [0, 1] }));
    for (const spy of [hashes, checks, turns]) spy.mockRestore();
  });

  it('wait after 30 failures from one network in ten minutes, whatever accounts they tried; a link still signs in [DASH-06]', async () => {
    const ada = await person('near@people.example');
    await ada.send('PATCH', '/user', { password: { new: 'correct horse battery' } });
    const from = (address: string, body: object) =>
      new Person(gateway).send('POST', '/sessions', body, { 'x-forwarded-for': `198.51.100.1, ${address}` });
    const right = { email: 'near@people.example', password: 'correct horse battery' };
    const wrong = (i: number) => ({ email: `guess${i}@people.example`, password: 'wrong horse battery' });
    const statuses: number[] = [];
    for (let i = 0; i < 29; i++) statuses.push((await from(`2001:db8:7:7::${i}`, wrong(i))).status);
    // What was right is given back.
    statuses.push((await from('2001:db8:7:7::a', right)).status, (await from('2001:db8:7:7::b', wrong(29))).status);
    expect(statuses).toEqual([...Array<number>(29).fill(401), 201, 401]);
    const refused = await from('2001:db8:7:7:ffff::c', right);
    expect(refused).toMatchObject({
      status: 429,
      json: { error: { details: { rate_limit: 'per_address', limit: 'sign_in_attempts' } } },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(refused.headers['x-ratelimit-limit']).toBeUndefined();
    expect((await from('2001:db8:7:8::1', right)).status).toBe(201);
    const link = await gateway.link('people', 'near@people.example', 'owner');
    expect((await from('2001:db8:7:7::d', { link })).status).toBe(201);
    const { database } = gateway.running.platform;
    await database.query(`update sign_in_attempt set first_at = first_at - interval '10 minutes'`);
    expect((await from('2001:db8:7:7::e', right)).status).toBe(201);
  });

  it('forget failures of more than a day ago: the next one waits for nothing [DASH-06]', async () => {
    const wrong = () => new Person(gateway).signIn({ email: 'old@people.example', password: 'wrong horse battery' });
    await wrong();
    await gateway.running.platform.database.query(
      `update sign_in_attempt set failures = 12, latest_at = app.now() - interval '25 hours', blocked_until = null`,
    );
    expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 401]);
  });
});
