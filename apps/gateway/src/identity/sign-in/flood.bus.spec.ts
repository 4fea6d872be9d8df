import { freshSchema } from '@app/testing';
import argon2 from 'argon2';
import { gatewaySchema } from '../../app.schema';
import { gatewayService } from '../../app.service';
import { Flood, FloodForm } from '../../testing/flood';
import { GatewayClient } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';

const isLong = process.env['LONG'] === '1';
/** Sign-ins of a person beside each flood. */
const tries = isLong ? 30 : 3;
/** Attempts that each flood has behind it when the person comes. */
const answered = isLong ? 80 : 5;
const known = 2000;
const own = { email: 'ada@people.example', password: 'correct horse battery' };
/** Their own network address, where a proxy tells it. */
const home = { 'x-forwarded-for': '198.51.100.7' };

const emails: Record<string, FloodForm['emailOf']> = {
  'made-up addresses': (attempt) => `nobody${attempt}@flood.example`,
  'addresses of people': (attempt) => `known${attempt % known}@people.example`,
};
const senders: [string, Omit<FloodForm, 'emailOf'>][] = [
  ['80 connections from one network', { senders: 80, connections: 80, addresses: 1 }],
  ['80 connections from 80 networks', { senders: 80, connections: 80, addresses: 80 }],
  ['one connection with 80 attempts under way', { senders: 80, connections: 1, addresses: 1 }],
];
const floods = Object.entries(emails).flatMap(([whose, emailOf]) =>
  senders.map(([who, form]): [string, string, FloodForm] => [who, whose, { ...form, emailOf }]),
);

const installations: [string, Record<string, string>][] = [
  ['no proxy is named', {}],
  ['proxies are named', { TRUSTED_PROXIES: '["127.0.0.1"]' }],
];

describe.each(isLong ? installations : [installations[0]])('a person signs in by password where %s', (_, env) => {
  let gateway: GatewayClient;

  beforeAll(async () => {
    await freshSchema(gatewaySchema);
    // Hashes cost what they cost in production.
    gateway = await GatewayClient.start(env, gatewayService);
    const ada = await personOf(gateway, { email: own.email, role: 'owner', organization: 'people' });
    expect((await ada.send('PATCH', '/user', { password: { new: own.password } }, home)).status).toBe(200);
    await gateway.running.platform.database.query(
      `insert into account (id, email, email_key, password_hash, verified_at)
       select 'usr_known' || n, e, e, a.password_hash, app.now()
       from account a, generate_series(0, ${known - 1}) n, lateral (select 'known' || n || '@people.example') as t(e)
       where a.email_key = $1`,
      [own.email],
    );
  });
  afterAll(() => gateway.close());

  it.each(isLong ? floods : [floods[0]])(
    'beside %s that try %s, and few hashes come before theirs [AUTH-08] [DASH-06] [S-F8]',
    async (who, whose, form) => {
      const hashes = jest.spyOn(argon2, 'verify');
      const flood = new Flood(gateway.port, form);
      try {
        while (flood.answered < answered) await new Promise((resolve) => setTimeout(resolve, 20));
        const [waits, between]: number[][] = [[], []];
        const begun = { ms: performance.now(), hashes: hashes.mock.calls.length };
        for (let i = 0; i < tries; i++) {
          const [sinceMs, before] = [performance.now(), hashes.mock.calls.length];
          expect((await new Person(gateway).send('POST', '/sessions', own, home)).status).toBe(201);
          waits.push(performance.now() - sinceMs);
          between.push(hashes.mock.calls.length - before);
        }
        expect(Math.max(...between)).toBeLessThan(20);
        if (isLong) {
          const perS = (1000 * (hashes.mock.calls.length - begun.hashes)) / (performance.now() - begun.ms);
          report([who, whose, Object.keys(env).join() || '-'], { waits, between, perS, statuses: flood.statuses });
        }
      } finally {
        await flood.end();
        hashes.mockRestore();
        await gateway.running.platform.database.query('delete from sign_in_attempt');
      }
    },
  );
});

/** One row of the table in docs/performance.md. */
function report(
  what: string[],
  {
    waits,
    between,
    perS,
    statuses,
  }: { waits: number[]; between: number[]; perS: number; statuses: Map<number, number> },
): void {
  const sorted = [...waits].sort((a, b) => a - b);
  const [half, most] = [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
  const figures = [
    half.toFixed(0),
    most.toFixed(0),
    Math.max(...between),
    perS.toFixed(0),
    JSON.stringify([...statuses]),
  ];
  process.stdout.write(`| ${[...what, ...figures].join(' | ')} |\n`);
}
