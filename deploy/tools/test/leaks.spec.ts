import { leaksIn } from './leaks.cjs';

const password = 'correct horse battery';
const planted = [
  { what: 'a password', secret: password },
  { what: 'a cookie', secret: 'kept+cookie/value==' },
];

it.each([
  ['a password', `{"msg":"refused","body":"${password}"}`],
  ['a password', `path=/sign-in?with=${encodeURIComponent(password)}`],
  ['a cookie', `authorization Basic ${Buffer.from('kept+cookie/value==').toString('base64')}`],
  ['an API key', 'Bearer jk_live_CqsX8muejbCC_tbyC_5Aq1V4Z0Cnq_FpQYdTYIPKT-XVsnR_IzUqOOaI'],
  ['the secret of an endpoint', 'signed by whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['the hash of a password', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$hash'],
  ['a token of a provider', 'id_token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln'],
  ['a code of a provider', '/v1/sign-in/oidc/callback?state=s&code=kF3_s-8dWq0aLm2Zp'],
  ['a cookie of a session', `__Host-judgment=${'a-Z_9'.repeat(9).slice(0, 43)}; Path=/`],
  ['a token of a link', 'https://judge.example.com/app/link#t=h3X0bqJkPmZ9r7wUuT2vLs8YdNcQeRfG'],
])('%s is found in %s, and named without being repeated', (what, line) => {
  expect(leaksIn(`{"msg":"ready"}\n${line}\n`, planted)).toEqual([what]);
});

it('finds nothing in what a log may hold: the public part of a key, a path, an id', () => {
  expect(
    leaksIn('{"key":"jk_live_CqsX8muejbCC","path":"/app/link","id":"key_01a211a4f05e743bbcbdc207abf52cc0"}', planted),
  ).toEqual([]);
});
