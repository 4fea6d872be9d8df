import { SmtpSink, eventually, freshSchema } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { GatewayClient } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

const password = 'correct horse battery';

describe('another address of an account', () => {
  let gateway: GatewayClient;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.open();
    await freshSchema(gatewaySchema);
    gateway = await GatewayClient.start({ SMTP_URL: sink.url, MAIL_FROM: 'no-reply@example.com' });
  });
  afterAll(async () => {
    await gateway.close();
    await sink.down();
  });

  const person = (email: string): Promise<Person> => personOf(gateway, { email, role: 'owner', organization: 'move' });
  const ask = (who: Person, email: string) => who.send('PATCH', '/user', { email });
  /** Mails to an address, as text. */
  const mailsTo = (address: string): string[] =>
    // Quoted-printable: lines are cut, and `=` is `=3D`.
    sink.mails
      .map(({ raw }) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
      .filter((raw) => new RegExp(`^To: ${address}`, 'm').test(raw));
  const linkTo = (address: string): Promise<string> =>
    eventually(() => {
      const link = mailsTo(address)
        .map((raw) => /#t=([A-Za-z0-9_-]{43})/.exec(raw)?.[1])
        .at(-1);
      if (!link) throw new Error(`no link went to ${address}`);
      return link;
    });

  it('comes by a link that is mailed there; sessions, links and the password of before end, and the old address hears of it [AUTH-08] [DASH-06] [S-F1]', async () => {
    const ada = await person('ada@old.example');
    const elsewhere = await person('ada@old.example');
    await ada.send('PATCH', '/user', { password: { new: password } });
    const unused = await gateway.link('move', 'ada@old.example', 'owner');
    expect(await ask(ada, 'Ada@new.example')).toMatchObject({ status: 200, json: { email: 'ada@old.example' } });
    const link = await linkTo('Ada@new.example');
    const moved = new Person(gateway);
    expect(await moved.signIn({ link })).toMatchObject({ status: 201, json: { user: { email: 'Ada@new.example' } } });
    expect((await new Person(gateway).signIn({ link })).status).toBe(401);
    expect((await new Person(gateway).signIn({ link: unused })).status).toBe(401);
    for (const old of [ada, elsewhere])
      await eventually(async () => expect((await old.send('GET', '/user')).status).toBe(401), 1000);
    expect((await moved.send('GET', '/sessions/current')).json).toMatchObject({ organization: { name: 'move' } });
    const signIn = async (email: string) => (await new Person(gateway).signIn({ email, password })).status;
    expect([await signIn('ada@old.example'), await signIn('ada@new.example')]).toEqual([401, 401]);
    await moved.send('PATCH', '/user', { password: { new: password } });
    expect(await signIn('ada@new.example')).toBe(201);
    await eventually(() => expect(mailsTo('ada@old.example').join()).toContain('signs in with Ada@new.example'));
    const { changes } = (await moved.send('GET', '/organization/audit')).json as unknown as {
      changes: { action: string; before: object; after: object }[];
    };
    expect(changes.find(({ action }) => action === 'email.changed')).toMatchObject({
      before: { email: 'ada@old.example' },
      after: { email: 'Ada@new.example' },
    });
  });

  it('is another’s: the reply is the same, and nothing is mailed; taken meanwhile, the link is as good as used [AUTH-08]', async () => {
    const [bob, eve] = [await person('bob@old.example'), await person('eve@old.example')];
    expect(await ask(eve, 'BOB@old.example')).toMatchObject({ status: 200, json: { email: 'eve@old.example' } });
    expect((await ask(eve, 'wanted@new.example')).status).toBe(200);
    const link = await linkTo('wanted@new.example');
    await gateway.operate('org member-email --org move --email bob@old.example --to wanted@new.example');
    expect(await new Person(gateway).signIn({ link })).toMatchObject({
      status: 401,
      json: { error: { message: 'This link was used, or its time is over; ask for another one.' } },
    });
    await eventually(async () => expect((await bob.send('GET', '/user')).status).toBe(401), 1000);
    expect((await eve.send('GET', '/user')).json).toMatchObject({ email: 'eve@old.example' });
    expect(mailsTo('BOB@old.example')).toEqual([]);
  });

  it('ends the link to the one before, and three are the most in an hour [AUTH-08]', async () => {
    const fay = await person('fay@old.example');
    await ask(fay, 'typo@new.example');
    const first = await linkTo('typo@new.example');
    await ask(fay, 'right@new.example');
    await linkTo('right@new.example');
    expect((await new Person(gateway).signIn({ link: first })).status).toBe(401);
    expect((await ask(fay, 'third@new.example')).status).toBe(200);
    expect(await ask(fay, 'fourth@new.example')).toMatchObject({
      status: 429,
      json: { error: { details: { rate_limit: 'per_account', limit: 'address_changes' } } },
    });
    await linkTo('third@new.example');
    expect(mailsTo('fourth@new.example')).toEqual([]);
  });

  it('is refused beside another change, when it is none, long after the sign-in, and where a provider is enforced [AUTH-08]', async () => {
    const gus = await person('gus@bound.example');
    const reasonOf = async (body: object) => {
      const { status, json } = await gus.send('PATCH', '/user', body);
      return [status, json.error?.details?.['reason']];
    };
    expect(await reasonOf({ email: 'gus@new.example', name: 'Gus' })).toEqual([400, 'unknown_field']);
    expect(await reasonOf({ email: 'gus at home' })).toEqual([400, 'bad_type']);
    await gateway.operate(
      'org idp-set --org move --issuer https://issuer.example --client-id x --domains bound.example ' +
        '--enforced --spare-owner fay@old.example',
    );
    const { database } = gateway.running.platform;
    const live = `update session set revoked_at = null, proved_at = app.now() - $1::interval,
      revision = (select value + 1 from admission_revision) where account_id = (select id from account where email = $2)`;
    const revive = async (age: string): Promise<void> => {
      await database.query(live, [age, 'gus@bound.example']);
      await database.query('update admission_revision set value = value + 1');
    };
    await revive('0 minutes');
    await eventually(async () => expect(await reasonOf({ email: 'g@new.example' })).toEqual([403, 'use_provider']));
    await revive('16 minutes');
    await eventually(async () => expect(await reasonOf({ email: 'g@new.example' })).toEqual([403, 'sign_in_again']));
  });
});
